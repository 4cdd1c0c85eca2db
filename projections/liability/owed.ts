import { CONTACT_FREEZE_HOURS } from '@fynbos/domain/agent/deadlines.ts';
import { addDays, type Day, dayOf, HOUR_MS, instantAfter } from '@fynbos/domain/calendar.ts';
import { HOME } from '@fynbos/domain/country/countries.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { AGE_BUCKETS, type AgeBucket, STANDINGS, type Standing } from '@fynbos/domain/ledger/owed.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { rowsOf } from '../engine/read-model.ts';
import { LIVE_TABLES, type OwedTables } from './tables.ts';

const before = (at: Date, hours: number): string => instantAfter(at, -hours * HOUR_MS);

/** The parameters of `owedSql`, in its order. */
export function owedValues(at: Date, terms: RewardPolicyTerms): unknown[] {
  const today = dayOf(at);
  const since: Day[] = AGE_BUCKETS.flatMap(({ days }) => (days === null ? [] : [addDays(today, -days)]));
  return [
    ...since,
    before(at, terms.coolingHours),
    before(at, CONTACT_FREEZE_HOURS),
    terms.payoutMinimumCents,
    terms.treatmentCountries ?? [],
    today,
  ];
}

/** The number of parameters of `owedSql`. */
export const OWED_PARAMETERS = 10;

/**
 * `positions`: every agent with a balance other than zero, by age, with the reason that blocks the payment (as
 * `blocksOf`, except the format of the account number). Deductions use up the oldest rewards first (L11); the ages add
 * up to the balance. Cents nett.
 */
export function owedSql({ balances: owed, incentives: rewards, agents: people }: OwedTables): string {
  return `with earned as (
    select "agentId",
      sum("nettCents") filter (where "invoiceDate" >= $1) as a1,
      sum("nettCents") filter (where "invoiceDate" < $1 and "invoiceDate" >= $2) as a2,
      sum("nettCents") filter (where "invoiceDate" < $2 and "invoiceDate" >= $3) as a3,
      sum("nettCents") filter (where "invoiceDate" < $3 and "invoiceDate" >= $4) as a4,
      sum("nettCents") filter (where "invoiceDate" < $4 and "invoiceDate" >= $5) as a5,
      sum("nettCents") filter (where "invoiceDate" < $5) as a6,
      sum("nettCents") as total
    from ${rewards} where status = 'Earned' and "agentId" is not null group by "agentId"
  ), aged as (
    select b."agentId", b."loyaltyTrackingNo", b."balanceCents", b."runId", b.holds, b."isMinimumWaived",
      coalesce(e.a1, 0) as a1, coalesce(e.a2, 0) as a2, coalesce(e.a3, 0) as a3,
      coalesce(e.a4, 0) as a4, coalesce(e.a5, 0) as a5, coalesce(e.a6, 0) as a6,
      b."balanceCents" - coalesce(e.total, 0) as rest
    from ${owed} b left join earned e using ("agentId") where b."balanceCents" <> 0
  ), positions as (
    select g."agentId", g."loyaltyTrackingNo", g."balanceCents", p."firstName", p.surname, p."agencyName",
      p."bankChangedAt", p."contactChangedAt",
      greatest(0, least(a1, a1 + a2 + a3 + a4 + a5 + a6 + least(rest, 0)))::float8 as days30,
      greatest(0, least(a2, a2 + a3 + a4 + a5 + a6 + least(rest, 0)))::float8 as days60,
      greatest(0, least(a3, a3 + a4 + a5 + a6 + least(rest, 0)))::float8 as days90,
      greatest(0, least(a4, a4 + a5 + a6 + least(rest, 0)))::float8 as days180,
      greatest(0, least(a5, a5 + a6 + least(rest, 0)))::float8 as days365,
      greatest(0, least(a6, a6 + least(rest, 0)))::float8 as older,
      greatest(0, rest)::float8 as undated,
      least(0, g."balanceCents")::float8 as overdrawn,
      case
        when g."balanceCents" < 0 then 'Overdrawn'
        when g."runId" is not null then 'InRun'
        when p.status is distinct from 'active' then 'NotActive'
        when not p."employerConsent" then 'NoEmployerConsent'
        when not p."termsAccepted" then 'TermsNotAccepted'
        when g.holds > 0 then 'OnHold'
        when p."bankName" = '' or p."accountEnding" = '' or (p."bankCountry" = '${HOME}' and p."branchCode" !~ '^\\d{6}$')
          then 'BankDetailsMissing'
        when not p."taxNumberValid" then 'TaxNumberMissing'
        when p."taxCountry" = any($9::text[]) and coalesce(p."treatedFrom" > $10, true) then 'TaxTreatmentMissing'
        when p."bankChangedAt" > $6 then 'BankAccountCooling'
        when p."contactChangedAt" > $7 then 'ContactChanged'
        when g."balanceCents" < $8 and not g."isMinimumWaived" then 'BelowMinimum'
        else 'Payable'
      end as standing
    from aged g left join ${people} p on p.id = g."agentId"
  )`;
}

