import { createFirstAdmins } from '@fynbos/application/admins/first-admins.ts';
import { storeKindOf } from '@fynbos/application/audit/checkpoints.ts';
import { startVerificationWorker } from '@fynbos/application/audit/verification-worker.ts';
import { migrateApplication } from '@fynbos/application/migrate.ts';
import { startNoticeWorker } from '@fynbos/application/notices/worker.ts';
import { reactionsOf } from '@fynbos/application/reactions.ts';
import { startSimulations } from '@fynbos/application/simulation/worker.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import { type GuardTimes, startLogGuard } from '@fynbos/event-store/own-log/log-guard.ts';
import { type EventStore, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { type Config, loadConfig } from '@fynbos/platform/config/config.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import type { SendMail } from '@fynbos/platform/messages/mail.ts';
import type { SendSms } from '@fynbos/platform/messages/sms.ts';
import type { SendPush } from '@fynbos/platform/messages/web-push.ts';
import { createQueues } from '@fynbos/platform/queue/queue.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { prepareReadModels, startProjections, startReactions } from '@fynbos/projections/engine/engine.ts';
import { projectionsFor } from '@fynbos/projections/registry.ts';
import type { Express } from 'express';
import type { Pool } from 'pg';
import { type FreshDatabase, installedDatabase } from '../../../tests/support/database.ts';
import { createApp } from '../app.ts';
import { dependenciesOf, readModelLag } from '../dependencies.ts';
import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { allRoutes, apiRouters } from '../routes.ts';
import { health } from '../server/health.ts';
import { createServices } from '../services.ts';
import { openWatchedLog } from '../watched-log.ts';
import { withCheckedAnswer } from './checked-answers.ts';
import { type RecordedReads, withRecordedReads } from './recorded-reads.ts';

export const ADMIN = { email: 'admin@fynbos.example', password: 'Fynbos-Admin-1!' };
export const ADMIN2 = { email: 'admin2@fynbos.example', password: 'Fynbos-Admin-2!' };

export interface RunningApp {
  readonly app: Express;
  readonly services: Services;
  readonly pool: Pool;
  /** The server's own role, for what the product may not do, such as changing a recorded event. */
  readonly admin: Pool;
  readonly store: EventStore;
  readonly config: Config;
  /** The clock of the app; tests move it. */
  readonly clock: { now: Date };
  /** The read models that GETs used so far. */
  readonly reads: RecordedReads;
  /** Advances the clock. */
  pass(ms: number): void;
  /** Waits until everything appended so far is in these read models. Throws after three minutes. */
  folded(...readModels: readonly string[]): Promise<void>;
  /** Waits until everything appended so far, and everything that follows from it, is in every read model. */
  settled(): Promise<void>;
  /** Makes the event store unavailable (refused or unanswered calls), or available again. Requires `separateStore`. */
  interruptStore(how: 'refused' | 'frozen' | false): void;
  close(): Promise<void>;
}

/** Maximum number of two-second waits for a read, on a busy machine. */
const MAX_WAITS = 90;

export interface RunningOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly mail?: SendMail;
  readonly sms?: SendSms;
  readonly push?: SendPush;
  /** Runs no read models, reactions or sending of notices, for tests of the calls alone. */
  readonly quiet?: boolean;
  /** An existing database; a new one by default. It is dropped at the end. */
  readonly database?: FreshDatabase;
  /** The backend of the queues; Postgres by default. */
  readonly redisUrl?: string;
  /** The events are in a separate store, which `interruptStore` makes unavailable and available again. */
  readonly separateStore?: true;
  /** Compares the log with the processed events at these intervals; no comparison by default. */
  readonly guard?: Partial<GuardTimes>;
  /** The least duration of answers to sign-in calls, milliseconds (C7). Default: none. */
  readonly minResponseMs?: number;
  /** Receives every log line at the finest level; nothing is logged by default. */
  readonly logTo?: { write(line: string): void };
}

/** A call waits until its read models have everything so far: no test depends on the speed of the machine. */
const readingAfter = (folded: RunningApp['folded'], route: Route): Route => ({
  ...route,
  async handle(call, services) {
    if (route.reads) await folded(...route.reads);
    return route.handle(call, services);
  },
});

