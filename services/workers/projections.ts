import { openOwnLog } from '@fynbos/event-store/own-log/own-log.ts';
import { warnOfSuperuser } from '@fynbos/platform/database-roles.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { createQueues } from '@fynbos/platform/queue/queue.ts';
import { schedule } from '@fynbos/platform/schedule.ts';
import { runService } from '@fynbos/platform/service-process.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { startProjections } from '@fynbos/projections/engine/engine.ts';
import { startRebuildWorker } from '@fynbos/projections/engine/rebuild/rebuild-jobs.ts';
import { keepProjectionsUpgraded, removeAbandoned } from '@fynbos/projections/engine/rebuild/upgrade-projections.ts';
import { projectionsFor } from '@fynbos/projections/registry.ts';

const TIDY_EVERY_MS = 5 * 60_000;

/** Maintains all read models, upgrades them to the version in code, runs rebuilds. Any number may run. */
await runService('workers', async ({ config, logger }) => {
  const warn = (error: Error) => logger.warn({ err: error }, 'a Postgres session was closed');
  const events = createPool(config.databaseUrl, { applicationName: 'workers-events', max: 8, onIdleError: warn });
  // A crash of Postgres reverts rows and checkpoints together, so commits need not wait for the disk.
  const options = { applicationName: 'workers', max: 16, waitsForDisk: false, onIdleError: warn };
  const db = createPool(config.databaseUrl, options);
  await warnOfSuperuser(events, config, logger);
  const { store, log, gate, guard } = await openOwnLog(config, events, logger);
  const queues = await createQueues({ redisUrl: config.redisUrl, databaseUrl: config.databaseUrl, logger });
  const parts = { ...foldPartsOf(log, db), gate, queues, logger };
  const projections = projectionsFor(config);
  const engine = await startProjections(parts, projections);
  const rebuilds = startRebuildWorker(parts, queues, projections, logger);
  const ending = new AbortController();
  const background = keepProjectionsUpgraded({ ...parts, signal: ending.signal }, projections);
  const tidying = schedule(
    TIDY_EVERY_MS,
    () => removeAbandoned(db),
    (err) => logger.warn({ err }, 'removing abandoned rebuilds failed'),
  );
  return {
    async stop() {
      ending.abort();
      await Promise.all([engine.close(), rebuilds.close(), tidying.close(), background]);
      await queues.close();
      await guard.close();
      await store.close();
      await Promise.all([db.end(), events.end()]);
    },
  };
});
