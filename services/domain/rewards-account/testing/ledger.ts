import { expect } from 'vitest';
import type { TreatmentUsed } from '../../agent/tax-treatment.ts';
import type { Amounts } from '../../amounts.ts';
import { amountsOf, amountsOnly, sameAmounts, sumOf } from '../../amounts.ts';
import type { Decision } from '../../rental/events.ts';
import { decideTimed, type Timed } from '../../testing/timed.ts';
import type { RewardsAccountEvent } from '../events.ts';
import { rewardsAccountDecider as decider, type RewardsAccountCommand } from '../rewards-account.ts';
import { emptyAccount, openAdjustmentsCents, type RewardsAccount } from '../state.ts';

export const AGENT = 7;
export const PAYE: TreatmentUsed = { kind: 'paye', rate: 0.25 };

export const decisionOf = (
  reservationNo: string,
  decisionNo: number,
  status: Decision['status'],
  grossCents: number,
): Decision => ({
  reservationNo,
  decisionNo,
  status,
  reason: status === 'Declined' ? 'Credited' : status === 'Pending' ? 'OnHold' : null,
  agentId: AGENT,
  loyaltyTrackingNo: 'FT1',
  invoiceNo: 'I1',
  invoiceDate: '2026-03-10',
  marketSector: 'Leisure',
  reservedOn: '2026-02-01',
  tkRevenueCents: 1000_00,
  promoCode: 'SUN',
  promotionId: 'p1',
  promotionVersion: 1,
  rate: 0.2,
  policyVersion: 1,
  minimumRewardCents: 50_00,
  treatment: { kind: 'paye', rate: 0.25 },
  ...(status === 'Declined' ? amountsOf(0, 0) : amountsOf(grossCents, Math.round(grossCents / 4))),
  before: null,
});

/** The change of the balance by an entry, computed from the entry alone. */
function movedBy({ type, data }: RewardsAccountEvent): number {
  switch (type) {
    case 'RewardPosted': {
      const nett = (posting: typeof data.before) => (posting?.status === 'Earned' ? posting.nettCents : 0);
      return nett(data.after) - nett(data.before);
    }
    case 'AccountAdjusted':
    case 'OpeningBalanceTaken':
    case 'PayoutReturned':
      return data.nettCents;
    case 'PayoutPaid':
    case 'RewardExpired':
      return -data.nettCents;
    default:
      return 0;
  }
}

/** The amount that an entry pays, computed from the entry alone. */
function paidBy({ type, data }: RewardsAccountEvent): number {
  if (type === 'PayoutPaid') return data.nettCents;
  if (type === 'PayoutReturned') return -data.nettCents;
  return type === 'OpeningBalanceTaken' ? data.paidCents : 0;
}

/** Whether a payout entry equals the sum of its rewards and adjustments, in each of the three amounts. */
function addsUp({ type, data }: RewardsAccountEvent): boolean {
  if (type !== 'PayoutReserved' && type !== 'PayoutPaid' && type !== 'PayoutReturned') return true;
  const kept = type === 'PayoutReturned' ? data.kept : [];
  return sameAmounts(sumOf([...data.rewards, ...data.adjustments, ...kept]), amountsOnly(data));
}

/** An account that checks the third law at every entry, and after every repeated command. */
export class Ledger {
  state: RewardsAccount = emptyAccount;
  readonly events: RewardsAccountEvent[] = [];
  private credits = 0;
  /** Payments less returned payments, plus the payments of another system. */
  private paid = 0;

  /** Repeats a command until it leads to no event: a large payout needs several runs. */
  do(command: Timed<RewardsAccountCommand>): RewardsAccountEvent[] {
    const all: RewardsAccountEvent[] = [];
    for (let last = this.once(command); last.length > 0; last = this.once(command)) all.push(...last);
    expect(this.state.balanceCents).toBe(this.state.earnedCents + openAdjustmentsCents(this.state));
    return all;
  }

  /**
   * The third law. Compares before it calls `expect`, which is slow for the thousands of entries of a large account.
   */
  private holdsAfter(event: RewardsAccountEvent): void {
    const { state, credits, paid } = this;
    const { grossCents = 0, payeCents = 0, nettCents = 0 } = event.data as Partial<Amounts>;
    const totals = [state.balanceCents, state.paidCents, grossCents, addsUp(event)];
    const expected = [credits, paid, payeCents + nettCents, true];
    if (totals.some((each, at) => each !== expected[at]))
      expect(totals, `balance, paid, gross and what it lists after ${event.type}`).toEqual(expected);
  }

  /** Releases every open hold, as finance does after it confirmed the bank details. */
  releaseHolds(today: string): void {
    for (const holdId of this.state.holds.keys())
      this.once({ type: 'ReleasePayoutHold', agentId: AGENT, today, holdId, reason: 'x', limitCents: null });
  }

  once(command: Timed<RewardsAccountCommand>): readonly RewardsAccountEvent[] {
    const events = decideTimed(decider, command, this.state);
    for (const event of events) this.take(event);
    return events;
  }

  /** Applies one event, decided now or stored by an earlier release. */
  take(event: RewardsAccountEvent): void {
    this.state = decider.evolve(this.state, event);
    this.events.push(event);
    this.credits += movedBy(event);
    this.paid += paidBy(event);
    this.holdsAfter(event);
  }
}
