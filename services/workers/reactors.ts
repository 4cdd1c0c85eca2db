import { APPROVED_CHANGES_REACTION } from '@fynbos/application/approvals/reaction.ts';
import { checkpointArchiveMissing } from '@fynbos/application/audit/checkpoint-archive.ts';
import { startCheckpoints, storeKindOf } from '@fynbos/application/audit/checkpoints.ts';
import { mailCheckpoint } from '@fynbos/application/audit/mail-checkpoint.ts';
import { proveNews, proveNightly, startVerificationWorker } from '@fynbos/application/audit/proving.ts';
import { migrateAudit } from '@fynbos/application/audit/schema.ts';
import { forgetOldVerifications } from '@fynbos/application/audit/verifications.ts';
import { migrateDaily, startDaily } from '@fynbos/application/daily.ts';
import { destroyRemainingKeys } from '@fynbos/application/erasure/again.ts';
import { recordAllErased } from '@fynbos/application/erasure/list.ts';
import { endRetention } from '@fynbos/application/erasure/retention.ts';
import { pruneAllCalls } from '@fynbos/application/integrators/prune-calls.ts';
import { forgetOldNotices } from '@fynbos/application/notices/ended.ts';
import { Notices } from '@fynbos/application/notices/notices.ts';
import { migrateNotices } from '@fynbos/application/notices/schema.ts';
import { startNoticeWorker } from '@fynbos/application/notices/worker.ts';
import { reactionsOf } from '@fynbos/application/reactions.ts';
import { migrateLists } from '@fynbos/application/reconciliation/list-store.ts';
import { askNightly } from '@fynbos/application/reconciliation/reaction.ts';
import { runExpiry } from '@fynbos/application/rewards/expiry.ts';
import { raiseNightly } from '@fynbos/application/signals/raised.ts';
import { migrateWhatIf } from '@fynbos/application/simulation/schema.ts';
import { startWhatIfs } from '@fynbos/application/simulation/worker.ts';
import { Deliveries } from '@fynbos/application/webhooks/deliveries.ts';
import { poster } from '@fynbos/application/webhooks/post.ts';
import { migrateWebhooks } from '@fynbos/application/webhooks/schema.ts';
import { forgetOldDeliveries, startWebhookWorker } from '@fynbos/application/webhooks/worker.ts';
import { warnOfSuperuser } from '@fynbos/platform/database-roles.ts';
import { smtpMailer } from '@fynbos/platform/mail.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { createQueues } from '@fynbos/platform/queue.ts';
import { runService } from '@fynbos/platform/service-process.ts';
import { smsGateway } from '@fynbos/platform/sms.ts';
import { createTokens } from '@fynbos/platform/tokens.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import { startReactions } from '@fynbos/projections/engine/engine.ts';
import { openOwnLog } from '@fynbos/projections/engine/own-log.ts';
import { retryBlocked } from '@fynbos/projections/engine/reaction.ts';

/** The hour of Johannesburg's night at which signals are looked for and the books are compared. */
const NIGHT = 2;

/** Reactions whose blocked streams are retried when the process starts. */
const RETRIED_AT_START: ReadonlySet<string> = new Set(['payout-runs', APPROVED_CHANGES_REACTION]);

