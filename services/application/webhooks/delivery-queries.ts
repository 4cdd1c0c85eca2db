import { migrate } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';
import type { DeliveryState } from './deliveries.ts';

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
];

/** Creates or upgrades the schema `webhooks`: deliveries, their attempts, and the health of webhooks. */
export const migrateWebhooks = (db: Pool): Promise<readonly string[]> => migrate(db, 'webhooks', MIGRATIONS);

const PAGE = 50;

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
interface DeliveryRow {
  readonly deliveryId: string;
  readonly kind: string;
  readonly reservationNo: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly body: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** When it is tried next; null if it is not waiting. */
  readonly dueAt: Date | null;
  readonly answers: readonly { at: string; status: number | null; error: string | null; ms: number }[];
}

/** A page of a webhook's deliveries, the newest first. */
export async function deliveriesOf(
  db: Pool,
  webhookId: string,
  { before, state }: { before?: string | undefined; state?: string | undefined },
): Promise<readonly DeliveryRow[]> {
  const { rows } = await db.query<DeliveryRow>(
    `select d."deliveryId", d.kind, d."reservationNo", d.state, d.attempts, d.body, d."createdAt", d."endedAt",
       case when d.state = 'waiting' then d."dueAt" end as "dueAt",
       coalesce((select json_agg(json_build_object('at', a.at, 'status', a.status, 'error', a.error, 'ms', a.ms) order by a.at)
         from webhooks.attempts a where a."deliveryId" = d."deliveryId"), '[]') as answers
     from webhooks.deliveries d
     where d."webhookId" = $1 and ($2::timestamptz is null or d."createdAt" < $2) and ($3::text is null or d.state = $3)
     order by d."createdAt" desc, d."deliveryId" limit ${PAGE}`,
    [webhookId, before ?? null, state ?? null],
  );
  return rows;
}
