import { agentState } from '@fynbos/application/agents/load-agent.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { loadPolicy } from '@fynbos/application/reward-policy/current-policy.ts';
import { loadAccount } from '@fynbos/application/rewards/accounts.ts';
import { expiringSoon } from '@fynbos/application/rewards/expiry.ts';
import { CONTACT_FREEZE_HOURS } from '@fynbos/domain/agent/deadlines.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { addDays, addMonths, type Day, dayOf, HOUR_MS, lastMonths } from '@fynbos/domain/calendar.ts';
import { isHome } from '@fynbos/domain/country/countries.ts';
import { formatInstant } from '@fynbos/domain/format.ts';
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
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { overviewAnswer } from './answers.ts';

const MONTHS_SHOWN = 12;
/** Digits of an account number that the agent's own pages show. */
const ENDING_DIGITS = 4;
const CHOICES = '/agent/profile/privacy';

/** The text of each obstacle to a payout, and the page where the agent clears it. */
const OBSTACLES: Readonly<Partial<Record<LeftOutReason, { text: string; href: string }>>> = {
  NotActive: { text: 'Your account isn’t active. Contact support.', href: '/contact-us' },
  NoEmployerConsent: { text: 'Confirm that your employer agrees to you earning rewards.', href: CHOICES },
  TermsNotAccepted: {
    text: 'Please accept the terms and conditions and the use of your personal information.',
    href: CHOICES,
  },
  OnHold: { text: 'We’re reviewing one of your payments. Contact us if you have questions.', href: '/contact-us' },
  BankDetailsMissing: { text: 'Your bank details are missing or incomplete.', href: '/agent/profile#banking' },
  TaxNumberMissing: { text: 'A valid income tax number is missing.', href: '/agent/profile#personal' },
  TaxTreatmentMissing: {
    text: 'We still need to confirm how your rewards are taxed. Contact us if you have questions.',
    href: '/contact-us',
  },
};

const UNLISTED = {
  text: 'We can’t pay into your bank yet. Contact us to have it listed, or change your bank details.',
  href: '/contact-us',
};

/** New bank details end this hold (O19). */
const REFUSED_BY_BANK = {
  text: 'The bank couldn’t pay into your account. Change your bank details, or contact us if they are right.',
  href: '/agent/profile#banking',
};

/** Whether payments are on hold only because the bank refused or returned one. */
async function isRefusedByBank({ log }: Services, agentId: number): Promise<boolean> {
  const holds = [...(await loadAccount(log, agentId)).holds.values()];
  return holds.length > 0 && holds.every(({ signal }) => signal === FAILED_PAYMENT);
}

/** `26 Nov 2026, 20:53`, a number of hours after an instant. */
const momentAfter = (instant: string, hours: number): string =>
  formatInstant(new Date(Date.parse(instant) + hours * HOUR_MS).toISOString())
    .replace(/ (\d\d:\d\d) SAST$/, ', $1')
    .replaceAll('\u00a0', ' ');

function obstacleOf(code: LeftOutReason, agent: AgentState, coolingHours: number) {
  const { bankChangedAt, contactChangedAt } = agent;
  if (code === 'BankAccountCooling' && bankChangedAt) {
    const text = `Your bank account is new. For your security, payouts start on ${momentAfter(bankChangedAt, coolingHours)}.`;
    return { text, href: '/agent/profile#banking' };
  }
  if (code === 'ContactChanged' && contactChangedAt) {
    const text = `You changed your email address or cell number. Payouts resume on ${momentAfter(contactChangedAt, CONTACT_FREEZE_HOURS)}.`;
    return { text, href: '/agent/profile#personal' };
  }
  return code === 'BankDetailsMissing' && isAtUnlistedBank(agent) ? UNLISTED : OBSTACLES[code];
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

/** Returns the part of the balance that expires soon. Loads the account only if a reward is old enough. */
async function expiringOf({ log, db }: Services, agentId: number, policy: RewardPolicy, today: Day) {
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

async function overviewOf(services: Services, agentId: number) {
  const at = services.now();
  const today = dayOf(at);
  const months = lastMonths(today, MONTHS_SHOWN);
  const [agent, policy, balance, monthly, sameDaysLastMonthCents, onTheWay] = await Promise.all([
    agentState({ log: services.log }, agentId),
    loadPolicy(services.log),
    balanceOf(services.db, agentId),
    monthTotals(services.db, agentId, `${months.at(-1)}-01`),
    nettOf(services.db, agentId, `${months[1]}-01`, addMonths(today, -1)),
    openPaymentOf(services.db, agentId),
  ]);
  const { terms } = policyOn(policy, today);
  const { balanceCents, earnedCents, pendingCents, paidCents, expiredCents, holds } = balance ?? NO_BALANCE;
  const batch = isHome(agent.bank?.bankCountry) ? 'eft' : 'cross-border';
  const isRefused = holds > 0 && (await isRefusedByBank(services, agentId));
  const blocks = blocksOf(agent, holds > 0, { ...terms, batch, at: at.toISOString() });
  const sums = new Map(monthly.map((row) => [row.month, row]));
  const none = { earnedCents: 0, pendingCents: 0, paidCents: 0, expiredCents: 0, declined: 0 };
  const { firstName = '', surname = '' } = agent.details ?? {};
  return {
    fullName: `${firstName} ${surname}`.trim(),
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
    blockers: [...blocks].flatMap((code) => {
      const obstacle = code === 'OnHold' && isRefused ? REFUSED_BY_BANK : obstacleOf(code, agent, terms.coolingHours);
      return obstacle ? [{ code, ...obstacle }] : [];
    }),
    months: months.map((month) => ({ ...none, ...sums.get(month), month })),
  };
}

export const overviewRoutes = tagged('Incentives', [
  route.get('/agent/overview', {
    who: 'agent',
    summary: 'Get the balance, the obstacles to the next payout, and the totals of twelve months',
    reads: [incentives.name, balances.name, payouts.name, payoutLines.name],
    answer: overviewAnswer,
    handle: async ({ caller }, services) => ({ body: await overviewOf(services, agentOf(caller).agentId) }),
  }),
]);
