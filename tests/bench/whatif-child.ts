/** Runs the simulation of a year on the database in the first argument, as a separate process. */

import { runSimulation } from '@fynbos/application/simulation/run-simulation.ts';
import { simulationRun } from '@fynbos/application/simulation/simulation-store.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';

const [url = '', id = ''] = process.argv.slice(2);
const db = createPool(url, { applicationName: 'bench', max: 8 });
const store = postgresEventStore({ db });
const log = new EventLog({ store, keys: memoryKeyRing() });
const began = performance.now();
await runSimulation({ log, db, now: () => new Date('2026-03-01T08:00:00Z') }, id, new AbortController().signal);
const ms = performance.now() - began;
const run = await simulationRun(db, id);
process.send?.({
  ms,
  state: run?.state,
  error: run?.error,
  totals: run?.totals,
  maxResidentMiB: process.resourceUsage().maxRSS / 1024,
});
await store.close();
await db.end();
