import { adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { NotSigned } from '@fynbos/event-store/audit/append-checkpoints.ts';
import type { LogVerification } from '@fynbos/event-store/audit/verify-log.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { queueWorker } from '@fynbos/platform/queue/outbox.ts';
import type { Queues, QueueWorker } from '@fynbos/platform/queue/queue.ts';
import { newRunId } from '@fynbos/platform/queue/run-id.ts';
import { enabledAdmins } from '@fynbos/projections/admins/queries.ts';
import type { Notices } from '../notices/notices.ts';
import { type CheckpointServices, PAUSE_MS, signNewEvents } from './checkpoints.ts';
import {
  endAbandoned,
  LATEST_FIRST,
  runVerification,
  VERIFICATION_QUEUE,
  type VerificationOrder,
} from './verifications.ts';

const SWEEP_MS = 60_000;

export interface VerificationServices extends CheckpointServices {
  readonly notices: Notices;
  readonly logger: Logger;
}

/** The id of the last verification that found the log intact; '' when there is none. */
async function lastIntact({ db }: VerificationServices): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `select id from audit.verifications where state = 'done' and (result->>'intact')::boolean
     order by ${LATEST_FIRST} limit 1`,
  );
  return rows[0]?.id ?? '';
}

/** Notifies every administrator, of the same findings once until a verification finds the log intact again. */
async function notifyAdmins(
  services: VerificationServices,
  id: string,
  { count, findings }: LogVerification,
): Promise<void> {
  const findingTexts = findings.map(({ kind, streamId, revision }) => `${kind} ${streamId} ${revision}`);
  const reported = ['log-not-intact', await lastIntact(services), String(count), ...findingTexts];
  const notices = (await enabledAdmins(services.db)).map(({ id: adminId }) => ({
    noticeId: uuidV5(...reported, String(adminId)),
    kind: 'log-not-intact' as const,
    channel: 'email' as const,
    audience: 'current' as const,
    streamId: adminStreamOf(adminId),
    eventId: null,
    detail: null,
    correlationId: id,
  }));
  await services.notices.add(notices, services.now());
}

async function verifyAndReport(services: VerificationServices, order: VerificationOrder): Promise<LogVerification> {
  const result = await runVerification(services, order);
  const { intact, count } = result;
  if (intact) services.logger.info({ verification: order.id }, 'the log is intact');
  else {
    services.logger.error({ verification: order.id, findings: count }, 'the log is not intact');
    await notifyAdmins(services, order.id, result);
  }
  return result;
}

/**
 * Nightly: signs and verifies the whole log, even if signing fails, because that locates the failure. Pauses after each
 * page, because integrators also send at night. When `signal` aborts, throws its reason.
 */
export async function verifyNightly(
  services: VerificationServices,
  signal: AbortSignal,
): Promise<{ intact: boolean; count: number; events: number }> {
  const throttled = { pauseMs: PAUSE_MS, signal };
  await signNewEvents(services, throttled).catch((error: unknown) => {
    if (!(error instanceof NotSigned)) throw error;
  });
  const { intact, count, events } = await verifyAndReport(services, { id: newRunId(), how: 'nightly', ...throttled });
  return { intact, count, events };
}

/** Between two nights, because signing failed. Does nothing if the last verification already failed. */
export async function verifyNewEvents(services: VerificationServices): Promise<void> {
  const { rows } = await services.db.query<{ intact: boolean }>(
    `select (result->>'intact')::boolean as intact from audit.verifications where state = 'done'
     order by ${LATEST_FIRST} limit 1`,
  );
  if (rows[0]?.intact !== false) await verifyAndReport(services, { id: newRunId(), how: 'signing' });
}

/** Runs requested verifications, one at a time per process, and ends verifications of crashed processes. */
export const startVerificationWorker = (services: VerificationServices, queues: Queues): QueueWorker =>
  queueWorker(
    { queues, logger: services.logger },
    {
      queue: VERIFICATION_QUEUE,
      everyMs: SWEEP_MS,
      run: (id, signal) => verifyAndReport(services, { id, how: 'asked', signal }),
      sweep: () => endAbandoned(services.db),
    },
  );
