/** Of the database in argv[2], from its own log or from the EventStoreDB in argv[3]. */

import { eventStoreDb } from '@fynbos/event-store/eventstoredb/eventstoredb.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { asStored } from '@fynbos/projections/engine/decode.ts';
import { rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';

const db = createPool(process.argv[2] ?? '', { applicationName: 'bench', max: 8 });
const remote = process.argv[3];
const store = remote ? eventStoreDb(remote) : postgresEventStore({ db });
const began = performance.now();
const results = await rebuild({ db, store, decoder: asStored }, [incentives, balances]);
const ms = performance.now() - began;
process.send?.({
  ms,
  events: results.reduce((sum, { events }) => sum + events, 0),
  maxResidentMiB: process.resourceUsage().maxRSS / 1024,
});
await store.close();
await db.end();
