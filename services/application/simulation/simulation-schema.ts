import { migrate } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';

const MIGRATIONS = [
  {
    id: '0001-runs',
    sql: `
      create table runs (
        id text primary key,
        definition json not null,
        state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
        "askedBy" integer not null,
        "askedAt" timestamptz not null,
        "schema" text,
        position text,
        "asOf" timestamptz,
        done integer not null default 0,
        total integer,
        rate real not null default 0,
        "remainingMs" bigint,
        totals json,
        error text,
        attempts integer not null default 0,
        "cancelRequested" boolean not null default false,
        "updatedAt" timestamptz not null default now()
      );
      create index on runs ("askedAt");
      create table bookings (
        "recalculationId" text primary key,
        done integer not null default 0,
        total integer not null,
        "updatedAt" timestamptz not null default now()
      );
    `,
  },
];

/** Creates or upgrades the schema `what_if`: simulations with their progress, and the progress of bookings. */
export const migrateSimulations = (db: pg.Pool): Promise<readonly string[]> => migrate(db, 'what_if', MIGRATIONS);
