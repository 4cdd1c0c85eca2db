import type { Day, Month } from '@fynbos/domain/calendar.ts';
import { POSTAL_COUNTRIES } from '@fynbos/domain/country/countries.ts';
import { amounts, instant } from '@fynbos/domain/event-schema.ts';
import { MIN_CERTIFIED_CENTS, type TaxedMonth, UNTAXED_KINDS } from '@fynbos/domain/tax/certifiable-years.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { agents } from '../agents/agents.ts';
import { balances } from '../balances/balances.ts';
import { columnOf, liveTable, type ReadModelTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { payoutLines } from '../payout-lines/payout-lines.ts';
import { payouts } from '../payouts/payouts.ts';
import { taxCertificates } from '../tax-certificates/tax-certificates.ts';
import { type TaxRow, tax } from './tax.ts';

/** The read models that a tax year is shown from. */
export const TAX_MODELS = {
  months: tax,
  certificates: taxCertificates,
  lines: payoutLines,
  people: agents,
  accounts: balances,
} as const;

/** Their tables: the live ones, or those as of an instant. */
export type TaxTables = Readonly<Record<keyof typeof TAX_MODELS, ReadModelTable>>;

const TAX_MONTHS_TABLE = liveTable(tax);

/** Maximum number of listed rows; counts include all rows. */
const MAX_LISTED_ROWS = 500;

/** PAYE of one month of payment (EMP201). Amounts of the previous system are rows of their own (`isOpening`). Cents. */
export const payeMonth = z.object({
  month: z.string(),
  isOpening: z.boolean(),
  agents: z.int(),
  ...amounts.shape,
  /** Gross under treatments from which PAYE is due. */
  leviableCents: z.int(),
});
export type PayeMonth = z.output<typeof payeMonth>;

/** Agents with a payment. A payment that was returned leaves a row with amounts of zero. */
const PAID_AGENTS = `(count(distinct "agentId") filter (where "grossCents" <> 0 or "payeCents" <> 0))::int as agents`;

/** PAYE of a tax year by month of payment. */
export const monthsOfYear = (db: Pool, { months }: Pick<TaxTables, 'months'>, taxYear: number): Promise<PayeMonth[]> =>
  rowsOf(
    db,
    `select month, "isOpening", ${PAID_AGENTS}, sum("grossCents")::float8 as "grossCents",
       sum("payeCents")::float8 as "payeCents", sum("nettCents")::float8 as "nettCents",
       coalesce(sum("grossCents") filter (where not kind = any($2)), 0)::float8 as "leviableCents"
     from ${months.sql} where "taxYear" = $1 group by month, "isOpening" order by month, "isOpening"`,
    [taxYear, UNTAXED_KINDS],
  );

/** A line with a result that was recorded after the return of its month was due. Cents. */
export const lateResult = z.object({
  agentId: z.int(),
  runId: z.string(),
  reference: z.string(),
  /** `returned` and `failed` leave the month, `paid` joins it. */
  state: z.enum(['paid', 'failed', 'returned']),
  paidOn: z.iso.date(),
  recordedAt: instant,
  grossCents: z.int(),
  payeCents: z.int(),
});
export type LateResult = z.output<typeof lateResult>;

/**
 * Lines with a last result recorded after the return of the payment's month was due, newest first, and how many there
 * are. `due`: months of payment and the days on which their returns are due.
 */
export async function lateResults(
  db: Pool,
  { lines }: TaxTables,
  due: readonly { readonly month: Month; readonly on: Day }[],
): Promise<{ readonly rows: readonly LateResult[]; readonly total: number }> {
  const late = `from ${lines.sql} l join unnest($1::text[], $2::text[]) as due(month, "on") on due.month = left(l."paidOn", 7)
     where l.state in ('paid', 'failed', 'returned')
       and to_char(l."updatedAt"::timestamptz at time zone 'Africa/Johannesburg', 'YYYY-MM-DD') > due."on"`;
  const values = [due.map(({ month }) => month), due.map(({ on }) => on)];
  const [rows, [total = 0]] = await Promise.all([
    rowsOf<LateResult>(
      db,
      `select late.*, p.reference from (
         select l."agentId", l."runId", l.state, l."paidOn", l."updatedAt" as "recordedAt", l."grossCents", l."payeCents"
         ${late} order by l."updatedAt" desc, l."agentId" limit ${MAX_LISTED_ROWS}
       ) late join ${liveTable(payouts)} p on p.id = late."runId" order by late."recordedAt" desc, late."agentId"`,
      values,
    ),
    columnOf<number>(db, 'total', `select count(*)::int as total ${late}`, values),
  ]);
  return { rows, total };
}

/** Gross and PAYE paid to an agent in a tax year. Cents. */
export async function paidInYear(
  db: Pool,
  agentId: number,
  taxYear: number,
): Promise<{ grossCents: number; payeCents: number }> {
  const paid = await rowOf<{ grossCents: number; payeCents: number }>(
    db,
    `select coalesce(sum("grossCents"), 0)::float8 as "grossCents", coalesce(sum("payeCents"), 0)::float8 as "payeCents"
     from ${TAX_MONTHS_TABLE} where "agentId" = $1 and "taxYear" = $2`,
    [agentId, taxYear],
  );
  return paid ?? { grossCents: 0, payeCents: 0 };
}

/** PAYE of one month of payment under one treatment, without amounts of the previous system. Cents. */
export interface PayeOfTreatment {
  readonly kind: string;
  readonly agents: number;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
}

/** PAYE of a month of payment by treatment. */
export const payeByTreatment = (db: Pool, month: string, tableOf = liveTable): Promise<PayeOfTreatment[]> =>
  rowsOf(
    db,
    `select kind, ${PAID_AGENTS}, sum("grossCents")::float8 as "grossCents",
       sum("payeCents")::float8 as "payeCents", sum("nettCents")::float8 as "nettCents"
     from ${tableOf(tax)} where month = $1 and not "isOpening" group by kind order by kind`,
    [month],
  );

/** PAYE of months of payment, without amounts of the previous system. Months without payments are absent. Cents. */
export async function payeOfMonths(db: Pool, months: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ month: string; cents: number }>(
    db,
    `select month, sum("payeCents")::float8 as cents from ${TAX_MONTHS_TABLE} where month = any($1) and not "isOpening" group by month`,
    [months],
  );
  return new Map(rows.map(({ month, cents }) => [month, cents]));
}

