import { instant } from '@fynbos/domain/event-schema.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { insertRows, migrate } from '@fynbos/platform/postgres.ts';
import { enqueueAttempts } from '@fynbos/platform/queue/outbox.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import type { Pool } from 'pg';
import { z } from 'zod';

const MIGRATIONS = [
  {
    id: '0001-deliveries',
    sql: `
      create table deliveries (
        "deliveryId" uuid primary key,
        "integratorId" text not null,
        "webhookId" text not null,
        kind text not null,
        "reservationNo" text not null,
        body text not null,
        state text not null default 'waiting' check (state in ('waiting', 'taken', 'given-up', 'dropped')),
        attempts integer not null default 0,
        "dueAt" timestamptz not null,
        "claimedUntil" timestamptz,
        "createdAt" timestamptz not null,
        "endedAt" timestamptz
      );
      create index on deliveries ("dueAt") where state = 'waiting';
      create index on deliveries ("webhookId", "createdAt" desc, "deliveryId");
      create table attempts (
        "deliveryId" uuid not null references deliveries on delete cascade,
        at timestamptz not null,
        status integer,
        error text,
        ms integer not null
      );
      create index on attempts ("deliveryId", at);
      create table health (
        "webhookId" text primary key,
        "takenAt" timestamptz,
        "failingSince" timestamptz
      );
    `,
  },
  {
    id: '0002-sent-again',
    sql: 'alter table deliveries add column "attemptsBefore" integer not null default 0',
  },
  {
    id: '0003-due-of-webhook',
    sql: `
      create index on deliveries ("webhookId", "dueAt") where state = 'waiting';
      drop index "deliveries_dueAt_idx";
    `,
  },
];

/** Creates or upgrades the schema `webhooks`: deliveries, their attempts, and the health of webhooks. */
export const migrateWebhooks = (db: Pool): Promise<readonly string[]> => migrate(db, 'webhooks', MIGRATIONS);

const DELIVERIES_PER_PAGE = 50;

interface Health {
  readonly takenAt: Date | null;
  readonly failingSince: Date | null;
}

/** When each webhook last accepted a delivery, and since when it has been failing. */
export async function healthOf(db: Pool, webhookIds: readonly string[]): Promise<ReadonlyMap<string, Health>> {
  const { rows } = await db.query<Health & { webhookId: string }>(
    `select "webhookId", "takenAt", "failingSince" from webhooks.health where "webhookId" = any($1)`,
    [webhookIds],
  );
  return new Map(rows.map(({ webhookId, takenAt, failingSince }) => [webhookId, { takenAt, failingSince }]));
}

/** A delivery with the body that was sent and the answer to each attempt. */
export const deliveryRow = z.object({
  deliveryId: z.string(),
  kind: z.string(),
  reservationNo: z.string(),
  /** `taken`: accepted. `given-up`: all attempts failed. `dropped`: its webhook was disabled or removed. */
  state: z.enum(['waiting', 'taken', 'given-up', 'dropped']),
  attempts: z.int(),
  body: z.string(),
  createdAt: z.date(),
  endedAt: z.date().nullable(),
  /** When it is tried next; null if it is not waiting. */
  dueAt: z.date().nullable(),
  answers: z.array(z.object({ at: z.string(), status: z.int().nullable(), error: z.string().nullable(), ms: z.int() })),
});
type DeliveryRow = z.output<typeof deliveryRow>;

/** The part of a webhook's deliveries to list. `before` and `beforeId`: `createdAt` and id of the last one so far. */
export const deliveryPage = z.object({
  before: instant.optional(),
  beforeId: z.uuid().optional(),
  state: z.string().max(20).optional(),
});

