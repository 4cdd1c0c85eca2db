/**
 * A process for the engine's tests. Its reaction runs the effects for one stream and then dies, before its checkpoint
 * advances.
 */

import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { createQueues } from '@fynbos/platform/queue/queue.ts';
import { asStored } from '../decode.ts';
import { startReactions } from '../engine.ts';
import { echoes } from './echo.ts';

const [databaseUrl = ''] = process.argv.slice(2);
const logger = createLogger('test-worker', { level: 'silent' });
const db = createPool(databaseUrl, { applicationName: 'test-worker', max: 10 });
await migrateEventStore(db);
const store = postgresEventStore({ db });
const queues = await createQueues({ redisUrl: null, databaseUrl, logger });
const whole = echoes(store);
await startReactions({ db, store, decoder: asStored, queues, logger }, [
  {
    ...whole,
    async react(batch, io) {
      await whole.react(
        batch.filter((event) => event.streamId === 'test-a'),
        io,
      );
      process.kill(process.pid, 'SIGKILL');
    },
  },
]);
