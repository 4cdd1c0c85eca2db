import { migrate } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';

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
