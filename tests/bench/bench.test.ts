import { expect, test } from 'vitest';
import { command } from '../support/command.ts';

// The product changes below the benchmarks. Small runs show that they still work; their figures mean nothing.
const SMALL = { BENCH_AGENTS: '50', AGENTS: '500', RENTALS: '2000' };

test('completes the benchmarks of a payout run and of the reports', async () => {
  const DATABASE_URL = process.env.TEST_DATABASE_URL ?? '';
  const ended = await command('tests/bench/run.ts', ['payout', 'reports'], { ...SMALL, DATABASE_URL });
  expect(ended, ended.output).toMatchObject({ code: 0 });
});
