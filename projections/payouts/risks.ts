import { DAY_MS, instantAfter } from '@fynbos/domain/calendar.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { agents } from '../agents/agents.ts';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { holds } from '../holds/holds.ts';
import { payoutLines } from '../payout-lines/payout-lines.ts';
import { type PayoutRow, payouts } from './payouts.ts';

/** SQL of the Johannesburg day on which the bank account of `a` changed. */
export const BANK_CHANGED_ON = `to_char(a."bankChangedAt"::timestamptz at time zone 'Africa/Johannesburg', 'YYYY-MM-DD')`;
/** Days before the run in which a changed account is a risk. */
export const RECENT_CHANGE_DAYS = 30;
/** A payment is a risk from this multiple of the agent's average payment, if it is also at least this amount. */
export const LARGE_INCREASE = { times: 3, cents: 1_000_00 };
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
  const changedFrom = instantAfter(proposedAt, -RECENT_CHANGE_DAYS * DAY_MS);
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
      where h."placedOn" >= coalesce(${BANK_CHANGED_ON}, '') group by own."agentId"
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
