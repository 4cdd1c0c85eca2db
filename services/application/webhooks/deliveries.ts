import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues } from '@fynbos/platform/queue.ts';
import type { Pool } from 'pg';

/** The name of the queue that carries deliveries. */
export const WEBHOOK_QUEUE = 'webhooks';

/** One message for one webhook. `body` is what is sent, byte for byte, each time. */
export interface NewDelivery {
  readonly deliveryId: string;
  readonly integratorId: string;
  readonly webhookId: string;
  readonly kind: string;
  readonly reservationNo: string;
  readonly body: string;
  /** Not to be sent by itself: its webhook is off. */
  readonly isHeldBack?: boolean;
}

/** Puts down what is to be delivered and calls workers. The table is the truth; the sweep finds what no job carries. */
export class Deliveries {
  constructor(
    private readonly pool: Pool,
    private readonly queues: Pick<Queues, 'queue'>,
    private readonly logger: Logger,
  ) {}

  /** Puts deliveries down at `now`, each once by its id. */
  async add(deliveries: readonly NewDelivery[], now: Date): Promise<void> {
    if (deliveries.length === 0) return;
    const column = (pick: (delivery: NewDelivery) => string) => deliveries.map(pick);
    const { rows } = await this.pool.query<{ deliveryId: string; state: string }>(
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
    await this.call(due.map(({ deliveryId }) => ({ deliveryId, attempts: 0 })));
  }

  /** Calls a worker for deliveries that are due. A job's id is the delivery's and the attempt's: the same call twice is one job. */
  async call(due: readonly { deliveryId: string; attempts: number }[]): Promise<void> {
    if (due.length === 0) return;
    const jobs = due.map(({ deliveryId, attempts }) => ({
      name: 'delivery',
      data: { deliveryId },
      opts: { jobId: `${deliveryId}_${attempts}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
    }));
    try {
      await this.queues.queue<{ deliveryId: string }>(WEBHOOK_QUEUE).addBulk(jobs);
    } catch (error) {
      this.logger.warn({ err: error, deliveries: due.length }, 'deliveries wait for the sweep: the queue is away');
    }
  }

  /**
   * Sends again: one delivery, or all of a webhook that were made since an instant. Gives how many; what still waits is due
   * at once. Each begins anew: the attempts before do not count towards giving it up.
   */
  async again(webhookId: string, which: { deliveryId: string } | { since: Date }, now: Date): Promise<number> {
    const [condition, value] =
      'deliveryId' in which ? [`"deliveryId" = $3`, which.deliveryId] : [`"createdAt" >= $3`, which.since];
    const { rows } = await this.pool.query<{ deliveryId: string; attempts: number }>(
      `update webhooks.deliveries set state = 'waiting', "dueAt" = $2, "endedAt" = null, "attemptsBefore" = attempts
       where "webhookId" = $1 and ${condition} returning "deliveryId", attempts`,
      [webhookId, now, value],
    );
    await this.call(rows);
    return rows.length;
  }
}
