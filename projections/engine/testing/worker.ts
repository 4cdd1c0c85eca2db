/**
 * Maintains the tallies of the arguments until it is ended or killed. Without a name it runs a reaction: the process
 * dies after the effects for one stream, before its checkpoint advances.
 */

import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { createQueues } from '@fynbos/platform/queue/queue.ts';
import { asStored } from '../decode.ts';
import { startProjections, startReactions } from '../engine.ts';
import type { Reaction } from '../reaction.ts';
import { echoes } from './echo.ts';
import { tallies } from './tallies.ts';

const [databaseUrl = '', redisUrl = '', name = '', partitions = '1'] = process.argv.slice(2);
const logger = createLogger('test-worker', { level: 'silent' });
const db = createPool(databaseUrl, { applicationName: 'test-worker', max: 10 });
await migrateEventStore(db);
const store = postgresEventStore({ db });
const queues = await createQueues({ redisUrl: redisUrl || null, databaseUrl, logger });
const parts = { db, store, decoder: asStored, queues, logger };
if (name) await startProjections(parts, [tallies({ name, partitions: Number(partitions) })]);
else {
  const whole = echoes(store);
  const react: Reaction['react'] = async (batch, io) => {
    const first = batch.filter((event) => event.streamId === 'test-a');
    await whole.react(first, io);
    process.kill(process.pid, 'SIGKILL');
  };
  await startReactions(parts, [{ ...whole, react }]);
}
process.send?.('ready');
