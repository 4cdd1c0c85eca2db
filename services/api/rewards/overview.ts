import { agentOf } from '@fynbos/application/caller.ts';
import { load } from '@fynbos/application/handle.ts';
import { expiringSoon, WARNING_DAYS } from '@fynbos/application/rewards/expiring-soon.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { addDays, type Day, dayOf, lastMonths } from '@fynbos/domain/calendar.ts';
import { blocksOf, isAtUnlistedBank } from '@fynbos/domain/payout-run/payability.ts';
import type { LeftOutReason } from '@fynbos/domain/payout-run/reasons.ts';
import { policyOn, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { firstInvoicedBy } from '@fynbos/domain/rewards-account/expiry.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { type BalanceRow, balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { hasEarnedBy, monthTotals } from '@fynbos/projections/incentives/queries.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

const MONTHS = 12;
/** The country of a domestic account; others are paid in the cross-border batch. */
const HOME = 'RSA';

/** The text of each obstacle to a payout, and the page where the agent clears it. */
const OBSTACLES: Readonly<Partial<Record<LeftOutReason, { text: string; href: string }>>> = {
  NotActive: { text: 'Your membership is not active. Ask support what to do.', href: '/contact-us' },
  NoEmployerConsent: { text: 'Your employer’s consent is missing.', href: '/agent/profile#privacy' },
  TermsNotAccepted: { text: 'You have not accepted the terms yet.', href: '/agent/terms-and-conditions' },
  OnHold: { text: 'Finance is checking a payment of yours.', href: '/contact-us' },
  BankDetailsMissing: { text: 'Your bank details are missing or incomplete.', href: '/agent/profile#banking' },
  TaxNumberMissing: { text: 'A valid income tax number is missing.', href: '/agent/profile#personal' },
  ContactChanged: {
    text: 'Your e-mail or cell number changed. Payouts rest for 72 hours.',
    href: '/agent/profile#personal',
  },
};

const UNLISTED = {
  text: 'Your bank is not in our list, and we can only pay into banks that are: ask us to list your bank, then choose it in your profile.',
  href: '/contact-us',
};

const cooling = (hours: number) => ({
  text: `Your bank account is new. It can be paid ${hours} hours after the change.`,
  href: '/agent/profile#banking',
});

function obstacleOf(code: LeftOutReason, agent: AgentState, coolingHours: number) {
  if (code === 'BankAccountCooling') return cooling(coolingHours);
  return code === 'BankDetailsMissing' && isAtUnlistedBank(agent) ? UNLISTED : OBSTACLES[code];
}

const cents = z.int();
const overview = z.object({
  fullName: z.string(),
  loyaltyTrackingNo: z.string(),
  balanceCents: cents,
  earnedCents: cents,
  pendingCents: cents,
  paidCents: cents,
  expiredCents: cents,
  /** Both minimums come from the current policy. */
  payoutMinimumCents: cents,
  minimumRewardCents: cents,
  /** A payout in preparation, or in payment once it is approved. */
  onTheWay: z.object({ nettCents: cents, payDate: z.string(), isApproved: z.boolean() }).nullable(),
  /** Rewards that expire soon unless they are paid: their sum and the first day. */
  expiring: z.object({ nettCents: cents, firstOn: z.string() }).nullable(),
  blockers: z.array(z.object({ code: z.string(), text: z.string(), href: z.string() })),
  months: z.array(
    z.object({
      month: z.string(),
      earnedCents: cents,
      pendingCents: cents,
      paidCents: cents,
      expiredCents: cents,
      declined: z.int(),
    }),
  ),
});

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

const ON_THE_WAY = `
  select l."nettCents", r."payDate", r.status in ('approved', 'exported') as "isApproved"
  from ${readModelTable(payoutLines).sql} l join ${readModelTable(payouts).sql} r on r.id = l."runId"
  where l."agentId" = $1 and l.state = 'frozen' and r.status not in ('cancelling', 'cancelled') order by r."proposedAt" desc limit 1`;

/** Returns the part of the balance that expires soon. Loads the account only if a reward is old enough. */
async function expiringOf({ log, pool }: Services, agentId: number, expiryMonths: number | null, today: Day) {
  if (expiryMonths === null) return null;
  if (!(await hasEarnedBy(pool, agentId, firstInvoicedBy(addDays(today, WARNING_DAYS), expiryMonths)))) return null;
  const { state } = await load(log, rewardsAccountDecider, accountStreamOf(agentId), { personal: false });
  const soon = expiringSoon(state, expiryMonths, today);
  const [first] = soon.map(({ expiresOn }) => expiresOn).sort();
  return first === undefined
    ? null
    : { nettCents: soon.reduce((sum, { nettCents }) => sum + nettCents, 0), firstOn: first };
}

/** `GET /api/agent/overview`: balance, obstacles to a payout, and the last twelve months. */
export function overviewRoute(services: Services): Route {
  const { log, pool, now } = services;
  return route({
    method: 'get',
    paths: ['/agent/overview'],
    who: 'agent',
    summary: 'Read the balance, the obstacles to the next payout, and the totals of twelve months',
    tag: 'Incentives',
    reads: [incentives.name, balances.name, payouts.name, payoutLines.name],
    answer: overview,
    handle: async ({ caller }) => {
      const { agentId } = agentOf(caller);
      const at = now();
      const today = dayOf(at);
      const months = lastMonths(today, MONTHS);
      const [agent, policy, balance, monthly, onTheWay] = await Promise.all([
        load(log, agentDecider, `agent-${agentId}`),
        load(log, rewardPolicyDecider, REWARD_POLICY_STREAM),
        pool.query<BalanceRow>(`select * from ${readModelTable(balances).sql} where "agentId" = $1`, [agentId]),
        monthTotals(pool, agentId, `${months.at(-1)}-01`),
        pool.query(ON_THE_WAY, [agentId]),
      ]);
      const { terms } = policyOn(policy.state, today);
      const { balanceCents, earnedCents, pendingCents, paidCents, expiredCents, holds } = balance.rows[0] ?? NO_BALANCE;
      const batch = agent.state.bank?.bankCountry === HOME ? 'eft' : 'cross-border';
      const blocks = blocksOf(agent.state, holds > 0, {
        batch,
        coolingHours: terms.coolingHours,
        at: at.toISOString(),
      });
      const sums = new Map(monthly.map((row) => [row.month, row]));
      const none = { earnedCents: 0, pendingCents: 0, paidCents: 0, expiredCents: 0, declined: 0 };
      const { firstName = '', surname = '' } = agent.state.details ?? {};
      return {
        body: {
          fullName: `${firstName} ${surname}`.trim(),
          loyaltyTrackingNo: agent.state.loyaltyTrackingNo ?? '',
          balanceCents,
          earnedCents,
          pendingCents,
          paidCents,
          expiredCents,
          payoutMinimumCents: terms.payoutMinimumCents,
          minimumRewardCents: terms.minimumRewardCents,
          onTheWay: onTheWay.rows[0] ?? null,
          expiring: await expiringOf(services, agentId, terms.expiryMonths, today),
          blockers: [...blocks].flatMap((code) => {
            const obstacle = obstacleOf(code, agent.state, terms.coolingHours);
            return obstacle ? [{ code, ...obstacle }] : [];
          }),
          months: months.map((month) => ({ ...none, ...sums.get(month), month })),
        },
      };
    },
  });
}