/** The months of a tax year of the next `limit` agents after the agent id `after`, in the order of their ids. */
export async function taxMonthsByAgent(
  db: Pool,
  taxYear: number,
  after: number,
  limit: number,
): Promise<ReadonlyMap<number, readonly TaxedMonth[]>> {
  const rows = await rowsOf<TaxRow>(
    db,
    `select * from ${TAX_MONTHS_TABLE} where "taxYear" = $1 and "agentId" in
       (select distinct "agentId" from ${TAX_MONTHS_TABLE} where "taxYear" = $1 and "agentId" > $2 order by "agentId" limit $3)
     order by "agentId", month, kind, id`,
    [taxYear, after, limit],
  );
  return Map.groupBy(rows, ({ agentId }) => agentId);
}

/**
 * Gross, PAYE or nett of a certifiable part of the year is negative (T4). Another certificate of the agent may then
 * state too much, so finance checks each.
 */
const negativeAgents = (db: Pool, { months }: Pick<TaxTables, 'months'>, taxYear: number): Promise<number[]> =>
  columnOf(
    db,
    'agentId',
    `select distinct "agentId" from (
       select "agentId" from ${months.sql} where "taxYear" = $1
       group by "agentId", case when kind = any($2) then kind end
       having least(sum("grossCents"), sum("payeCents"), sum("nettCents")) < 0
     ) as negative order by "agentId"`,
    [taxYear, UNTAXED_KINDS],
  );

/** Sums in cents: all months, valid certificates, months without the previous system, and paid payout lines. */
const taxTotals = z.object({
  monthsGross: z.int(),
  monthsPaye: z.int(),
  certificatesGross: z.int(),
  certificatesPaye: z.int(),
  paidGross: z.int(),
  paidPaye: z.int(),
  linesGross: z.int(),
  linesPaye: z.int(),
});
type TaxTotals = z.output<typeof taxTotals>;

const taxDifference = taxTotals.extend({
  agentId: z.int(),
  /** Certificates differ from the months. */
  isUncertified: z.boolean(),
  /** Months differ from the payout lines. */
  isUnpaid: z.boolean(),
});
type TaxDifference = z.output<typeof taxDifference>;

export const taxReconciliationSchema = z.object({
  taxYear: z.int(),
  agents: z.int(),
  totals: taxTotals,
  differences: z.int(),
  /** Agents without a certificate because an amount of their year is negative. */
  negative: z.array(z.int()),
  rows: z.array(taxDifference),
});
export type TaxReconciliation = z.output<typeof taxReconciliationSchema>;

