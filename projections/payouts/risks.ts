import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { agents } from '../agents/agents.ts';
import { approvals } from '../approvals/approvals.ts';
import { balances } from '../balances/balances.ts';
import { liveTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { holds } from '../holds/holds.ts';
import { payoutLines } from '../payout-lines/payout-lines.ts';
import { type PayoutRow, payouts } from './payouts.ts';

/** SQL of the Johannesburg day on which the bank account of `a` changed. */
const CHANGED_ON = `to_char(a."bankChangedAt"::timestamptz at time zone 'Africa/Johannesburg', 'YYYY-MM-DD')`;
/** Days before the run in which a changed account is a risk. */
const RECENT_CHANGE_DAYS = 30;
/** A payment is a risk from this multiple of the agent's average payment, if it is also at least this amount. */
const LARGE_INCREASE = { times: 3, cents: 1_000_00 };
const MAX_LISTED_LINES = 100;

export const RISKS = [
  ...(['new-payee', 'changed-account', 'jump', 'shared-account', 'first-cross-border'] as const),
  'incomplete-abroad',
] as const;
export type Risk = (typeof RISKS)[number];

/** A line that an approver should look at, compared with the agent's earlier payments. Cents nett. */
export const riskyLine = z.object({
  agentId: z.int(),
  name: z.string().nullable(),
  loyaltyTrackingNo: z.string().nullable(),
  bankName: z.string().nullable(),
  accountEnding: z.string().nullable(),
  nettCents: z.int(),
  /** Earlier payments that were not returned. */
  payments: z.int(),
  averageCents: z.int().nullable(),
  lastPaidOn: z.iso.date().nullable(),
  bankChangedAt: instant.nullable(),
  /** Other agents who entered the same bank account. */
  sharedWith: z.array(z.int()),
  risks: z.array(z.enum(RISKS)),
});
export type RiskyLine = Readonly<z.output<typeof riskyLine>>;

export const runRisksSchema = z.object({
  totals: z.array(z.object({ risk: z.enum(RISKS), lines: z.int(), nettCents: z.int() })),
  /** The lines with a risk, largest first, at most 100. */
  lines: z.array(riskyLine),
  /** The ten largest lines of the run. */
  largest: z.array(riskyLine),
});
export type RunRisks = Readonly<z.output<typeof runRisksSchema>>;

/**
 * A first payment; an account that changed within 30 days; three times the agent's average and R1 000; an account that
 * another agent entered (its hold was released); a first payment abroad (O22), or one without BIC or address, which ISO
 * 20022 would refuse (O27).
 */
export async function runRisks(
  db: Pool,
  { id: runId, proposedAt, batch }: Pick<PayoutRow, 'id' | 'proposedAt' | 'batch'>,
): Promise<RunRisks> {
  const table = liveTable(payoutLines);
  const runs = liveTable(payouts);
  const held = liveTable(holds);
  const changedFrom = new Date(Date.parse(proposedAt) - RECENT_CHANGE_DAYS * DAY_MS).toISOString();
  const marked = `
    with own as (
      select "agentId", "nettCents"::float8 as "nettCents" from ${table}
      where "runId" = $1 and state not in ('left-out', 'dropped')
    ), before as (
      select l."agentId", count(*)::int as payments, avg(l."nettCents")::float8 as average, max(l."paidOn") as last,
        bool_or(r.batch = 'cross-border') as abroad
      from ${table} l join own on own."agentId" = l."agentId" join ${runs} r on r.id = l."runId"
      where l."runId" <> $1 and l.state = 'paid' group by l."agentId"
    ), shared as (
      select own."agentId", array_agg(distinct o."agentId" order by o."agentId") as "sharedWith"
      from own join ${held} h on h."agentId" = own."agentId" and h.signal in ('SameBankAccount', 'ReferrersAccount')
      join ${held} o on o."holdId" = h."holdId" and o."agentId" <> h."agentId"
      join ${liveTable(agents)} a on a.id = own."agentId"
      where h."placedOn" >= coalesce(${CHANGED_ON}, '') group by own."agentId"
    ), marked as (
      select own."agentId", btrim(a."firstName" || ' ' || a.surname) as name, a."loyaltyTrackingNo", a."bankName",
        a."accountEnding", own."nettCents", coalesce(b.payments, 0) as payments, round(b.average)::float8 as "averageCents",
        b.last as "lastPaidOn", a."bankChangedAt",
        coalesce(s."sharedWith", '{}') as "sharedWith",
        array_remove(array[
          case when b.payments is null then 'new-payee' end,
          case when a."bankChangedAt" >= $2 then 'changed-account' end,
          case when own."nettCents" >= ${LARGE_INCREASE.cents} and own."nettCents" >= ${LARGE_INCREASE.times} * b.average then 'jump' end,
          case when s."agentId" is not null then 'shared-account' end,
          case when $3 = 'cross-border' and b.abroad is not true then 'first-cross-border' end,
          case when $3 = 'cross-border' and '' in (a.bic, a."taxCountry", a."physicalAddressLine1",
            a."physicalAddressLine2" || a."physicalAddressLine3") then 'incomplete-abroad' end
        ], null) as risks
      from own left join before b on b."agentId" = own."agentId"
      left join shared s on s."agentId" = own."agentId"
      left join ${liveTable(agents)} a on a.id = own."agentId"
    )`;
  const parameters = [runId, changedFrom, batch];
  const [totals, lines, largest] = await Promise.all([
    rowsOf<RunRisks['totals'][number]>(
      db,
      `${marked} select risk, count(*)::int as lines, sum("nettCents")::float8 as "nettCents"
       from marked, unnest(risks) as risk group by risk`,
      parameters,
    ),
    rowsOf<RiskyLine>(
      db,
      `${marked} select * from marked where cardinality(risks) > 0 order by "nettCents" desc, "agentId" limit ${MAX_LISTED_LINES}`,
      parameters,
    ),
    rowsOf<RiskyLine>(db, `${marked} select * from marked order by "nettCents" desc, "agentId" limit 10`, parameters),
  ]);
  const totalOf = (risk: Risk) => totals.find((each) => each.risk === risk) ?? { risk, lines: 0, nettCents: 0 };
  return { totals: RISKS.map(totalOf), lines, largest };
}

export const PAYEE_RISKS = [
  'no-payment',
  'changed-account',
  'shared-account',
  'above-history',
  'repeated',
  'on-hold',
] as const;
export type PayeeRisk = (typeof PAYEE_RISKS)[number];

/** The facts about the agent of a correction. Cents. */
export const payeeChecksSchema = z.object({
  agentId: z.int(),
  name: z.string(),
  loyaltyTrackingNo: z.string().nullable(),
  bankName: z.string(),
  accountEnding: z.string(),
  bankChangedAt: instant.nullable(),
  balanceCents: z.int(),
  /** Earlier payments that were not returned, their average gross, and the bank's day of the last one. */
  payments: z.int(),
  averageGrossCents: z.int().nullable(),
  lastPaidOn: z.iso.date().nullable(),
  /** Corrections of the account that were carried out within a year. */
  corrections: z.int(),
  holds: z.int(),
  sharedWith: z.array(z.int()).readonly(),
  risks: z.array(z.enum(PAYEE_RISKS)).readonly(),
});
export type PayeeChecks = Readonly<z.output<typeof payeeChecksSchema>>;

/** Days within which another correction makes a correction a repeated one. */
const REPEATED_DAYS = 365;

/**
 * The agent, the payments so far, and the risks of the amount (O22). `grossCents`: signed. Null for an unknown agent.
 */
export async function payeeChecks(
  db: Pool,
  { agentId, grossCents, at }: { readonly agentId: number; readonly grossCents: number; readonly at: string },
): Promise<PayeeChecks | null> {
  const daysBefore = (days: number) => new Date(Date.parse(at) - days * DAY_MS).toISOString();
  const held = liveTable(holds);
  const found = await rowOf<Omit<PayeeChecks, 'risks'>>(
    db,
    `select a.id as "agentId", btrim(a."firstName" || ' ' || a.surname) as name, a."loyaltyTrackingNo", a."bankName",
       a."accountEnding", a."bankChangedAt", coalesce(b."balanceCents", 0)::float8 as "balanceCents",
       coalesce(b.holds, 0) as holds, p.payments, p."averageGrossCents", p."lastPaidOn",
       (select count(*)::int from ${liveTable(approvals)}
        where kind = 'account.correction' and subject = 'travel-agents/' || a.id and status = 'executed'
          and "decidedAt" >= $2 and "decidedAt" <= $3) as corrections,
       coalesce((select array_agg(distinct o."agentId" order by o."agentId") from ${held} h
        join ${held} o on o."holdId" = h."holdId" and o."agentId" <> h."agentId"
        where h."agentId" = a.id and h.signal in ('SameBankAccount', 'ReferrersAccount')
          and h."placedOn" >= coalesce(${CHANGED_ON}, '')), '{}') as "sharedWith"
     from ${liveTable(agents)} a
     left join ${liveTable(balances)} b on b."agentId" = a.id
     cross join lateral (
       select count(*)::int as payments, round(avg("grossCents"))::float8 as "averageGrossCents",
         max("paidOn") as "lastPaidOn" from ${liveTable(payoutLines)}
       where "agentId" = a.id and state = 'paid') p
     where a.id = $1`,
    [agentId, daysBefore(REPEATED_DAYS), at],
  );
  if (!found) return null;
  const amount = Math.abs(grossCents);
  const { averageGrossCents: average } = found;
  const is: Readonly<Record<PayeeRisk, boolean>> = {
    'no-payment': found.payments === 0,
    'changed-account': (found.bankChangedAt ?? '') >= daysBefore(RECENT_CHANGE_DAYS),
    'shared-account': found.sharedWith.length > 0,
    'above-history': average !== null && amount >= LARGE_INCREASE.cents && amount >= LARGE_INCREASE.times * average,
    repeated: found.corrections > 0,
    'on-hold': found.holds > 0,
  };
  return { ...found, risks: PAYEE_RISKS.filter((risk) => is[risk]) };
}
