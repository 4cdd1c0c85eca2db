import type { Cause } from '@fynbos/domain/comparison/causes.ts';
import type { ComparedAmounts } from '@fynbos/domain/comparison/comparison.ts';
import { insertRows, migrate } from '@fynbos/platform/postgres.ts';
import { invoicedReservations } from '@fynbos/projections/incentives/queries.ts';
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
export const ENTRY_RETENTION_DAYS = 90;

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
  await db.query(`delete from comparisons.entries where "comparisonId" in (${old})`, [ENTRY_RETENTION_DAYS]);
  await db.query(`delete from comparisons.progress where "startedAt" < now() - make_interval(days => $1)`, [
    ENTRY_RETENTION_DAYS,
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
  const rows = entries.map((entry, index) => ({ comparisonId, seq: first + index, ...entry }));
  await insertRows(db, 'comparisons.entries', rows, 'on conflict do nothing');
}

/** Gives corrections and expired rewards the promotion and the month of their reservation. */
export async function assignReservationMonths(db: pg.Pool, comparisonId: string): Promise<void> {
  const { rows } = await db.query<{ reservationNo: string }>(
    `select distinct "reservationNo" from comparisons.entries
     where "comparisonId" = $1 and "promoCode" is null and "reservationNo" is not null`,
    [comparisonId],
  );
  const numbers = rows.map(({ reservationNo }) => reservationNo);
  const invoiced = [...(await invoicedReservations(db, numbers)).values()];
  await db.query(
    `update comparisons.entries e set "promoCode" = i."promoCode", month = coalesce(e.month, left(i.day, 7))
     from unnest($2::text[], $3::text[], $4::text[]) as i("reservationNo", "promoCode", day)
     where e."comparisonId" = $1 and e."promoCode" is null and e."reservationNo" = i."reservationNo"`,
    [
      comparisonId,
      invoiced.map(({ reservationNo }) => reservationNo),
      invoiced.map(({ promoCode }) => promoCode),
      invoiced.map(({ invoiceDate }) => invoiceDate),
    ],
  );
}

/** Records how many account events have been read. */
export const recordProgress = (db: pg.Pool, comparisonId: string, done: number): Promise<unknown> =>
  db.query('update comparisons.progress set done = $2, "updatedAt" = now() where "comparisonId" = $1', [
    comparisonId,
    done,
  ]);
