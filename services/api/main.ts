import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { createFirstAdmins } from '@fynbos/application/admins/first-admins.ts';
import { migrateApplication } from '@fynbos/application/migrate.ts';
import { openProgramme, termsAt } from '@fynbos/application/reward-policy/current-policy.ts';
import { openOwnLog } from '@fynbos/event-store/own-log/own-log.ts';
import { warnOfSuperuser } from '@fynbos/platform/database-roles.ts';
import { serveMetrics } from '@fynbos/platform/metrics.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { createQueues } from '@fynbos/platform/queue/queue.ts';
import { schedule } from '@fynbos/platform/schedule.ts';
import { runService } from '@fynbos/platform/service-process.ts';
import { prepareReadModels } from '@fynbos/projections/engine/engine.ts';
import { projectionsFor } from '@fynbos/projections/registry.ts';
import { createApp } from './app.ts';
import { dependenciesOf, readModelLag } from './dependencies.ts';
import { popiNoticeRouter } from './privacy/popi-notice.ts';
import { allRoutes, apiRouters } from './routes.ts';
import { type Drain, drained } from './server/drain.ts';
import { health } from './server/health.ts';
import { metricsRouter, metricsText } from './server/metrics.ts';
import { pageTexts } from './server/page-texts.ts';
import { serve } from './server/serve.ts';
import { webApps } from './server/static.ts';
import { createServices } from './services.ts';
import { openWatchedLog } from './watched-log.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PRUNE_MS = 60 * 60_000;
/** How often the figures of the policy in pages are read again: a page shows a new policy after this time at most. */
const PAGE_TEXTS_MS = 60_000;
/** Three checks by a proxy that polls `/readyz` every second (scripts/docker/haproxy.cfg). */
const STOP_NOTICE_MS = 3_000;

/** The API process: every call and both web apps. Any number of instances may run. */
await runService('api', async ({ config, logger }) => {
  const onIdleError = (err: Error) => logger.warn({ err }, 'a Postgres session was closed');
  const db = createPool(config.databaseUrl, {
    applicationName: 'api',
    max: 30,
    onIdleError,
  });
  await warnOfSuperuser(db, config, logger);
  const now = () => new Date();
  const { store, log, gate, guard, unavailableSince } = await openWatchedLog(config, db, logger, now, (around) =>
    openOwnLog(config, db, logger, around),
  );
  await migrateApplication(db);
  await prepareReadModels(db, projectionsFor(config), store);
  const queues = await createQueues({ redisUrl: config.redisUrl, databaseUrl: config.databaseUrl, logger });
  const stopping = new AbortController();
  // Every open stream listens to this signal.
  setMaxListeners(0, stopping.signal);
  const services = createServices({
    config,
    db,
    log,
    gate,
    queues,
    logger,
    now,
    storeUnavailableSince: unavailableSince,
    stopping: stopping.signal,
  });
  await createFirstAdmins(services);
  await openProgramme(services);
  const currentTexts = async () => pageTexts(config.programme, await termsAt(log, now()));
  let texts = await currentTexts();
  let drain: Drain | undefined;
  const app = createApp({
    services,
    routes: allRoutes(config),
    apiRouters: apiRouters(services),
    rootRouters: [
      health(dependenciesOf(services, queues), () => readModelLag(services), {
        isStopping: () => drain?.isStopping() ?? false,
      }),
      // In production only METRICS_PORT serves metrics.
      ...(config.production ? [] : [metricsRouter(services)]),
      popiNoticeRouter(config.programme),
      webApps({ agent: path.join(ROOT, 'web-agent/dist'), admin: path.join(ROOT, 'web-admin/dist') }, () => texts),
    ],
  });
  const server = serve(app, config.port, config.host ?? '0.0.0.0');
  drain = drained(server, config.production ? STOP_NOTICE_MS : 0, stopping);
  const { stop: stopServing } = drain;
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const stopMetrics = await serveMetrics(config, () => metricsText(services));
  const pruning = schedule(
    PRUNE_MS,
    () => services.auth.sessions.prune(),
    (err) => logger.warn({ err }, 'pruning failed'),
    PRUNE_MS,
  );
  const readingTexts = schedule(
    PAGE_TEXTS_MS,
    async () => {
      const read = await currentTexts();
      if (!isDeepStrictEqual(read, texts)) texts = read;
    },
    (err) => logger.warn({ err }, 'the figures of the policy could not be read; pages keep the last ones'),
    PAGE_TEXTS_MS,
  );
  return {
    signIns: config.admins.map(({ email }) => ({ label: 'Admin', email })),
    async stop() {
      await pruning.close();
      await readingTexts.close();
      // Also before the last call ends, because the process ends after ten seconds in any case.
      await Promise.all([stopServing(), services.refused.flush()]);
      await stopMetrics();
      await services.refused.flush();
      await services.exports.close();
      await services.readAfter.close();
      await queues.close();
      await guard.close();
      await store.close();
      await db.end();
    },
  };
});
