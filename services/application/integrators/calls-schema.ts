import { migrate } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';

const MIGRATIONS = [
  {
    id: '0001-calls',
    sql: `
      create table calls (
        "callId" uuid primary key,
        "integratorId" text not null,
        "keyId" text not null,
        "at" timestamptz not null,
        "form" text not null check ("form" in ('object', 'array', 'stream')),
        "dryRun" boolean not null,
        "status" integer not null,
        "durationMs" integer not null,
        "recorded" integer not null,
        "duplicate" integer not null,
        "conflict" integer not null,
        "rejected" integer not null,
        "unavailable" integer not null
      );
      create index on calls ("integratorId", "at" desc);

      create table "refusedItems" (
        "itemId" uuid primary key,
        "callId" uuid not null,
        "integratorId" text not null,
        "at" timestamptz not null,
        "line" integer not null,
        "type" text,
        "eventId" text,
        "reservationNo" text,
        "result" text not null check ("result" in ('conflict', 'rejected')),
        "errors" jsonb not null,
        -- What was sent, sealed under the key of the integrator's refused items; null where it was too long to keep.
        "sealed" text,
        "retriedAt" timestamptz,
        "retryResult" text
      );
      create index on "refusedItems" ("integratorId", "at" desc);
    `,
  },
];

/** Creates the tables of the call log, which is bounded and not part of the event log. */
export const migrateCalls = (db: Pool): Promise<readonly string[]> => migrate(db, 'integrations', MIGRATIONS);
