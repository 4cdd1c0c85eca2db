import { integratorDecider, integratorStreamOf } from '@fynbos/domain/integrator/integrator.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { Post, Reply } from '@fynbos/platform/messages/post.ts';
import { insertRows } from '@fynbos/platform/postgres.ts';
import { attemptWaits, queueWorker } from '@fynbos/platform/queue/outbox.ts';
import type { Queues, QueueWorker } from '@fynbos/platform/queue/queue.ts';
import type { Pool } from 'pg';
import { handle, load } from '../handle.ts';
import type { Essentials } from '../services.ts';
import { type Deliveries, WEBHOOK_QUEUE } from './deliveries.ts';
import { signatureOf } from './manage-webhooks.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** A delivery is given up after the last wait, about three days after the first attempt. */
const RETRY_DELAYS_MS = attemptWaits([1, 3, 6, 12, 24, 24]);
/** A webhook that has failed for this long is disabled. */
const FAILING_LIMIT_MS = 72 * HOUR;
const SWEEP_MS = 2_000;
/** Exceeds the duration of an attempt; after it the worker counts as crashed. */
const CLAIM_MS = 30 * SECOND;
const RETENTION_DAYS = 30;
/** Of one webhook. */
const MAX_CONCURRENT_ATTEMPTS = 4;
/** A webhook with more deliveries then gives its place to others. */
const MAX_TURN_MS = 30 * SECOND;
const DELIVERIES_PER_READ = 100;

export interface WebhookWorkerServices extends Essentials {
  readonly deliveries: Pick<Deliveries, 'enqueue'>;
  readonly post: Post;
  readonly logger: Logger;
}

interface Claimed {
  readonly deliveryId: string;
  readonly integratorId: string;
  readonly webhookId: string;
  readonly kind: string;
  readonly body: string;
  readonly attempts: number;
  /** Attempts made before the delivery was last sent again. */
  readonly attemptsBefore: number;
}

/** The delivery is due at the instant $1 and no worker has claimed it. */
const IS_DUE = `state = 'waiting' and "dueAt" <= $1 and ("claimedUntil" is null or "claimedUntil" < $1)`;

/**
 * Sent again after a crash; a receiver recognises it by its id. Returns the new state; null if it was not due or
 * another worker claimed it. Throws `StoreUnavailable` before the attempt.
 */
export async function attempt(services: WebhookWorkerServices, deliveryId: string): Promise<string | null> {
  const { db, log, now } = services;
  const began = now();
  const { rows: due } = await db.query<{ integratorId: string }>(
    `select "integratorId" from webhooks.deliveries where "deliveryId" = $2 and ${IS_DUE}`,
    [began, deliveryId],
  );
  if (!due[0]) return null;
  // Before the claim, which counts as an attempt: an unavailable event store does not.
  const { state } = await load(log, integratorDecider, integratorStreamOf(due[0].integratorId));
  const { rows } = await db.query<Claimed>(
    `update webhooks.deliveries set attempts = attempts + 1, "claimedUntil" = $3
     where "deliveryId" = $2 and ${IS_DUE}
     returning "deliveryId", "integratorId", "webhookId", kind, body, attempts, "attemptsBefore"`,
    [began, deliveryId, new Date(began.getTime() + CLAIM_MS)],
  );
  const [claimed] = rows;
  if (!claimed) return null;
  const webhook = state.status === 'live' ? state.webhooks.get(claimed.webhookId) : undefined;
  if (!webhook?.isEnabled) return end(services, claimed, 'dropped');
  const reply = await services.post(
    webhook.url,
    {
      'fynbos-delivery': deliveryId,
      'fynbos-kind': claimed.kind,
      'fynbos-signature': signatureOf(log.keys, webhook, claimed.body, began),
    },
    claimed.body,
  );
  await record(services, claimed, reply);
  if (reply.error === null) return end(services, claimed, 'taken');
  await disableIfLongFailing(services, claimed, webhook.enabledAt);
  return await afterFailure(services, claimed);
}

/** Schedules the next attempt or gives up. */
async function afterFailure(services: WebhookWorkerServices, claimed: Claimed): Promise<string> {
  const wait = RETRY_DELAYS_MS[claimed.attempts - claimed.attemptsBefore - 1];
  if (wait === undefined) return end(services, claimed, 'given-up');
  return end(services, claimed, 'waiting', new Date(services.now().getTime() + wait));
}

/**
 * `dueAt`: of the next one, or null. One sent again in between stays due; a failure never overrides another attempt's
 * end. Returns the state.
 */
