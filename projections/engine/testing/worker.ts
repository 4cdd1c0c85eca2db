/**
 * A worker process for the engine's tests: maintains the tallies named in the arguments until it is ended or killed.
 */

import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { createQueues } from '@fynbos/platform/queue/queue.ts';
import { asStored } from '../decode.ts';
import { startProjections } from '../engine.ts';
import { tallies } from './tallies.ts';

const [databaseUrl = '', redisUrl = '', name = '', partitions = '1'] = process.argv.slice(2);
const logger = createLogger('test-worker', { level: 'silent' });
const db = createPool(databaseUrl, { applicationName: 'test-worker', max: 10 });
await migrateEventStore(db);
const store = postgresEventStore({ db });
const queues = await createQueues({ redisUrl: redisUrl || null, databaseUrl, logger });
await startProjections({ db, store, decoder: asStored, queues, logger }, [
  tallies({ name, partitions: Number(partitions) }),
]);
process.send?.('ready');
