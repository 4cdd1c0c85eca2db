import { expect, test } from 'vitest';
import { findProgram } from '../environment/find-program.ts';
import { round } from './round.ts';

/** Timeout on a busy machine: the sum of the waits in the round. It takes under a minute otherwise. */
const LIMIT_MS = 1_200_000;

// Long rounds on both queue backends: npm run chaos -- --minutes 10
test('three of each process lose nothing under all faults, and equal a rebuild and the reference', {
  timeout: LIMIT_MS,
}, async () => {
  const { complaints } = await round({
    seed: 7,
    ms: 12_000,
    redisProgram: await findProgram('redis-server'),
  });
  expect(complaints).toEqual([]);
});
