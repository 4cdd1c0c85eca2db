import { addDays, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { LEFT_OUT_TEXTS } from '@fynbos/domain/payout-run/reasons.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';

/** Age of what is owed, by the days since the rental was invoiced; the youngest first. */
export const AGES = [
  { bucket: 'days30', label: 'Up to 30 days', days: 30 },
  { bucket: 'days60', label: '31 to 60 days', days: 60 },
  { bucket: 'days90', label: '61 to 90 days', days: 90 },
  { bucket: 'days180', label: '91 to 180 days', days: 180 },
  { bucket: 'days365', label: '181 to 365 days', days: 365 },
  { bucket: 'older', label: 'Over a year', days: null },
  { bucket: 'undated', label: 'Corrections and taken over', days: null },
  { bucket: 'overdrawn', label: 'Overdrawn', days: null },
] as const;
export type AgeBucket = (typeof AGES)[number]['bucket'];

/** What stands in the way of a payment, in the order in which it is looked at: as a payout run does it. */
export const STANDINGS = {
  Payable: 'Nothing: the next run pays it.',
  InRun: 'A payout run holds it already.',
  NotActive: LEFT_OUT_TEXTS.NotActive,
  NoEmployerConsent: LEFT_OUT_TEXTS.NoEmployerConsent,
  TermsNotAccepted: LEFT_OUT_TEXTS.TermsNotAccepted,
  OnHold: LEFT_OUT_TEXTS.OnHold,
  BankDetailsMissing: LEFT_OUT_TEXTS.BankDetailsMissing,
  TaxNumberMissing: LEFT_OUT_TEXTS.TaxNumberMissing,
  BankAccountCooling: LEFT_OUT_TEXTS.BankAccountCooling,
  ContactChanged: LEFT_OUT_TEXTS.ContactChanged,
  BelowMinimum: LEFT_OUT_TEXTS.BelowMinimum,
  Overdrawn: 'The account is overdrawn: later rewards fill it up.',
} as const;
export type Standing = keyof typeof STANDINGS;

/** The tables that positions are read from: the live ones, or buildings as of a moment. */
export interface PositionTables {
  readonly balances: string;
  readonly incentives: string;
  readonly agents: string;
}

export const LIVE_TABLES: PositionTables = {
  balances: readModelTable(balances).sql,
  incentives: readModelTable(incentives).sql,
  agents: readModelTable(agents).sql,
};

/** Hours for which a changed e-mail address or cell number stops payouts. */
const CONTACT_HOURS = 72;
const before = (at: Date, hours: number): string => new Date(at.getTime() - hours * 3_600_000).toISOString();

/** The parameters of `positionsSql`, in its order. */
export function positionValues(at: Date, terms: RewardPolicyTerms): unknown[] {
  const today = dayOf(at);
  const since: Day[] = AGES.flatMap(({ days }) => (days === null ? [] : [addDays(today, -days)]));
  return [...since, before(at, terms.coolingHours), before(at, CONTACT_HOURS), terms.payoutMinimumCents];
}

/** How many parameters `positionsSql` takes. */
export const POSITION_PARAMETERS = 8;

/**
 * A `with` clause that gives `positions`: every agent who is owed something, or who owes, with what stands in the way
 * (as `blocksOf` of the payout run says it; only the form of an account number that the lists do not hold is not looked
 * at) and what is owed by age. What takes away (clawbacks, corrections) takes the oldest first. The
 * ages of an agent add up to the balance. Amounts are cents nett.
 */
export function positionsSql({ balances: owed, incentives: rewards, agents: people }: PositionTables): string {
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
        when p."bankName" = '' or p."accountEnding" = '' or (p."bankCountry" = 'RSA' and p."branchCode" !~ '^\\d{6}$')
          then 'BankDetailsMissing'
        when not p."taxNumberValid" then 'TaxNumberMissing'
        when p."bankChangedAt" > $6 then 'BankAccountCooling'
        when p."contactChangedAt" > $7 then 'ContactChanged'
        when g."balanceCents" < $8 and not g."isMinimumWaived" then 'BelowMinimum'
        else 'Payable'
      end as standing
    from aged g left join ${people} p on p.id = g."agentId"
  )`;
}
