import { APPROVED_CHANGES_REACTION } from '@fynbos/application/approvals/execute.ts';
import { checkpointArchiveMissing } from '@fynbos/application/audit/checkpoint-archive.ts';
import { startCheckpoints, storeKindOf } from '@fynbos/application/audit/checkpoints.ts';
import {
  startVerificationWorker,
  type VerificationServices,
  verifyNewEvents,
} from '@fynbos/application/audit/verification-worker.ts';
import { migrateApplication } from '@fynbos/application/migrate.ts';
import { Notices } from '@fynbos/application/notices/notices.ts';
import { startNoticeWorker } from '@fynbos/application/notices/worker.ts';
import { reactionsOf } from '@fynbos/application/reactions.ts';
import { startViewAlerts } from '@fynbos/application/saved-views/alerts.ts';
import { startSimulations } from '@fynbos/application/simulation/worker.ts';
import { Deliveries } from '@fynbos/application/webhooks/deliveries.ts';
import { startWebhookWorker } from '@fynbos/application/webhooks/worker.ts';
import { type OwnLog, openOwnLog } from '@fynbos/event-store/own-log/own-log.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import { createTokens } from '@fynbos/platform/crypto/tokens.ts';
import { startDaily } from '@fynbos/platform/daily-jobs.ts';
import { warnOfSuperuser } from '@fynbos/platform/database-roles.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { type Mailer, smtpMailer } from '@fynbos/platform/messages/mail.ts';
import { poster } from '@fynbos/platform/messages/post.ts';
import { smsGateway } from '@fynbos/platform/messages/sms.ts';
import { pushKeyOf, webPush } from '@fynbos/platform/messages/web-push.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { createQueues, type Queues } from '@fynbos/platform/queue/queue.ts';
import { runService } from '@fynbos/platform/service-process.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { type EngineParts, startReactions } from '@fynbos/projections/engine/engine.ts';
import { type Reaction, retryBlockedStreams } from '@fynbos/projections/engine/reaction.ts';
import type pg from 'pg';
import { dailyJobs } from './nightly.ts';

/** Their blocked streams are retried: this release may handle events that an earlier one could not. */
const RETRIED_AT_START: ReadonlySet<string> = new Set(['payout-runs', APPROVED_CHANGES_REACTION]);

/** What the parts of this process share. */
interface ReactorServices extends Pick<OwnLog, 'log' | 'gate'> {
  readonly config: Config;
  readonly logger: Logger;
  readonly db: pg.Pool;
  readonly queues: Queues;
  readonly notices: Notices;
  readonly deliveries: Deliveries;
  readonly mailer: Mailer | null;
  readonly now: () => Date;
}

interface Closable {
  close(): Promise<void>;
}

/** Closes a worker, then what it uses. */
const closing = (worker: Closable, after: () => Promise<void>): Closable => ({
  close: () => worker.close().then(after),
});

/** The reactor process: reactions to events, mail, SMS, webhooks, simulations and nightly jobs. Any number may run. */
await runService('reactors', async ({ config, logger }) => {
  const onIdleError = (err: Error) => logger.warn({ err }, 'a Postgres session was closed');
  const db = createPool(config.databaseUrl, { applicationName: 'reactors', max: 12, onIdleError });
  // An effect is on disk before its checkpoint. An advance lost in a crash repeats the effect, which is idempotent.
  const options = { applicationName: 'reactors-checkpoints', max: 8, waitsForDisk: false, onIdleError };
  const checkpoints = createPool(config.databaseUrl, options);
  await warnOfSuperuser(db, config, logger);
  const { store, log, gate, guard } = await openOwnLog(config, db, logger);
  await migrateApplication(db);
  const queues = await createQueues({ redisUrl: config.redisUrl, databaseUrl: config.databaseUrl, logger });
  const mailer = openMailer(config);
  const services: ReactorServices = {
    config,
    logger,
    db,
    log,
    gate,
    queues,
    mailer,
    notices: new Notices(db, queues, logger),
    deliveries: new Deliveries(db, queues, logger),
    now: () => new Date(),
  };
  const running: readonly Closable[] = [
    await react(services, checkpoints),
    sendNotices(services),
    sendWebhooks(services),
    startSimulations({ log, db, now: services.now }, queues, logger),
    startViewAlerts({ log, db, notices: services.notices, logger, now: services.now }),
    ...proveLog(services),
  ];
  return {
    async stop() {
      await Promise.all(running.map((part) => part.close()));
      await queues.close();
      mailer?.close();
      await guard.close();
      await store.close();
      await Promise.all([db.end(), checkpoints.end()]);
    },
  };
});

