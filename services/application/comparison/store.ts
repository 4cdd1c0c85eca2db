import type { Cause } from '@fynbos/domain/comparison/causes.ts';
import type { ComparedAmounts } from '@fynbos/domain/comparison/comparison.ts';
import { migrate } from '@fynbos/platform/postgres.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import type pg from 'pg';

const MIGRATIONS = [
  {
    id: '0001-comparisons',
    sql: `create table progress ("comparisonId" text primary key, done integer not null default 0, total integer,
            "startedAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now());
          create table entries ("comparisonId" text not null, seq integer not null, cause text not null, "agentId" integer not null,
            "reservationNo" text, "promoCode" text, month text, "recordedAt" text not null, by text not null, reason text,
            "grossCents" bigint not null, "payeCents" bigint not null, "nettCents" bigint not null,
            primary key ("comparisonId", seq))`,
  },
];

/** Creates or upgrades the schema `comparisons`: the progress and the single entries of comparisons. */
export const migrateComparisons = (db: pg.Pool): Promise<readonly string[]> => migrate(db, 'comparisons', MIGRATIONS);

/** How long the single entries of a comparison are kept. Its totals are events, and are kept for ever. */
export const ENTRIES_KEPT_DAYS = 90;

/** An account entry between two moments. Cents; a deduction is negative. */
export interface ComparedEntry extends ComparedAmounts {
  readonly cause: Cause;
  readonly agentId: number;
  readonly reservationNo: string | null;
  /** Month of the invoice; null where it is not in the entry. */
  readonly month: string | null;
  readonly promoCode: string | null;
  readonly recordedAt: string;
  /** Kind and id of the actor. */
  readonly by: string;
  readonly reason: string | null;
}

export async function beginEntries(db: pg.Pool, comparisonId: string, total: number | null): Promise<void> {
  const old = `select "comparisonId" from comparisons.progress where "startedAt" < now() - make_interval(days => $1)`;
  await db.query(`delete from comparisons.entries where "comparisonId" in (${old})`, [ENTRIES_KEPT_DAYS]);
  await db.query(`delete from comparisons.progress where "startedAt" < now() - make_interval(days => $1)`, [
    ENTRIES_KEPT_DAYS,
  ]);
  await db.query('delete from comparisons.entries where "comparisonId" = $1', [comparisonId]);
  await db.query(
    `insert into comparisons.progress ("comparisonId", total) values ($1, $2)
     on conflict ("comparisonId") do update set done = 0, total = $2, "startedAt" = now(), "updatedAt" = now()`,
    [comparisonId, total],
  );
}

/** Stores entries with consecutive numbers from `first` on. A repeated call changes nothing. */
export async function addEntries(
  db: pg.Pool,
  comparisonId: string,
  first: number,
  entries: readonly ComparedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const column = <Key extends keyof ComparedEntry>(name: Key) => entries.map((entry) => entry[name]);
  await db.query(
    `insert into comparisons.entries ("comparisonId", seq, cause, "agentId", "reservationNo", month, "promoCode", "recordedAt", by,
       reason, "grossCents", "payeCents", "nettCents")
     select $1, $2 + ordinality, cause, agent, reservation, month, promo, at, by, reason, gross, paye, nett
     from unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::bigint[],
       $12::bigint[], $13::bigint[]) with ordinality
       as e(cause, agent, reservation, month, promo, at, by, reason, gross, paye, nett, ordinality)
     on conflict do nothing`,
    [
      comparisonId,
      first - 1,
      column('cause'),
      column('agentId'),
      column('reservationNo'),
      column('month'),
      column('promoCode'),
      column('recordedAt'),
      column('by'),
      column('reason'),
      column('grossCents'),
      column('payeCents'),
      column('nettCents'),
    ],
  );
}

/** Gives corrections and expired rewards the promotion and the month of their reservation. */
export const nameReservations = (db: pg.Pool, comparisonId: string): Promise<unknown> =>
  db.query(
    `update comparisons.entries e set "promoCode" = i."promoCode", month = coalesce(e.month, i.month)
     from ${readModelTable(incentives).sql} i
     where e."comparisonId" = $1 and e."promoCode" is null and e."reservationNo" = i."reservationNo"`,
    [comparisonId],
  );

/** Records how many account events have been read. */
export const noteRead = (db: pg.Pool, comparisonId: string, done: number): Promise<unknown> =>
  db.query('update comparisons.progress set done = $2, "updatedAt" = now() where "comparisonId" = $1', [
    comparisonId,
    done,
  ]);
