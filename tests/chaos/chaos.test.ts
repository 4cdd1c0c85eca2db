import { expect, test } from 'vitest';
import { round } from '../../scripts/chaos/round.ts';
import { takeover } from '../../scripts/chaos/takeover.ts';
import { findProgram } from '../../scripts/stand/find-program.ts';

/** For a machine that does much else beside; by itself each of these takes half a minute. */
const LIMIT_MS = 240_000;
const FAULTS_MS = 12_000;

// The long rounds, on both backends of the queues: npm run chaos -- --minutes 10
test('three of each process lose nothing, double nothing and stay equal to a rebuild and to the reference, whatever is killed, cut or wiped', {
  timeout: LIMIT_MS,
}, async () => {
  const { complaints, figures } = await round({
    seed: 7,
    ms: FAULTS_MS,
    redisProgram: await findProgram('redis-server'),
  });
  expect(complaints).toEqual([]);
  expect(figures.acknowledged).toBeGreaterThan(100);
});

// How long it takes: npm run chaos -- --takeover
test('others take over from a worker or a reactor that died and stays away', { timeout: LIMIT_MS }, async () => {
  const { killed } = await takeover({ redisProgram: null, each: 2, watchMs: 2_000 });
  expect(Object.keys(killed)).toEqual(['workers-1', 'reactors-1']);
});