function openMailer({ smtpUrl, programme: { PROGRAMME_NAME: name, SUPPORT_EMAIL: address } }: Config): Mailer | null {
  return smtpUrl === null ? null : smtpMailer(smtpUrl, { name, address });
}

/** Runs the reactions. `checkpoints` is the pool for their checkpoints alone. */
async function react(
  { config, logger, db, log, gate, queues, notices, deliveries, now }: ReactorServices,
  checkpoints: pg.Pool,
): Promise<Closable> {
  const reactions = reactionsOf({
    log,
    db,
    notices,
    deliveries,
    programme: config.programme,
    now,
    checkpointFolder: config.checkpointFolder,
  });
  const engineParts = { ...foldPartsOf(log, checkpoints), gate, queues, logger };
  const engine = await startReactions(engineParts, reactions);
  const ending = new AbortController();
  retryAtStart(engineParts, reactions, ending.signal);
  return {
    close() {
      ending.abort();
      return engine.close();
    },
  };
}

/** Retries the blocked streams of some reactions, in the background. */
function retryAtStart(parts: EngineParts, reactions: readonly Reaction[], signal: AbortSignal): void {
  for (const reaction of reactions.filter(({ name }) => RETRIED_AT_START.has(name))) {
    retryBlockedStreams(parts, reaction, signal)
      .then(({ taken, waiting }) => {
        if (taken + waiting > 0)
          parts.logger.info({ reaction: reaction.name, taken, waiting }, 'retried blocked streams');
      })
      .catch((err: unknown) =>
        parts.logger.warn({ err, reaction: reaction.name }, 'blocked streams could not be retried'),
      );
  }
}

function sendNotices({ config, logger, db, log, queues, notices, mailer, now }: ReactorServices): Closable {
  const { PROGRAMME_NAME: programme, SUPPORT_EMAIL: supportEmail, HEAD_OFFICE: headOffice } = config.programme;
  const { post, close } = poster(config.production);
  const worker = startNoticeWorker({
    db,
    composer: {
      log,
      tokens: createTokens(log.keys),
      publicUrl: config.publicUrl,
      sender: { programme, supportEmail, headOffice },
    },
    mail: mailer?.send ?? null,
    sms: config.smsUrl === null ? null : smsGateway(config.smsUrl),
    push: webPush(post, pushKeyOf(log.keys), supportEmail, now),
    inbox: !config.production,
    queues,
    notices,
    logger,
    now,
  });
  return closing(worker, close);
}

function sendWebhooks({ config, logger, db, log, queues, deliveries, now }: ReactorServices): Closable {
  const { post, close } = poster(config.production);
  const worker = startWebhookWorker({ db, log, deliveries, post, queues, logger, now });
  return closing(worker, close);
}

/** Signs audit checkpoints, verifies the log on request, and runs the nightly jobs. */
function proveLog({ config, logger, db, log, queues, notices, mailer, now }: ReactorServices): readonly Closable[] {
  const missing = checkpointArchiveMissing(config);
  if (missing) logger.error(missing);
  const verification: VerificationServices = {
    log,
    db,
    notices,
    logger,
    now,
    storeKind: storeKindOf(config.eventStoreUrl),
    folder: config.checkpointFolder,
  };
  return [
    startCheckpoints(verification, logger, () => verifyNewEvents(verification)),
    startVerificationWorker(verification, queues),
    startDaily({ db, jobs: dailyJobs(verification, config, mailer), logger }),
  ];
}
