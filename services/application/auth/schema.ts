import { migrate } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';

/** Short-lived. Nothing leads back to a code, link or person: codes are derived from ids, buckets are keyed hashes. */
const MIGRATIONS = [
  {
    id: '0001-auth',
    sql: `
      create sequence "agentIds";
      create sequence "adminIds";
      create sequence "enquiryIds";

      create table sessions (
        "sessionId" uuid primary key,
        person text not null,
        "createdAt" timestamptz not null,
        "lastSeenAt" timestamptz not null,
        "endedAt" timestamptz,
        device text not null,
        network text not null
      );
      create index on sessions (person) where "endedAt" is null;

      create table codes (
        "codeId" uuid primary key,
        person text not null,
        purpose text not null check (purpose in ('registration', 'sign-in', 'personal', 'password', 'banking')),
        "sessionId" uuid,
        "passwordAt" timestamptz,
        "sentAt" timestamptz not null,
        "expiresAt" timestamptz not null,
        tries integer not null default 0,
        "endedAt" timestamptz
      );
      create index on codes (person, "sentAt");

      create table proofs (
        "sessionId" uuid not null,
        purpose text not null,
        "expiresAt" timestamptz not null,
        primary key ("sessionId", purpose)
      );

      create table hits (bucket text not null, at timestamptz not null, mark uuid not null);
      create index on hits (bucket, at);

      -- Takes one of at most "most" within the window, not sooner than the gap after the last; gives the seconds to wait
      -- where there is none left, otherwise 0. The lock makes processes that ask at once wait for each other.
      create function take(which text, most integer, span interval, gap interval, moment timestamptz, tag uuid)
      returns double precision language plpgsql as $take$
      declare
        newest timestamptz;
        blocking timestamptz;
        wait double precision := 0;
      begin
        -- Losing a count in a crash does no harm; waiting for the disk would slow every sign-in.
        perform set_config('synchronous_commit', 'off', true);
        perform pg_advisory_xact_lock(hashtextextended(which, 4711));
        delete from auth.hits where bucket = which and at <= moment - span;
        select max(at) into newest from auth.hits where bucket = which;
        -- Without a minimum gap, concurrent calls may read moments slightly ahead of their own.
        if gap > interval '0' and newest + gap > moment then wait := extract(epoch from newest + gap - moment); end if;
        select at into blocking from auth.hits where bucket = which order by at desc offset most - 1 limit 1;
        if blocking is not null then wait := greatest(wait, extract(epoch from blocking + span - moment)); end if;
        if wait > 0 then return wait; end if;
        insert into auth.hits (bucket, at, mark) values (which, moment, tag);
        return 0;
      end $take$;

      create table windows (bucket text primary key, "startedAt" timestamptz not null, count integer not null);

      -- Like take, for frequent calls: one row counts the calls of a fixed window.
      create function "takeOften"(which text, most integer, span interval, moment timestamptz)
      returns double precision language plpgsql as $take$
      declare
        current auth.windows;
      begin
        perform set_config('synchronous_commit', 'off', true);
        insert into auth.windows as w values (which, moment, 1)
        on conflict (bucket) do update set
          "startedAt" = case when w."startedAt" <= moment - span then moment else w."startedAt" end,
          count = case when w."startedAt" <= moment - span then 1 else w.count + 1 end
        returning * into current;
        if current.count <= most then return 0; end if;
        return greatest(1, extract(epoch from current."startedAt" + span - moment));
      end $take$;
    `,
  },
  {
    id: '0002-code-channel',
    sql: `alter table codes add column channel text not null default 'sms' check (channel in ('email', 'sms'))`,
  },
  {
    // The version of the password entered before a sign-in code; null for other codes and for codes of older releases.
    id: '0003-password-version',
    sql: `alter table codes add column "passwordVersion" integer`,
  },
  {
    // The keyed hash of the network that requested a code (null: any network counts), and wrong attempts from others.
    id: '0004-code-network',
    sql: `alter table codes add column network text; alter table codes add column "triesElsewhere" integer not null default 0`,
  },
  {
    id: '0005-deletion-codes',
    sql: `alter table codes drop constraint codes_purpose_check;
      alter table codes add constraint codes_purpose_check
        check (purpose in ('registration', 'sign-in', 'personal', 'password', 'banking', 'deletion'))`,
  },
  {
    // Challenges that a passkey has answered, until they expire. Unanswered ones are not stored.
    id: '0006-passkeys',
    sql: `create table "answeredChallenges" (challenge text primary key, "expiresAt" timestamptz not null);
      create index on "answeredChallenges" ("expiresAt");
      alter table codes drop constraint codes_purpose_check;
      alter table codes add constraint codes_purpose_check
        check (purpose in ('registration', 'sign-in', 'personal', 'password', 'banking', 'deletion', 'passkeys'))`,
  },
  {
    id: '0007-devices',
    sql: `create table devices (
        "deviceId" uuid primary key,
        person text not null,
        "tokenHash" text not null unique,
        "passwordVersion" integer not null,
        device text not null,
        network text not null,
        "createdAt" timestamptz not null,
        "lastUsedAt" timestamptz not null,
        "expiresAt" timestamptz not null
      );
      create index on devices (person)`,
  },
  {
    // Records that administrators have open. Lost in a crash, which heartbeats repair.
    id: '0008-presence',
    sql: `create unlogged table presence (
      record text not null,
      "adminId" integer not null,
      "isEditing" boolean not null,
      "heardAt" timestamptz not null,
      primary key (record, "adminId")
    )`,
  },
  {
    // The revision of the sign-in's event in the person's stream. Null until it is recorded, and in earlier releases.
    id: '0009-sign-in-revision',
    sql: 'alter table sessions add column revision integer; alter table devices add column revision integer',
  },
  {
    // An attempt while its password is being checked. The previous release counts it like any other.
    id: '0010-attempts',
    sql: `
      alter table hits add column "isChecking" boolean not null default false;

      -- Like take, for an attempt that is refunded if it succeeds. It counts from the start. Gives -1 where there are
      -- too many, but not too many failures: the caller waits until some are decided. A check that never ended, because
      -- its process crashed, counts as a failure after a minute.
      create function "takeAttempt"(which text, most integer, span interval, moment timestamptz, tag uuid)
      returns double precision language plpgsql as $take$
      declare
        blocking timestamptz;
      begin
        perform set_config('synchronous_commit', 'off', true);
        perform pg_advisory_xact_lock(hashtextextended(which, 4711));
        delete from auth.hits where bucket = which and at <= moment - span;
        select at into blocking from auth.hits
        where bucket = which and (not "isChecking" or at <= moment - interval '1 minute')
        order by at desc offset most - 1 limit 1;
        if blocking is not null then return greatest(0.001, extract(epoch from blocking + span - moment)); end if;
        if (select count(*) from auth.hits where bucket = which) >= most then return -1; end if;
        insert into auth.hits (bucket, at, mark, "isChecking") values (which, moment, tag, true);
        return 0;
      end $take$;
    `,
  },
];

/** Makes or upgrades the schema `auth`. */
export const migrateAuth = (db: Pool): Promise<readonly string[]> => migrate(db, 'auth', MIGRATIONS);

/** Kinds of ids with a sequence of their own. The ids are part of stream names (`agent-17`). */
export const ID_KINDS = ['agent', 'admin', 'enquiry'] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** The next ids of a kind: positive integers; gaps are possible. */
export async function nextIds(db: Pool, kind: IdKind, count = 1): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `select nextval('auth."${kind}Ids"')::text as id from generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => Number(id));
}

/** If it is not above already. Does nothing if this database does not generate ids. */
export async function raiseIds(db: Pool, kind: IdKind, highest: number): Promise<void> {
  await db.query(
    `select setval(ids, $2) from to_regclass($1) as ids
     where ids is not null and $2 > coalesce(pg_sequence_last_value(ids), 0)`,
    [`auth."${kind}Ids"`, highest],
  );
}
