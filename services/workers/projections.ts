import { warnOfSuperuser } from '@fynbos/platform/database-roles.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { createQueues } from '@fynbos/platform/queue.ts';
import { runService } from '@fynbos/platform/service-process.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import { startProjections } from '@fynbos/projections/engine/engine.ts';
import { openOwnLog } from '@fynbos/projections/engine/own-log.ts';
import { startReplayWorker } from '@fynbos/projections/engine/replay-jobs.ts';
import { keepProjectionsUpgraded, removeAbandoned } from '@fynbos/projections/engine/upgrade-projections.ts';
import { projectionsFor } from '@fynbos/projections/registry.ts';

const tidyEveryMs = 5 * 60_000;

/**
 * The worker process: keeps all read models up with the log, keeps them at the version in code,
 * and does the replays that are asked for. As many may run as one likes.
 */
await runService('workers', async ({ config, logger }) => {
  const warn = (error: Error) => logger.warn({ err: error }, 'a session on Postgres was cut');
  const events = createPool(config.databaseUrl, { applicationName: 'workers-events', max: 8, onIdleError: warn });
  // What a crash of Postgres takes back of rows it takes back of their checkpoints too, so nobody need wait for the disk.
  const options = { applicationName: 'workers', max: 16, waitsForDisk: false, onIdleError: warn };
  const db = createPool(config.databaseUrl, options);
  await warnOfSuperuser(events, config, logger);
  const { store, log, gate, guard } = await openOwnLog(config, events, logger);
  const queues = await createQueues({ redisUrl: config.redisUrl, databaseUrl: config.databaseUrl, logger });
  const parts = { db, store, gate, decoder: decoderOf(log), queues, logger };
  const projections = projectionsFor(config);
  const engine = await startProjections(parts, projections);
  const replays = startReplayWorker(parts, queues, projections, logger);
  const ending = new AbortController();
  const background = keepProjectionsUpgraded(parts, projections, logger, ending.signal);
  const tidy = () => removeAbandoned(db).catch((error) => logger.warn({ err: error }, 'tidying failed'));
  void tidy();
  const tidying = setInterval(tidy, tidyEveryMs);
  return {
    async stop() {
      clearInterval(tidying);
      ending.abort();
      await Promise.all([engine.close(), replays.close(), background]);
      await queues.close();
      await guard.close();
      await store.close();
      await Promise.all([db.end(), events.end()]);
    },
  };
});
