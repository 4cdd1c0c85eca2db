import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { CheckpointBatch, type CheckpointLease, readInstanceLease } from './checkpoint.ts';
import { prepareReadModels } from './engine.ts';
import { liveInstance } from './projection-instance.ts';
import { tallies } from './testing/tallies.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

let run = 0;
/** Advances all partitions of a new read model at once: single advances separately, several in one statement. */
async function setUp(partitions: number) {
  const db = database.pool();
  const projection = tallies({ partitions, name: `moved-${++run}` });
  await prepareReadModels(db, [projection]);
  const checkpoints = new CheckpointBatch(db);
  const parts = Array.from({ length: partitions }, (_, partition) => partition);
  let lease = await Promise.all(
    parts.map((partition) => readInstanceLease(db, liveInstance(projection), partition) as Promise<CheckpointLease>),
  );
  let at = 0;
  return {
    /** Advances the checkpoint `seconds` after the last step, or before it where Postgres's clock went back. */
    async step(seconds: number, events: number): Promise<void> {
      await db.query(
        `update engine.checkpoints set "updatedAt" = now() - make_interval(secs => $2) where "projection" = $1`,
        [projection.name, seconds],
      );
      const to = String(++at).padStart(lease[0]?.position?.length ?? 20, '0');
      const next = await Promise.all(lease.map((one) => checkpoints.advance({ lease: one, to, events })));
      expect(next).not.toContain(null);
      lease = next as CheckpointLease[];
    },
    async rates(): Promise<number[]> {
      const { rows } = await db.query(`select "rate" from engine.checkpoints where "projection" = $1`, [
        projection.name,
      ]);
      return rows.map(({ rate }) => rate);
    },
  };
}

describe.each([1, 2])('a batch of %i checkpoints', (partitions) => {
  test('advances when only events of other types were appended', async () => {
    const { step, rates } = await setUp(partitions);
    await step(1, 1);
    for (let times = 0; times < 60; times++) await step(30, 0);
    expect(await rates()).toEqual(Array(partitions).fill(0));
    await step(1, 5);
    for (const rate of await rates()) expect(rate).toBeGreaterThan(0);
  });

  test('advances when the clock of Postgres steps back', async () => {
    const { step } = await setUp(partitions);
    await step(1, 1_000);
    for (const back of [900, 7_200, 86_400]) for (const events of [0, 1]) await step(-back, events);
  });

  test('reports the mean over about ten seconds', async () => {
    const { step, rates } = await setUp(partitions);
    // The clock of Postgres continues during a step.
    let slowest = 0;
    for (let times = 0; times < 100; times++) {
      const began = performance.now();
      await step(1, 7);
      slowest = Math.max(slowest, (performance.now() - began) / 1_000);
    }
    for (const rate of await rates()) {
      expect(rate).toBeLessThan(7.01);
      expect(rate).toBeGreaterThan(6.99 / (1 + slowest));
    }
  });
});
