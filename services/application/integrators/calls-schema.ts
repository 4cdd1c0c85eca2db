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

export const migrateCalls = (db: Pool): Promise<readonly string[]> => migrate(db, 'integrations', MIGRATIONS);

/** Number of calls, and of refused items, kept per integrator, and for how long. */
export const MAX_STORED_CALLS = 1_000;
const RETENTION_INTERVAL = "interval '30 days'";
const TABLES = ['calls', '"refusedItems"'];

/** The subject of the key that encrypts an integrator's refused items. */
export const sealedAs = (integratorId: string): string => `refused-items-${integratorId}`;

/** Deletes the calls and refused items of these integrators that are too old or too many. The tables must exist. */
export async function pruneCalls(db: Pool, integratorIds: readonly string[]): Promise<void> {
  for (const table of TABLES)
    await db.query(
      // Materialized: otherwise Postgres computes the cut for each row (a million rows read, 250 ms).
      `with x as materialized (
         select who.id, (select c."at" from integrations.${table} c where c."integratorId" = who.id
           order by c."at" desc offset $2 limit 1) as cut from unnest($1::text[]) as who(id))
       delete from integrations.${table} t using x
       where t."integratorId" = x.id and (t."at" < now() - ${RETENTION_INTERVAL} or t."at" <= x.cut)`,
      [integratorIds, MAX_STORED_CALLS],
    );
}

/** Prunes the calls of all integrators, removed ones included. Runs daily. */
export async function pruneAllCalls(db: Pool): Promise<{ integrators: number }> {
  const { rows } = await db.query<{ id: string }>(
    TABLES.map((table) => `select distinct "integratorId" as id from integrations.${table}`).join(' union '),
  );
  await pruneCalls(
    db,
    rows.map(({ id }) => id),
  );
  return { integrators: rows.length };
}
