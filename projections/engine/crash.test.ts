import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgresServer } from '../../tests/chaos/postgres-server.ts';
import { advancePage } from './advance.ts';
import { CheckpointBatch, type CheckpointLease, readInstanceLease } from './checkpoint.ts';
import { asStored } from './decode.ts';
import { prepareReadModels } from './engine.ts';
import { liveInstance } from './projection-instance.ts';
import { LogTail } from './subscription/log-tail.ts';
import { post, posted, tallies } from './testing/tallies.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server.stop());

const MOVES = 60;
const TRIES = 8;

test('gives no other worker a fencing token that was valid before a crash of Postgres', async () => {
  const url = new URL(server.urlThrough(server.port));
  // As workers do (services/workers/projections.ts): a crash that loses rows also loses their checkpoints.
  url.searchParams.set('options', '-c synchronous_commit=off');
  const db = createPool(url.href, { applicationName: 'test' });
  let lost = false;
  for (let n = 0; n < TRIES && !lost; n++) {
    const projection = tallies({ name: `crash-${n}` });
    await prepareReadModels(db, [projection]);
    const store = memoryEventStore();
    await post(store, ...Array.from({ length: MOVES }, () => posted('a', 1)));
    const instance = liveInstance(projection);
    const tail = new LogTail(store, asStored);
    const checkpoints = new CheckpointBatch(db);
    const eventFilter = { types: new Set<string>(projection.eventTypes), personal: false };
    const allTheWay = async (): Promise<CheckpointLease[]> => {
      const lease: CheckpointLease[] = [];
      for (let now = await readInstanceLease(db, instance, 0); now; ) {
        lease.push(now);
        const page = await tail.read(now.position, eventFilter, 1);
        if (!page) break;
        now = await advancePage(checkpoints, instance, now, page);
      }
      return lease;
    };
    await db.query('checkpoint');
    const slept = await allTheWay();
    await server.restart('crash', 0);
    const after = await allTheWay();
    lost = after.length > 1;
    const first = after[0]?.fence;
    const given = new Set(after.slice(1).map(({ fence }) => fence));
    expect(slept.filter(({ fence }) => fence !== first && given.has(fence))).toEqual([]);
    await tail.close();
  }
  expect(lost).toBe(true);
  await db.end();
});