async function end(
  { db, now }: WebhookWorkerServices,
  { deliveryId, attemptsBefore }: Claimed,
  state: 'waiting' | 'taken' | 'given-up' | 'dropped',
  dueAt: Date | null = null,
): Promise<string> {
  const { rows } = await db.query<{ state: string }>(
    `update webhooks.deliveries set "claimedUntil" = null,
       state = case when "attemptsBefore" = $2 then $3 else state end,
       "dueAt" = case when "attemptsBefore" = $2 then coalesce($4, "dueAt") else "dueAt" end,
       "endedAt" = case when "attemptsBefore" = $2 then $5 else "endedAt" end
     where "deliveryId" = $1 and (state = 'waiting' or $3 = 'taken') returning state`,
    [deliveryId, attemptsBefore, state, dueAt, dueAt === null ? now() : null],
  );
  return rows[0]?.state ?? 'dropped';
}

async function record(
  { db, now }: WebhookWorkerServices,
  claimed: Claimed,
  { status, error, ms }: Reply,
): Promise<void> {
  const at = now();
  await insertRows(db, 'webhooks.attempts', [{ deliveryId: claimed.deliveryId, at, status, error, ms }]);
  await db.query(
    error === null
      ? `insert into webhooks.health ("webhookId", "takenAt") values ($1, $2)
         on conflict ("webhookId") do update set "takenAt" = $2, "failingSince" = null`
      : `insert into webhooks.health ("webhookId", "failingSince") values ($1, $2)
         on conflict ("webhookId") do update set "failingSince" = coalesce(health."failingSince", $2)`,
    [claimed.webhookId, at],
  );
}

/** Disables a webhook that has only failed for three days since it was enabled; the event notifies administrators. */
async function disableIfLongFailing(
  services: WebhookWorkerServices,
  { webhookId, integratorId }: Claimed,
  enabledAt: string,
): Promise<void> {
  const { db, log, now, logger } = services;
  const at = now();
  const since = new Date(at.getTime() - FAILING_LIMIT_MS);
  if (enabledAt > since.toISOString()) return;
  const { rowCount } = await db.query(`select from webhooks.health where "webhookId" = $1 and "failingSince" <= $2`, [
    webhookId,
    since,
  ]);
  if (rowCount === 0) return;
  await handle(log, {
    decider: integratorDecider,
    streamId: integratorStreamOf(integratorId),
    command: { type: 'DisableWebhook', webhookId, why: 'failing' },
    context: { actor: { kind: 'system', id: 'webhooks' }, now: at, correlationId: `webhook ${webhookId}` },
  });
  logger.warn({ webhookId }, 'disabled a webhook after three days of failures');
}

/** Keeps a delivery that waits because it was sent again. */
export async function deleteOldDeliveries(db: Pool, now: Date): Promise<{ deleted: number }> {
  const { rowCount } = await db.query(`delete from webhooks.deliveries where "createdAt" < $1 and state <> 'waiting'`, [
    new Date(now.getTime() - RETENTION_DAYS * 24 * HOUR),
  ]);
  return { deleted: rowCount ?? 0 };
}

/**
 * Attempts the webhook's due deliveries, the oldest first. A slow receiver thus delays only its own messages. Throws
 * what `attempt` throws, after the other attempts.
 */
async function sendDue(services: WebhookWorkerServices, webhookId: string, signal: AbortSignal): Promise<void> {
  const { db, now } = services;
  const endsAt = performance.now() + MAX_TURN_MS;
  const hasTimeLeft = () => !signal.aborted && performance.now() < endsAt;
  while (hasTimeLeft()) {
    const { rows } = await db.query<{ deliveryId: string }>(
      `select "deliveryId" from webhooks.deliveries where "webhookId" = $2 and ${IS_DUE} order by "dueAt" limit ${DELIVERIES_PER_READ}`,
      [now(), webhookId],
    );
    if (rows.length === 0) return;
    const sendInTurn = async (): Promise<void> => {
      for (let next = rows.shift(); next && hasTimeLeft(); next = rows.shift())
        await attempt(services, next.deliveryId);
    };
    const outcomes = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT_ATTEMPTS }, sendInTurn));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}

/** Enqueues webhooks with due deliveries. Returns their number. */
export async function sweepDeliveries({ db, deliveries, now }: WebhookWorkerServices): Promise<number> {
  const { rows } = await db.query<{ webhookId: string }>(
    `select distinct "webhookId" from webhooks.deliveries where ${IS_DUE}`,
    [now()],
  );
  await deliveries.enqueue(rows.map(({ webhookId }) => webhookId));
  return rows.length;
}

export const startWebhookWorker = (services: WebhookWorkerServices & { queues: Queues }): QueueWorker =>
  queueWorker(services, {
    queue: WEBHOOK_QUEUE,
    concurrency: 16,
    everyMs: SWEEP_MS,
    run: (webhookId, signal) => sendDue(services, webhookId, signal),
    sweep: () => sweepDeliveries(services),
  });
