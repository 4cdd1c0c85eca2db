import { DomainError } from '@fynbos/domain/errors.ts';
import { UNTAXED_KINDS } from '@fynbos/domain/tax/certificates.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { type ReadModelTable, readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { type TaxCertificateRow, taxCertificates } from '@fynbos/projections/tax-certificates/tax-certificates.ts';
import type { Pool } from 'pg';

/** The read models that a tax year is told from. */
export const TAX_MODELS = {
  months: tax,
  certificates: taxCertificates,
  lines: payoutLines,
  people: agents,
  accounts: balances,
} as const;

/** Where they are read: the live tables, or those of a moment. */
export type TaxTables = Readonly<Record<keyof typeof TAX_MODELS, ReadModelTable>>;

const certificates = readModelTable(taxCertificates).sql;

/** Differences that are listed at most; the counts are of all. */
const LISTED = 500;

/** PAYE by month of payment, as EMP201 wants it; what the old system had declared is apart. Cents. */
export async function monthsOfYear(pool: Pool, { months }: TaxTables, taxYear: number): Promise<object[]> {
  const { rows } = await pool.query(
    `select month, "isOpening", count(distinct "agentId")::int as agents, sum("grossCents")::float8 as "grossCents",
       sum("payeCents")::float8 as "payeCents", sum("nettCents")::float8 as "nettCents"
     from ${months.sql} where "taxYear" = $1 group by month, "isOpening" order by month`,
    [taxYear],
  );
  return rows;
}

/**
 * Agents whose year has no certificate because it is negative: what one would be made of, as `certifiableYears` parts it, is
 * below zero in gross, PAYE or nett. Another certificate of the same agent may then say too much: finance looks at them all.
 */
async function negativeOf(pool: Pool, { months }: Pick<TaxTables, 'months'>, taxYear: number): Promise<number[]> {
  const { rows } = await pool.query<{ agentId: number }>(
    `select distinct "agentId" from (
       select "agentId" from ${months.sql} where "taxYear" = $1
       group by "agentId", case when kind = any($2) then kind end
       having least(sum("grossCents"), sum("payeCents"), sum("nettCents")) < 0
     ) as negative order by "agentId"`,
    [taxYear, UNTAXED_KINDS],
  );
  return rows.map(({ agentId }) => agentId);
}

/**
 * The year's reconciliation: certificates that hold against months, and months against payout lines by the bank's day, agent by
 * agent to the cent. A payment of one tax year that came back in the next stands among the differences.
 */
export async function reconciliationOf(
  pool: Pool,
  { months, certificates, lines }: TaxTables,
  taxYear: number,
): Promise<object> {
  const { rows } = await pool.query(
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
       (mg <> cg or mp <> cp) as "isUncertified", (pg <> lg or pp <> lp) as "isUnpaid" from whole`,
    [taxYear, `${taxYear - 1}-03-01`, `${taxYear}-03-01`],
  );
  const sum = (field: string): number => rows.reduce((total, row) => total + row[field], 0);
  const fields = [
    'monthsGross',
    'monthsPaye',
    'certificatesGross',
    'certificatesPaye',
    'paidGross',
    'paidPaye',
    'linesGross',
    'linesPaye',
  ];
  const differing = rows.filter(({ isUncertified, isUnpaid }) => isUncertified || isUnpaid);
  return {
    taxYear,
    agents: rows.length,
    totals: Object.fromEntries(fields.map((field) => [field, sum(field)])),
    differences: differing.length,
    negative: await negativeOf(pool, { months }, taxYear),
    rows: differing.slice(0, LISTED),
  };
}

/**
 * What is missing before certificates can be made, so that it can be asked for months before February: agents who were
 * paid in the year and, while it runs (`isRunning`), those who are owed something, with the fields that are blank or wrong.
 */
export async function completenessOf(
  pool: Pool,
  { months, accounts, people }: TaxTables,
  taxYear: number,
  isRunning: boolean,
): Promise<object> {
  const concerned = `select "agentId" from ${months.sql} where "taxYear" = $1
    union select "agentId" from ${accounts.sql} where $2::boolean and "balanceCents" > 0`;
  const { rows } = await pool.query<{ agentId: number; missing: string[] }>(
    `select "agentId", missing from (
       select t."agentId", array_remove(array[
         case when a.id is null then 'agent' end,
         case when a.surname = '' then 'surname' end,
         case when a."idNumberEnding" = '' then 'idNumber' end,
         case when not a."taxNumberValid" then 'taxNumber' end,
         case when a."physicalAddressLine1" = '' then 'physicalAddressLine1' end,
         case when a."taxCountry" = 'RSA' and a."postalCode" = '' then 'postalCode' end], null) as missing
       from (${concerned}) t left join ${people.sql} a on a.id = t."agentId"
     ) as checked where cardinality(missing) > 0 order by "agentId"`,
    [taxYear, isRunning],
  );
  const { rows: counted } = await pool.query<{ agents: number }>(
    `select count(*)::int as agents from (${concerned}) as concerned`,
    [taxYear, isRunning],
  );
  return { taxYear, agents: counted[0]?.agents ?? 0, incomplete: rows.length, rows: rows.slice(0, LISTED) };
}

/** One certificate; 404 where there is none. */
export async function certificateRow(pool: Pool, id: string): Promise<TaxCertificateRow> {
  const { rows } = await pool.query<TaxCertificateRow>(`select * from ${certificates} where id = $1`, [id]);
  if (!rows[0]) throw new DomainError('not-found', 'tax.certificate-unknown', 'There is no such certificate.');
  return rows[0];
}
