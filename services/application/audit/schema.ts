import { migrate } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';

const MIGRATIONS = [
  {
    id: '0001-audit',
    sql: `
      create table verifications (
        id text primary key,
        how text not null check (how in ('asked', 'nightly', 'command')),
        state text not null default 'running' check (state in ('running', 'done', 'failed')),
        done bigint not null default 0,
        total bigint not null default 0,
        result json,
        error text,
        "startedAt" timestamptz not null,
        "updatedAt" timestamptz not null
      );
      create index on verifications ("startedAt" desc);
      -- Where the events after the last checkpoint begin, by kind of store: positions of one mean nothing in another.
      create table covered (
        store text primary key,
        number integer not null,
        events bigint not null,
        position text
      );
    `,
  },
  {
    id: '0002-signed-at',
    sql: `
      -- When the log was last signed to its end and the checkpoint archive brought up to it, whether or not anything was new.
      alter table covered add column "signedAt" timestamptz;
      alter table verifications drop constraint verifications_how_check,
        add constraint verifications_how_check check (how in ('asked', 'nightly', 'command', 'signing'));
    `,
  },
  {
    id: '0003-heard-at',
    sql: `
      -- By Postgres's clock: when a proof that runs was last heard of.
      alter table verifications add column "heardAt" timestamptz not null default now();
    `,
  },
  {
    id: '0004-view-alerts',
    sql: `
      -- Alerts by e-mail about new entries of a saved view, by view and administrator. Entries recorded up to "since" are
      -- settled; entries after it that were sent are in "alertedEvents".
      create table "viewAlerts" (
        "viewId" text not null,
        "adminId" integer not null,
        "since" text not null,
        "sentAt" timestamptz,
        primary key ("viewId", "adminId")
      );
      create table "alertedEvents" (
        "viewId" text not null,
        "adminId" integer not null,
        "eventId" uuid not null,
        "recordedAt" text not null,
        primary key ("viewId", "adminId", "eventId")
      );
    `,
  },
];

/** Creates or upgrades the schema `audit`: results of log verifications, and the extent of the log's checkpoints. */
export const migrateAudit = (db: Pool): Promise<readonly string[]> => migrate(db, 'audit', MIGRATIONS);