/** Balances by age, cents nett, and the number of agents. */
const ages = z.object(
  Object.fromEntries(AGE_BUCKETS.map(({ bucket }) => [bucket, z.int()])) as Record<AgeBucket, z.ZodInt>,
);
const standing = z.enum(Object.keys(STANDINGS) as [Standing, ...Standing[]]);
export const owedSums = ages.extend({ agents: z.int(), balanceCents: z.int() });
export const owedByStandingRow = owedSums.extend({ standing });
export type OwedSums = z.output<typeof owedSums>;

/** The sums of the balances owed at an instant, by the reason that blocks their payment. */
export async function owedByStanding(
  db: Pool,
  tables: OwedTables,
  at: Date,
  terms: RewardPolicyTerms,
): Promise<z.output<typeof owedByStandingRow>[]> {
  const sums = AGE_BUCKETS.map(({ bucket }) => `sum(${bucket})::float8 as "${bucket}"`).join(', ');
  return rowsOf(
    db,
    `${owedSql(tables)} select standing, count(*)::int as agents, sum("balanceCents")::float8 as "balanceCents", ${sums}
     from positions group by standing`,
    owedValues(at, terms),
  );
}

/** An agent's balance by age, and the reason that blocks its payment. Cents nett. */
export const owedAgent = ages.extend({
  agentId: z.int(),
  loyaltyTrackingNo: z.string().nullable(),
  firstName: z.string().nullable(),
  surname: z.string().nullable(),
  agencyName: z.string().nullable(),
  balanceCents: z.int(),
  standing,
  bankChangedAt: instant.nullable(),
  contactChangedAt: instant.nullable(),
});
export type OwedAgent = z.output<typeof owedAgent>;

const SORTS = {
  balanceCents: ['"balanceCents"'],
  agentId: [],
  surname: ['surname', '"firstName"'],
  id: [],
} as const;
export type OwedSort = keyof typeof SORTS;
export const isOwedSort = (field: string): field is OwedSort => Object.hasOwn(SORTS, field);

/** Filter and order of the agents. `age`: only those with an amount of this age. */
export interface OwedFilter {
  readonly standing?: string;
  readonly agentId?: number;
  readonly age?: AgeBucket;
  readonly sort: { readonly field: OwedSort; readonly descending: boolean };
}

/** The query of agents with a balance. `columns` must be a constant: it is part of the SQL text. */
export function owedAgentsQuery(
  { standing, agentId, age, sort }: OwedFilter,
  at: Date,
  terms: RewardPolicyTerms,
  columns = '*',
) {
  const values = owedValues(at, terms);
  const conditions = age === undefined ? [] : [`"${age}" <> 0`];
  for (const [column, value] of Object.entries({ standing, agentId })) {
    if (value === undefined) continue;
    values.push(value);
    conditions.push(`"${column}" = $${values.length}`);
  }
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const way = sort.descending ? 'desc' : 'asc';
  const order = `order by ${[...SORTS[sort.field], '"agentId"'].map((column) => `${column} ${way}`).join(', ')}`;
  return { text: `${owedSql(LIVE_TABLES)} select ${columns} from positions ${where} ${order}`, values };
}

/** A page of the agents with a balance, and how many there are. */
export async function owedAgentsPage(
  db: Pool,
  filter: OwedFilter,
  at: Date,
  terms: RewardPolicyTerms,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: OwedAgent[]; total: number }> {
  const { text, values } = owedAgentsQuery(filter, at, terms, '*, count(*) over ()::int as total');
  const page = `limit $${values.length + 1} offset $${values.length + 2}`;
  const { rows } = await db.query<OwedAgent & { total: number }>(`${text} ${page}`, [...values, limit, offset]);
  return { rows: rows.map(({ total: _total, ...row }) => row as OwedAgent), total: rows[0]?.total ?? 0 };
}
