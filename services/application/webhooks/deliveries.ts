import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import type { Pool } from 'pg';

export const WEBHOOK_QUEUE = 'webhooks';

export interface WebhookId {
  readonly integratorId: string;
  readonly webhookId: string;
}

/** `waiting`: to be sent. `taken`: accepted. `given-up`: all attempts failed. `dropped`: its webhook was disabled or removed. */
export type DeliveryState = 'waiting' | 'taken' | 'given-up' | 'dropped';

/** One message for one webhook. `body` is sent byte for byte on each attempt. */
export interface NewDelivery {
  readonly deliveryId: string;
  readonly integratorId: string;
  readonly webhookId: string;
  readonly kind: string;
  readonly reservationNo: string;
  readonly body: string;
  /** Stored as dropped, because its webhook is disabled; it can be sent again later. */
  readonly isHeldBack?: boolean;
}

/** Stores deliveries and enqueues jobs. The table decides what is sent; a sweep finds deliveries without a job. */
export class Deliveries {
  constructor(
    private readonly db: Pool,
    private readonly queues: Pick<Queues, 'queue'>,
    private readonly logger: Logger,
  ) {}

  /** Stores deliveries, each once by its id. */
  async add(deliveries: readonly NewDelivery[], now: Date): Promise<void> {
    if (deliveries.length === 0) return;
    const column = (pick: (delivery: NewDelivery) => string) => deliveries.map(pick);
    const { rows } = await this.db.query<{ deliveryId: string; state: string }>(
      `insert into webhooks.deliveries
         ("deliveryId", "integratorId", "webhookId", kind, "reservationNo", body, state, "endedAt", "dueAt", "createdAt")
       select id, integrator, webhook, kind, reservation, body, case when back then 'dropped' else 'waiting' end,
         case when back then $8::timestamptz end, $8::timestamptz, $8::timestamptz
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[])
         as d(id, integrator, webhook, kind, reservation, body, back)
       on conflict ("deliveryId") do nothing returning "deliveryId", state`,
      [
        column((one) => one.deliveryId),
        column((one) => one.integratorId),
        column((one) => one.webhookId),
        column((one) => one.kind),
        column((one) => one.reservationNo),
        column((one) => one.body),
        deliveries.map(({ isHeldBack = false }) => isHeldBack),
        now,
      ],
    );
    const due = rows.filter(({ state }) => state === 'waiting');
    await this.enqueue(due.map(({ deliveryId }) => ({ deliveryId, attempts: 0 })));
  }

  /** Enqueues deliveries that are due, once per delivery and attempt. */
  async enqueue(due: readonly { deliveryId: string; attempts: number }[]): Promise<void> {
    if (due.length === 0) return;
    const jobs = due.map(({ deliveryId, attempts }) => ({
      name: 'delivery',
      data: { deliveryId },
      opts: { jobId: `${deliveryId}_${attempts}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
    }));
    try {
      await this.queues.queue<{ deliveryId: string }>(WEBHOOK_QUEUE).addBulk(jobs);
    } catch (error) {
      this.logger.warn(
        { err: error, deliveries: due.length },
        'the queue is unavailable; deliveries wait for the sweep',
      );
    }
  }

  /** Stores a message of kind `ping`, which tests the receiver. */
  ping({ integratorId, webhookId }: WebhookId, deliveryId: string, now: Date): Promise<void> {
    const body = JSON.stringify({ id: deliveryId, kind: 'ping', occurredAt: now.toISOString(), data: {} });
    return this.add([{ deliveryId, integratorId, webhookId, kind: 'ping', reservationNo: '', body }], now);
  }

  /**
   * Sends one delivery again, or all of a webhook since an instant, at once. Earlier attempts do not count towards
   * giving it up. Returns the number of deliveries.
   */
  async again(webhookId: string, which: { deliveryId: string } | { since: Date }, now: Date): Promise<number> {
    const [condition, value] =
      'deliveryId' in which ? [`"deliveryId" = $3`, which.deliveryId] : [`"createdAt" >= $3`, which.since];
    const { rows } = await this.db.query<{ deliveryId: string; attempts: number }>(
      `update webhooks.deliveries set state = 'waiting', "dueAt" = $2, "endedAt" = null, "attemptsBefore" = attempts
       where "webhookId" = $1 and ${condition} returning "deliveryId", attempts`,
      [webhookId, now, value],
    );
    await this.enqueue(rows);
    return rows.length;
  }
}
