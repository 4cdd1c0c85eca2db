import { dayOf } from '@fynbos/domain/calendar.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { runService } from '@fynbos/platform/service-process.ts';
import { loadDemo } from './load.ts';

/**
 * A year of data at the first start; resumes an interrupted load. Reports the visitors' sign-ins at every start. After
 * an error the next start continues; the portal runs anyway.
 */
await runService('demo', async ({ config, logger, progress }) => {
  const onIdleError = (err: Error) => logger.warn({ err }, 'a Postgres session was closed');
  const pool = createPool(config.databaseUrl, { applicationName: 'demo', max: 6, onIdleError });
  const base = `http://127.0.0.1:${config.port}`;
  const stop = async () => undefined;
  let store: EventStore | undefined;
  try {
    ({ store } = await openEventLog(config, pool));
    return { signIns: await loadDemo({ config, pool, store, base, today: dayOf(new Date()), progress }), stop };
  } catch (err) {
    logger.error({ err }, 'the demo data is incomplete; the next start continues loading it');
    return { stop };
  } finally {
    await store?.close();
    await pool.end();
  }
});
// Sent last, so that earlier messages are delivered before this process ends.
if (process.send) process.send({ type: 'progress', text: 'done' }, undefined, undefined, () => process.exit(0));
else process.exit(0);
