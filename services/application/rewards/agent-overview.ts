import { CONTACT_FREEZE_HOURS } from '@fynbos/domain/agent/deadlines.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { addDays, addMonths, type Day, dayOf, HOUR_MS, instantAfter, lastMonths } from '@fynbos/domain/calendar.ts';
import { isHome } from '@fynbos/domain/country/countries.ts';
import { blocksOf, isAtUnlistedBank } from '@fynbos/domain/payout-run/payability.ts';
import type { LeftOutReason } from '@fynbos/domain/payout-run/reasons.ts';
import { shortestExpiryBetween } from '@fynbos/domain/reward-policy/expiry-day.ts';
import { EXPIRY_NOTICE_DAYS, policyOn, type RewardPolicy } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { firstInvoicedBy } from '@fynbos/domain/rewards-account/expiry.ts';
import { FAILED_PAYMENT } from '@fynbos/domain/rewards-account/holds.ts';
import { type BalanceRow, balances } from '@fynbos/projections/balances/balances.ts';
import { balanceOf } from '@fynbos/projections/balances/queries.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { hasEarnedBy, monthTotals, nettOf } from '@fynbos/projections/incentives/queries.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { openPaymentOf } from '@fynbos/projections/payouts/queries.ts';
import { agentState } from '../agents/load-agent.ts';
import { loadPolicy } from '../reward-policy/current-policy.ts';
import type { Essentials, Stores, WithLog } from '../services.ts';
import { loadAccount } from './accounts.ts';
import { expiringSoon } from './expiry.ts';

/** The read models that an overview comes from. */
export const OVERVIEW_MODELS: readonly string[] = [incentives.name, balances.name, payouts.name, payoutLines.name];

const MONTHS_SHOWN = 12;
/** Digits of an account number that the agent's own pages show. */
const ENDING_DIGITS = 4;

/** A reason why the next payout would leave the agent out. */
export interface PayoutObstacle {
  readonly code: LeftOutReason;
  /** What causes it, where a code has several causes. */
  readonly cause: 'payment-failed' | 'bank-not-listed' | null;
  /** When it ends by itself, ISO 8601 UTC; null if the agent or an administrator has to end it. */
  readonly endsAt: string | null;
}

/** Whether payments are on hold only because the bank refused or returned one. New bank details end this hold (O19). */
async function isHeldByFailedPayment({ log }: WithLog, agentId: number): Promise<boolean> {
  const holds = [...(await loadAccount(log, agentId)).holds.values()];
  return holds.length > 0 && holds.every(({ signal }) => signal === FAILED_PAYMENT);
}

function endOf(code: LeftOutReason, { bankChangedAt, contactChangedAt }: AgentState, coolingHours: number) {
  if (code === 'BankAccountCooling' && bankChangedAt) return instantAfter(bankChangedAt, coolingHours * HOUR_MS);
  if (code === 'ContactChanged' && contactChangedAt)
    return instantAfter(contactChangedAt, CONTACT_FREEZE_HOURS * HOUR_MS);
  return null;
}

function causeOf(code: LeftOutReason, agent: AgentState, isFailedPayment: boolean): PayoutObstacle['cause'] {
  if (code === 'OnHold' && isFailedPayment) return 'payment-failed';
  return code === 'BankDetailsMissing' && isAtUnlistedBank(agent) ? 'bank-not-listed' : null;
}

const NO_BALANCE: Pick<
  BalanceRow,
  'balanceCents' | 'earnedCents' | 'pendingCents' | 'paidCents' | 'expiredCents' | 'holds'
> = {
  balanceCents: 0,
  earnedCents: 0,
  pendingCents: 0,
  paidCents: 0,
  expiredCents: 0,
  holds: 0,
};

/** The part of the balance that expires soon. Loads the account only if a reward is old enough. */
async function expiringOf({ log, db }: Stores, agentId: number, policy: RewardPolicy, today: Day) {
  const until = addDays(today, EXPIRY_NOTICE_DAYS);
  const shortest = shortestExpiryBetween(policy, today, until);
  if (shortest === null || !(await hasEarnedBy(db, agentId, firstInvoicedBy(until, shortest)))) return null;
  const soon = expiringSoon(await loadAccount(log, agentId), policy, today);
  const [first] = soon.map(({ expiresOn }) => expiresOn).sort();
  return first === undefined
    ? null
    : { nettCents: soon.reduce((sum, { nettCents }) => sum + nettCents, 0), firstOn: first };
}

const accountOf = ({ bank }: AgentState) =>
  bank && { bankName: bank.bankName, ending: bank.bankAccountNumber.slice(-ENDING_DIGITS) };

/** An agent's balance, the obstacles to the next payout, and the totals of twelve months. Cents. */
export async function agentOverview(services: Essentials, agentId: number) {
  const at = services.now();
  const today = dayOf(at);
  const months = lastMonths(today, MONTHS_SHOWN);
  const [agent, policy, balance, monthly, sameDaysLastMonthCents, onTheWay] = await Promise.all([
    agentState(services, agentId),
    loadPolicy(services.log),
    balanceOf(services.db, agentId),
    monthTotals(services.db, agentId, `${months.at(-1)}-01`),
    nettOf(services.db, agentId, `${months[1]}-01`, addMonths(today, -1)),
    openPaymentOf(services.db, agentId),
  ]);
  const { terms } = policyOn(policy, today);
  const { balanceCents, earnedCents, pendingCents, paidCents, expiredCents, holds } = balance ?? NO_BALANCE;
  const batch = isHome(agent.bank?.bankCountry) ? 'eft' : 'cross-border';
  const isFailedPayment = holds > 0 && (await isHeldByFailedPayment(services, agentId));
  const blocks = blocksOf(agent, holds > 0, { ...terms, batch, at: at.toISOString() });
  const sums = new Map(monthly.map((row) => [row.month, row]));
  const none = { earnedCents: 0, pendingCents: 0, paidCents: 0, expiredCents: 0, declined: 0 };
  const { firstName = '', surname = '' } = agent.details ?? {};
  return {
    fullName: `${firstName} ${surname}`.trim(),
    firstName,
    surname,
    loyaltyTrackingNo: agent.loyaltyTrackingNo ?? '',
    balanceCents,
    earnedCents,
    pendingCents,
    paidCents,
    expiredCents,
    payoutMinimumCents: terms.payoutMinimumCents,
    isMinimumWaived: balance?.isMinimumWaived ?? false,
    minimumRewardCents: terms.minimumRewardCents,
    onTheWay,
    account: accountOf(agent),
    sameDaysLastMonthCents,
    expiring: await expiringOf(services, agentId, policy, today),
    obstacles: [...blocks].map(
      (code): PayoutObstacle => ({
        code,
        cause: causeOf(code, agent, isFailedPayment),
        endsAt: endOf(code, agent, terms.coolingHours),
      }),
    ),
    months: months.map((month) => ({ ...none, ...sums.get(month), month })),
  };
}
