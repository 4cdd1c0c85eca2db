import { DAY_MS, instantAfter } from '@fynbos/domain/calendar.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { agents } from '../agents/agents.ts';
import { approvals } from '../approvals/approvals.ts';
import { balances } from '../balances/balances.ts';
import { liveTable, rowOf } from '../engine/read-model.ts';
import { holds } from '../holds/holds.ts';
import { payoutLines } from '../payout-lines/payout-lines.ts';
import { BANK_CHANGED_ON, LARGE_INCREASE, RECENT_CHANGE_DAYS } from './risks.ts';

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
  const daysBefore = (days: number) => instantAfter(at, -days * DAY_MS);
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
          and h."placedOn" >= coalesce(${BANK_CHANGED_ON}, '')), '{}') as "sharedWith"
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
