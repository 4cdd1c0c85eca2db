import { mailCheckpoint } from '@fynbos/application/audit/checkpoints.ts';
import { type VerificationServices, verifyNightly } from '@fynbos/application/audit/verification-worker.ts';
import { deleteOldVerifications } from '@fynbos/application/audit/verifications.ts';
import { recordAllErased } from '@fynbos/application/erasure/erasure-register.ts';
import { destroyRemainingKeys } from '@fynbos/application/erasure/repeat-erasures.ts';
import { endRetention } from '@fynbos/application/erasure/retention.ts';
import { pruneAllCalls } from '@fynbos/application/integrators/calls-schema.ts';
import { SEND_FROM_HOUR, sendMonthlyDigests } from '@fynbos/application/notices/money-notices.ts';
import { deleteOldNotices } from '@fynbos/application/notices/worker.ts';
import { requestNightlyReconciliation } from '@fynbos/application/reconciliation/reconcile.ts';
import { runExpiry } from '@fynbos/application/rewards/expiry.ts';
import { raiseNightly } from '@fynbos/application/signals/raise-signals.ts';
import { deleteOldDeliveries } from '@fynbos/application/webhooks/worker.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
import type { DailyJob } from '@fynbos/platform/daily-jobs.ts';
import type { Mailer } from '@fynbos/platform/messages/mail.ts';

/** Hour of the Johannesburg day from which the nightly jobs are due. */
const NIGHTLY_HOUR = 2;

/** The work of each Johannesburg day. Without a checkpoint folder, or mail for checkpoints, those jobs are left out. */
export function dailyJobs(
  services: VerificationServices,
  { checkpointFolder, checkpointMail }: Pick<Config, 'checkpointFolder' | 'checkpointMail'>,
  mailer: Mailer | null,
): DailyJob[] {
  const { log, db, notices, now } = services;
  const jobs: DailyJob[] = [
    { name: 'expiry', run: () => runExpiry({ log, db, notices, now }) },
    { name: 'monthly-digest', hour: SEND_FROM_HOUR, run: (day) => sendMonthlyDigests({ db, notices, now }, day) },
    { name: 'signals', hour: NIGHTLY_HOUR, run: () => raiseNightly({ log, db, now }) },
    { name: 'reconciliation', hour: NIGHTLY_HOUR, run: (day) => requestNightlyReconciliation({ log, now }, day) },
    { name: 'verify-audit', hour: NIGHTLY_HOUR, run: (_day, signal) => verifyNightly(services, signal) },
    { name: 'old-deliveries', hour: NIGHTLY_HOUR, run: () => deleteOldDeliveries(db, now()) },
    { name: 'old-notices', hour: NIGHTLY_HOUR, run: () => deleteOldNotices(db, now()) },
    { name: 'old-verifications', hour: NIGHTLY_HOUR, run: () => deleteOldVerifications(db, now()) },
    { name: 'integrator-calls', hour: NIGHTLY_HOUR, run: () => pruneAllCalls(db) },
    { name: 'remaining-keys', hour: NIGHTLY_HOUR, run: () => destroyRemainingKeys(log) },
    { name: 'retention', hour: NIGHTLY_HOUR, run: () => endRetention({ log, db, now }) },
  ];
  if (checkpointFolder !== null)
    jobs.push({ name: 'list-erasures', hour: NIGHTLY_HOUR, run: () => recordAllErased(log, checkpointFolder) });
  if (mailer && checkpointMail !== null)
    jobs.push({
      name: 'mail-checkpoint',
      // After the nightly verification.
      hour: NIGHTLY_HOUR + 1,
      run: () => mailCheckpoint(log.store, checkpointMail, mailer.send),
    });
  return jobs;
}