/** By agent, to the cent: valid certificates against months of payment, months against payout lines by bank's day. */
export async function taxReconciliation(
  db: Pool,
  { months, certificates, lines }: TaxTables,
  taxYear: number,
): Promise<TaxReconciliation> {
  const rows = await rowsOf<TaxDifference>(
    db,
    `with by_month as (
       select "agentId", sum("grossCents") as gross, sum("payeCents") as paye, sum("grossCents") filter (where not "isOpening") as paid_gross,
         sum("payeCents") filter (where not "isOpening") as paid_paye from ${months.sql} where "taxYear" = $1 group by "agentId"
     ), by_certificate as (
       select "agentId", sum("grossCents") as gross, sum("payeCents") as paye from ${certificates.sql}
       where "taxYear" = $1 and "withdrawnAt" is null group by "agentId"
     ), by_line as (
       select l."agentId", sum(l."grossCents") as gross, sum(l."payeCents") as paye from ${lines.sql} l
       where l.state = 'paid' and l."settledOn" >= $2 and l."settledOn" < $3 group by l."agentId"
     ), whole as (
       select coalesce(m."agentId", c."agentId", l."agentId") as "agentId", coalesce(m.gross, 0) as mg, coalesce(m.paye, 0) as mp,
         coalesce(m.paid_gross, 0) as pg, coalesce(m.paid_paye, 0) as pp, coalesce(c.gross, 0) as cg, coalesce(c.paye, 0) as cp,
         coalesce(l.gross, 0) as lg, coalesce(l.paye, 0) as lp
       from by_month m full join by_certificate c using ("agentId") full join by_line l on l."agentId" = coalesce(m."agentId", c."agentId")
     )
     select "agentId", mg::float8 as "monthsGross", mp::float8 as "monthsPaye", cg::float8 as "certificatesGross", cp::float8 as "certificatesPaye",
       pg::float8 as "paidGross", pp::float8 as "paidPaye", lg::float8 as "linesGross", lp::float8 as "linesPaye",
       (mg <> cg or mp <> cp) and not (cg = 0 and mg between 0 and ${MIN_CERTIFIED_CENTS - 1}) as "isUncertified", (pg <> lg or pp <> lp) as "isUnpaid" from whole`,
    [taxYear, `${taxYear - 1}-03-01`, `${taxYear}-03-01`],
  );
  const differing = rows.filter(({ isUncertified, isUnpaid }) => isUncertified || isUnpaid);
  const sum = (field: keyof TaxTotals): number => rows.reduce((total, row) => total + row[field], 0);
  return {
    taxYear,
    agents: rows.length,
    totals: Object.fromEntries(taxTotals.keyof().options.map((field) => [field, sum(field)])) as TaxTotals,
    differences: differing.length,
    negative: await negativeAgents(db, { months }, taxYear),
    rows: differing.slice(0, MAX_LISTED_ROWS),
  };
}

export const taxCompletenessSchema = z.object({
  taxYear: z.int(),
  /** Agents who were checked. */
  agents: z.int(),
  incomplete: z.int(),
  rows: z.array(z.object({ agentId: z.int(), missing: z.array(z.string()) })),
});
export type TaxCompleteness = z.output<typeof taxCompletenessSchema>;

/**
 * Paid in the year or, while it runs (`isRunning`), with a balance, so that finance can ask months before February. Not
 * for erased agents: their details are in retained records (K3).
 */
export async function taxCompleteness(
  db: Pool,
  { months, accounts, people }: TaxTables,
  taxYear: number,
  isRunning: boolean,
): Promise<TaxCompleteness> {
  const concerned = `select "agentId" from ${months.sql} where "taxYear" = $1
    union select "agentId" from ${accounts.sql} where $2::boolean and "balanceCents" > 0`;
  const rows = await rowsOf<{ agentId: number; missing: string[] }>(
    db,
    `select "agentId", missing from (
       select t."agentId", array_remove(array[
         case when a.id is null then 'agent' end,
         case when a.surname = '' then 'surname' end,
         case when a."idNumberEnding" = '' then 'idNumber' end,
         case when not a."taxNumberValid" then 'taxNumber' end,
         case when a."physicalAddressLine1" = '' then 'physicalAddressLine1' end,
         case when a."taxCountry" = any($3) and a."postalCode" = '' then 'postalCode' end], null) as missing
       from (${concerned}) t left join ${people.sql} a on a.id = t."agentId" where a.status is distinct from 'forgotten'
     ) as checked where cardinality(missing) > 0 order by "agentId"`,
    [taxYear, isRunning, POSTAL_COUNTRIES],
  );
  const count = `select count(*)::int as agents from (${concerned}) as concerned`;
  const [checked = 0] = await columnOf<number>(db, 'agents', count, [taxYear, isRunning]);
  return { taxYear, agents: checked, incomplete: rows.length, rows: rows.slice(0, MAX_LISTED_ROWS) };
}