/** Calls, read models, reactions and notices in one process on a new database. Only the clock belongs to the test. */
export async function runApp(options: RunningOptions = {}): Promise<RunningApp> {
  const database: FreshDatabase = options.database ?? (await installedDatabase());
  const config = loadConfig({
    DATABASE_URL: database.url,
    MASTER_KEY: 'a master key for tests that has no value at all',
    JWT_SECRET: 'a token secret for tests that has no value',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ADMIN2_EMAIL: ADMIN2.email,
    ADMIN2_PASSWORD: ADMIN2.password,
    // Never connected: the substitute store is passed in below.
    ...(options.separateStore ? { EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' } : {}),
    ...options.env,
  });
  // Otherwise something keeps the read models behind on purpose.
  const isWhole = !options.quiet && !options.separateStore && !options.guard;
  const pool = database.pool();
  const logger = options.logTo
    ? createLogger('test', { level: 'trace', destination: options.logTo })
    : createLogger('test', { level: process.env.LOG_LEVEL ?? 'silent' });
  // A whole second, so that token times equal the clock.
  const clock = { now: new Date(Math.floor(Date.now() / 1000) * 1000) };
  const now = () => clock.now;
  await migrateApplication(pool);
  const separate = options.separateStore ? await separateStore(pool) : null;
  const { store, log, gate, unavailableSince } = await openWatchedLog(config, pool, logger, now, (around) =>
    openEventLog(config, pool, separate?.store, around),
  );
  await prepareReadModels(pool, projectionsFor(config), store);
  const queues = await createQueues({
    redisUrl: options.redisUrl ?? null,
    databaseUrl: database.url,
    logger,
    // A burst of finished jobs opens all of them, and each costs processor time (docs/decisions/0031).
    maxConnections: 10,
  });
  const services = createServices({
    config,
    db: pool,
    log,
    gate,
    queues,
    logger,
    now,
    minResponseMs: options.minResponseMs ?? 0,
    storeUnavailableSince: unavailableSince,
    ...(isWhole ? { outcomeWaitMs: MAX_WAITS * 2_000 } : {}),
  });
  await createFirstAdmins(services);
  const folded: RunningApp['folded'] = async (...readModels) => {
    const head = await store.head();
    for (let n = 0; head !== undefined && !(await services.readAfter.waitFor(head, readModels)); n++)
      if (n === MAX_WAITS) throw new Error(`the read models ${readModels.join(', ')} do not catch up`);
  };
  const reads: RecordedReads = { used: new Set(), undeclared: new Set() };
  const app = createApp({
    services,
    routes: allRoutes(config)
      .map(withCheckedAnswer)
      .map((route) => withRecordedReads(route, reads))
      .map((route) => (isWhole ? readingAfter(folded, route) : route)),
    apiRouters: apiRouters(services),
    // Not cached for a second: tests read right after a change. A busy machine needs more than two seconds.
    rootRouters: [
      health(dependenciesOf(services, queues), () => readModelLag(services), { freshMs: 0, limitMs: 60_000 }),
    ],
  });
  const ends = options.quiet ? [] : await startBackground({ services, queues, options, now });
  if (options.guard) {
    const guard = startLogGuard({ gate, db: pool, logger }, options.guard);
    ends.push(() => guard.close());
  }
  return {
    app,
    services,
    pool,
    store,
    config,
    clock,
    reads,
    folded,
    async settled() {
      const names = projectionsFor(config).map(({ name }) => name);
      for (
        let head = await store.head(), before: typeof head | null = null;
        head !== before;
        head = await store.head()
      ) {
        before = head;
        await folded(...names);
      }
    },
    admin: database.admin(),
    interruptStore(how) {
      if (!separate) throw new Error('this app was started without a separate event store');
      separate.away = how;
    },
    pass(ms) {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    async close() {
      await Promise.all(ends.map((end) => end()));
      await services.exports.close();
      await services.readAfter.close();
      await queues.close();
      await store.close();
      await database.drop();
    },
  };
}

interface Background {
  readonly services: Services;
  readonly queues: Awaited<ReturnType<typeof createQueues>>;
  readonly options: RunningOptions;
  readonly now: () => Date;
}

async function startBackground({ services, queues, options, now }: Background): Promise<(() => Promise<void>)[]> {
  const { db, log, gate, logger, notices, deliveries, tokens, config } = services;
  // Faster than in production, because tests follow one change at a time.
  const parts = { ...foldPartsOf(log, db), gate, queues, logger, paceMs: 5 };
  const engine = await startProjections(parts, projectionsFor(config));
  const reactions = await startReactions(
    parts,
    reactionsOf({
      log,
      db,
      notices,
      deliveries,
      programme: config.programme,
      now,
      checkpointFolder: config.checkpointFolder,
    }),
  );
  const { PROGRAMME_NAME: programme, SUPPORT_EMAIL: supportEmail, HEAD_OFFICE: headOffice } = config.programme;
  const worker = startNoticeWorker({
    composer: { log, tokens, publicUrl: config.publicUrl, sender: { programme, supportEmail, headOffice } },
    mail: options.mail ?? null,
    sms: options.sms ?? null,
    push: options.push ?? null,
    inbox: true,
    db,
    queues,
    notices,
    logger,
    now,
  });
  const storeKind = storeKindOf(config.eventStoreUrl);
  const proofs = startVerificationWorker({ log, db, storeKind, folder: null, notices, logger, now }, queues);
  const whatIfs = startSimulations({ log, db, now }, queues, logger);
  return [
    () => whatIfs.close(),
    () => engine.close(),
    () => reactions.close(),
    () => worker.close(),
    () => proofs.close(),
  ];
}

/** A real store that can refuse connections or stop answering. */
async function separateStore(pool: Pool): Promise<{ store: EventStore; away: 'refused' | 'frozen' | false }> {
  await migrateEventStore(pool);
  const inner = postgresEventStore({ db: pool });
  const cut: { away: 'refused' | 'frozen' | false } = { away: false };
  const call = (name: string, method: (...given: never[]) => Promise<unknown>) => {
    return async (...given: never[]): Promise<unknown> => {
      if (cut.away === 'frozen') return new Promise(() => undefined);
      if (cut.away === 'refused') throw new StoreUnavailable(`${name} was cut off by the test`);
      return method(...given);
    };
  };
  const { close, waitForAppend, ...calls } = inner;
  const store = {
    ...Object.fromEntries(Object.entries(calls).map(([name, method]) => [name, call(name, method as never)])),
    close,
    waitForAppend,
  } as EventStore;
  return Object.assign(cut, { store });
}
