import { migrate } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';

const MIGRATIONS = [
  {
    id: '0001-notices',
    sql: `
      create table notices (
        "noticeId" uuid primary key,
        kind text not null,
        channel text not null check (channel in ('email', 'sms')),
        audience text not null check (audience in ('current', 'old', 'new')),
        "streamId" text not null,
        "eventId" uuid,
        detail text,
        state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'dropped', 'dead')),
        attempts integer not null default 0,
        "lastError" text,
        "correlationId" text not null,
        "createdAt" timestamptz not null,
        "changedAt" timestamptz not null
      );
      create index on notices (state, "changedAt") where state in ('queued', 'sending', 'dead');
      create index on notices ("streamId");
      create table "devInbox" (
        id bigint generated always as identity primary key,
        "to" text not null,
        channel text not null,
        subject text not null,
        text text not null,
        html text,
        "sentAt" timestamptz not null
      );
      create index on "devInbox" (lower("to"), id desc);
    `,
  },
  {
    // Notices that an older release stored, or still stores during the upgrade, are due at once.
    id: '0002-due-at',
    sql: `
      alter table notices add column "dueAt" timestamptz not null default now();
      create index on notices ("dueAt") where state = 'queued';
    `,
  },
  {
    // It is unknown whether the notices that an older release gave up were sent.
    id: '0003-may-have-left',
    sql: `alter table notices add column "mayHaveLeft" boolean not null default true;`,
  },
  {
    // By Postgres's clock; null for attempts of an older release.
    id: '0004-claimed-at',
    sql: `alter table notices add column "claimedAt" timestamptz;`,
  },
  {
    // Null for notices that are sent at once.
    id: '0005-send-at',
    sql: `alter table notices add column "sendAt" timestamptz;`,
  },
  {
    id: '0006-push',
    sql: `
      alter table notices drop constraint "notices_channel_check";
      alter table notices add constraint "notices_channel_check" check (channel in ('email', 'sms', 'push'));
    `,
  },
  {
    // The devices that a repeated attempt at a notification leaves out.
    id: '0007-reached',
    sql: `alter table notices add column reached uuid[] not null default '{}';`,
  },
  {
    id: '0008-restores',
    sql: `create table restores ("restoredAt" timestamptz primary key);`,
  },
];

/** Creates or upgrades the schema `notices`: all notices and, outside production, the sent messages. */
export const migrateNotices = (db: Pool): Promise<readonly string[]> => migrate(db, 'notices', MIGRATIONS);