/** The reactor process: what happens because something happened, and the sending of mail and SMS. As many may run as one likes. */
await runService('reactors', async ({ config, logger }) => {
  const onIdleError = (err: Error) => logger.warn({ err }, 'a session on Postgres was cut');
  const db = createPool(config.databaseUrl, { applicationName: 'reactors', max: 12, onIdleError });
  // Effects are on disk before their checkpoint moves; a move that a crash takes back makes them come again, as they may.
  const options = { applicationName: 'reactors-checkpoints', max: 8, waitsForDisk: false, onIdleError };
  const checkpoints = createPool(config.databaseUrl, options);
  await warnOfSuperuser(db, config, logger);
  const { store, log, gate, guard } = await openOwnLog(config, db, logger);
  await migrateNotices(db);
  await migrateWebhooks(db);
  await migrateWhatIf(db);
  await migrateLists(db);
  const queues = await createQueues({ redisUrl: config.redisUrl, databaseUrl: config.databaseUrl, logger });
  const now = (): Date => new Date();
  const notices = new Notices(db, queues, logger);
  const deliveries = new Deliveries(db, queues, logger);
  const reactions = reactionsOf({
    ...{ log, db, notices, deliveries, programme: config.programme, now },
    secondPlace: config.checkpointFolder,
  });
  const decoder = decoderOf(log);
  const engine = await startReactions({ db: checkpoints, store, gate, decoder, queues, logger }, reactions);
  const ending = new AbortController();
  // Payout runs and approved changes at which an earlier release stopped may be possible with this one.
  for (const reaction of reactions.filter(({ name }) => RETRIED_AT_START.has(name))) {
    retryBlocked(checkpoints, store, decoder, reaction, ending.signal)
      .then(({ taken, waiting }) => {
        if (taken + waiting > 0) logger.info({ reaction: reaction.name, taken, waiting }, 'retried blocked streams');
      })
      .catch((err: unknown) => logger.warn({ err, reaction: reaction.name }, 'blocked streams could not be retried'));
  }

  const { PROGRAMME_NAME, SUPPORT_EMAIL, HEAD_OFFICE } = config.programme;
  const mailer =
    config.smtpUrl === null ? null : smtpMailer(config.smtpUrl, { name: PROGRAMME_NAME, address: SUPPORT_EMAIL });
  const sender = { programme: PROGRAMME_NAME, supportEmail: SUPPORT_EMAIL, headOffice: HEAD_OFFICE };
  const sending = startNoticeWorker({
    pool: db,
    composer: { log, tokens: createTokens(log.keys), publicUrl: config.publicUrl, sender },
    mail: mailer?.send ?? null,
    sms: config.smsUrl === null ? null : smsGateway(config.smsUrl),
    inbox: !config.production,
    queues,
    notices,
    logger,
    now,
  });
  const whatIfs = startWhatIfs({ log, db, now }, queues, logger);
  const { post, close: closePoster } = poster(config.production);
  const telling = startWebhookWorker({ pool: db, log, deliveries, post, queues, logger, now });
  await migrateDaily(db);
  await migrateAudit(db);
  const storeKind = storeKindOf(config.eventStoreUrl);
  const proof = { log, db, storeKind, folder: config.checkpointFolder, notices, logger, now };
  const missing = checkpointArchiveMissing(config);
  if (missing) logger.error(missing);
  const signing = startCheckpoints(proof, logger, () => proveNews(proof));
  const proving = startVerificationWorker(proof, queues);
  const mailTo = config.checkpointMail;
  const { checkpointFolder } = config;
  const daily = startDaily(
    db,
    [
      { name: 'expiry', run: () => runExpiry({ log, db, notices, now }) },
      { name: 'signals', hour: NIGHT, run: () => raiseNightly({ log, db, now }) },
      { name: 'reconciliation', hour: NIGHT, run: (day) => askNightly({ log, db, now }, day) },
      { name: 'verify-audit', hour: NIGHT, run: (_day, signal) => proveNightly(proof, signal) },
      { name: 'old-deliveries', hour: NIGHT, run: () => forgetOldDeliveries(db, now()) },
      { name: 'old-notices', hour: NIGHT, run: () => forgetOldNotices(db, now()) },
      { name: 'old-proofs', hour: NIGHT, run: () => forgetOldVerifications(db, now()) },
      { name: 'integrator-calls', hour: NIGHT, run: () => pruneAllCalls(db) },
      { name: 'left-keys', hour: NIGHT, run: () => destroyRemainingKeys(log) },
      { name: 'retention', hour: NIGHT, run: () => endRetention({ log, db, now }) },
      ...(checkpointFolder === null
        ? []
        : [{ name: 'keep-forgotten', hour: NIGHT, run: () => recordAllErased(log, checkpointFolder) }]),
      ...(mailer && mailTo !== null
        ? [{ name: 'mail-checkpoint', hour: NIGHT + 1, run: () => mailCheckpoint(store, mailTo, mailer.send) }]
        : []),
    ],
    now,
    logger,
  );
  return {
    async stop() {
      ending.abort();
      await Promise.all([
        engine.close(),
        sending.close(),
        telling.close(),
        daily.close(),
        whatIfs.close(),
        signing.close(),
        proving.close(),
      ]);
      await closePoster();
      await queues.close();
      mailer?.close();
      await guard.close();
      await store.close();
      await Promise.all([db.end(), checkpoints.end()]);
    },
  };
});