/** A page of a webhook's deliveries, the newest first. */
export async function deliveriesOf(
  db: Pool,
  webhookId: string,
  { before, beforeId, state }: z.output<typeof deliveryPage>,
): Promise<readonly DeliveryRow[]> {
  const { rows } = await db.query<DeliveryRow>(
    `select d."deliveryId", d.kind, d."reservationNo", d.state, d.attempts, d.body, d."createdAt", d."endedAt",
       case when d.state = 'waiting' then d."dueAt" end as "dueAt",
       coalesce((select json_agg(json_build_object('at', a.at, 'status', a.status, 'error', a.error, 'ms', a.ms) order by a.at)
         from webhooks.attempts a where a."deliveryId" = d."deliveryId"), '[]') as answers
     from webhooks.deliveries d
     where d."webhookId" = $1
       and ($2::timestamptz is null or d."createdAt" < $2 or (d."createdAt" = $2 and d."deliveryId" > $4::uuid)) and ($3::text is null or d.state = $3)
     order by d."createdAt" desc, d."deliveryId" limit ${DELIVERIES_PER_PAGE}`,
    [webhookId, before, state, beforeId],
  );
  return rows;
}

/** The number of a webhook's deliveries since an instant. */
export async function countDeliveries(db: Pool, webhookId: string, since: Date): Promise<number> {
  const text = `select count(*)::int as count from webhooks.deliveries where "webhookId" = $1 and "createdAt" >= $2`;
  return (await db.query<{ count: number }>(text, [webhookId, since])).rows[0]?.count ?? 0;
}

export const WEBHOOK_QUEUE = 'webhooks';

export interface WebhookId {
  readonly integratorId: string;
  readonly webhookId: string;
}

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
    readonly queues: Pick<Queues, 'queue'>,
    readonly logger: Logger,
  ) {}

  /** Stores deliveries, each once by its id. */
  async add(deliveries: readonly NewDelivery[], now: Date): Promise<void> {
    if (deliveries.length === 0) return;
    const stored = deliveries.map(({ isHeldBack = false, ...delivery }) => {
      const state = isHeldBack ? { state: 'dropped', endedAt: now } : { state: 'waiting', endedAt: null };
      return { ...delivery, ...state, dueAt: now, createdAt: now };
    });
    const then = 'on conflict ("deliveryId") do nothing returning "webhookId", state';
    const { rows } = await insertRows<{ webhookId: string; state: string }>(
      this.db,
      'webhooks.deliveries',
      stored,
      then,
    );
    await this.enqueue(rows.flatMap(({ webhookId, state }) => (state === 'waiting' ? [webhookId] : [])));
  }

  /** One job for each of these webhooks, which have due deliveries. */
  enqueue(webhookIds: readonly string[]): Promise<void> {
    const due = [...new Set(webhookIds)].map((id) => ({ id, attempts: 0 }));
    return enqueueAttempts(this, WEBHOOK_QUEUE, due);
  }

  /** Stores a message of kind `ping`, which tests the receiver. */
  ping({ integratorId, webhookId }: WebhookId, deliveryId: string, now: Date): Promise<void> {
    const body = JSON.stringify({ id: deliveryId, kind: 'ping', occurredAt: now.toISOString(), data: {} });
    return this.add([{ deliveryId, integratorId, webhookId, kind: 'ping', reservationNo: '', body }], now);
  }

  /** One, or all of a webhook since an instant, at once; earlier attempts do not count. Returns their number. */
  async sendAgain(webhookId: string, which: { deliveryId: string } | { since: Date }, now: Date): Promise<number> {
    const [condition, value] =
      'deliveryId' in which ? [`"deliveryId" = $3`, which.deliveryId] : [`"createdAt" >= $3`, which.since];
    const { rowCount } = await this.db.query(
      `update webhooks.deliveries set state = 'waiting', "dueAt" = $2, "endedAt" = null, "attemptsBefore" = attempts
       where "webhookId" = $1 and ${condition}`,
      [webhookId, now, value],
    );
    await this.enqueue([webhookId]);
    return rowCount ?? 0;
  }
}
