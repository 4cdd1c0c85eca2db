import type { EventStore, Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import {
  type AnyProjection,
  liveInstance,
  type ProjectionInstance,
  qualifiedTable,
  quoted,
} from './projection-instance.ts';
import { inTransaction } from './transaction.ts';

const ENGINE_LOCK = 7_310_001;

/**
 * Random, so that a value never repeats, neither after a swap nor after a crash that loses advances. A sequence would
 * repeat values, and a paused worker would pass for the owner and skip events. An integer that JavaScript can
 * represent.
 */
export const NEW_FENCE = '(random() * 9007199254740991)::bigint';

/** Positions sort by bytes, as the event store guarantees. */
const ENGINE = `
create extension if not exists pg_trgm with schema public;
create schema if not exists engine;
create table if not exists engine.checkpoints (
  "projection" text not null,
  "partition" int not null,
  "kind" text not null check ("kind" in ('projection', 'reaction')),
  "version" int not null,
  "position" text collate "C",
  "fence" bigint not null default ${NEW_FENCE},
  "appendedPosition" text collate "C",
  "layer" int not null default 0,
  "events" bigint not null default 0,
  "rate" real not null default 0,
  "updatedAt" timestamptz not null default now(),
  "buildsTo" text collate "C",
  "buildsSince" timestamptz,
  primary key ("projection", "partition")
) with (fillfactor = 50);
do $$ begin
  -- Tables of older releases. Checked first: "alter table … if not exists" takes its lock even when nothing changes.
  if not exists (select from information_schema.columns
      where table_schema = 'engine' and table_name = 'checkpoints' and column_name = 'buildsTo') then
    alter table engine.checkpoints add column "buildsTo" text collate "C", add column "buildsSince" timestamptz;
  end if;
end $$;
-- Blocked keys with their failed event, and the events of each blocked key. The tables keep the names of earlier releases.
create table if not exists engine.parked (
  "projection" text not null,
  "key" text not null,
  "partition" int not null,
  "eventId" uuid not null,
  "position" text collate "C" not null,
  "errorCode" text not null,
  "errorMessage" text not null,
  "parkedAt" timestamptz not null default now(),
  primary key ("projection", "key")
);
create table if not exists engine."parkedEvents" (
  "projection" text not null,
  "key" text not null,
  "seq" bigint generated always as identity,
  "eventId" uuid not null,
  "position" text collate "C" not null,
  primary key ("projection", "key", "seq"),
  foreign key ("projection", "key") references engine.parked on update cascade on delete cascade
);
create table if not exists engine.replays (
  "id" text primary key,
  "projection" text not null,
  "version" int not null,
  "state" text not null,
  "schema" text,
  "asOf" timestamptz,
  "done" bigint not null default 0,
  "total" bigint,
  "rate" real not null default 0,
  "remainingMs" bigint,
  "comparison" jsonb,
  "error" text,
  "cancelRequested" boolean not null default false,
  "startedAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index if not exists "replays_startedAt" on engine.replays ("startedAt");
`;

/** Creates the engine's own missing tables. Safe to run from several processes at once. */
export async function ensureEngine(db: pg.Pool): Promise<void> {
  // One transaction. Concurrent `create … if not exists` statements fail without the lock.
  await db.query(`select pg_advisory_xact_lock(${ENGINE_LOCK}); ${ENGINE}`);
}

/** SQL that creates the table of an instance, without its secondary indexes. */
export function createTable(instance: ProjectionInstance): string {
  const { primaryKey, columns: types } = instance.projection;
  const columns = Object.entries<string>(types).map(([name, type]) => `${quoted(name)} ${type}`);
  return `create table if not exists ${qualifiedTable(instance)} (${columns.join(', ')}, primary key (${quoted(primaryKey)}));`;
}

/** Statements that create the secondary indexes of an instance, named by their index in the table's list. */
export const createIndexes = (instance: ProjectionInstance): readonly string[] =>
  (instance.projection.indexes ?? []).map(
    (index, at) => `create index if not exists ${quoted(`index${at + 1}`)} on ${qualifiedTable(instance)} ${index};`,
  );

/**
 * They start at the log's beginning. `buildsTo`: the end of the log, before which it must not be read; null without
 * readers.
 */
export function createCheckpoints(
  instance: ProjectionInstance,
  buildsTo: Position | null = null,
): { text: string; values: unknown[] } {
  return {
    text: `insert into engine.checkpoints ("projection", "partition", "kind", "version", "buildsTo", "buildsSince")
      select $1, p, 'projection', $2, $4::text, case when $4::text is null then null else now() end
      from generate_series(0, $3::int - 1) p on conflict do nothing`,
    values: [instance.id, instance.projection.version, instance.projection.partitions, buildsTo],
  };
}

/** A read model and a reaction have the same name: they would advance each other's checkpoints. */
class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

/** Their checkpoints are in one table. Throws `NameTaken`. */
export async function assertKind(db: pg.Pool, name: string, kind: 'projection' | 'reaction'): Promise<void> {
  const { rows } = await db.query(`select 1 from engine.checkpoints where "projection" = $1 and "kind" <> $2 limit 1`, [
    name,
    kind,
  ]);
  if (rows.length > 0)
    throw new NameTaken(`the ${kind} ${name} has the name of a ${kind === 'reaction' ? 'read model' : 'reaction'}`);
}

type Definition = Pick<AnyProjection, 'version' | 'partitions'>;

/** Whether the live instance has the version and number of partitions in code. */
export const hasDefinitionOf = (projection: AnyProjection, live: Definition | null): boolean =>
  live?.version === projection.version && live.partitions === projection.partitions;

/** The version and number of partitions of the live instance, or null where there is none. */
export async function liveDefinition(db: pg.Pool, name: string): Promise<Definition | null> {
  const { rows } = await db.query(
    `select max("version")::int as "version", count(*)::int as "partitions" from engine.checkpoints
     where "projection" = $1 having count(*) > 0`,
    [name],
  );
  return rows[0] ?? null;
}

/**
 * An existing instance of any version stays: `rebuild/rebuild.ts` builds the next one. Returns whether the live one has
 * the version in code. Throws `NameTaken` and, when it creates an instance, the errors of `store`.
 */
export async function ensureLive(
  db: pg.Pool,
  projection: AnyProjection,
  store?: Pick<EventStore, 'head'>,
): Promise<boolean> {
  await assertKind(db, projection.name, 'projection');
  const live = await liveDefinition(db, projection.name);
  if (live) return hasDefinitionOf(projection, live);
  const buildsTo = (await store?.head()) ?? null;
  const instance = liveInstance(projection);
  await inTransaction(db, async (client) => {
    await client.query(`select pg_advisory_xact_lock(${ENGINE_LOCK})`);
    await client.query(
      `create schema if not exists ${quoted(instance.schema)}; ${createTable(instance)} ${createIndexes(instance).join(' ')}`,
    );
    await client.query(createCheckpoints(instance, buildsTo));
  });
  return ensureLive(db, projection);
}
