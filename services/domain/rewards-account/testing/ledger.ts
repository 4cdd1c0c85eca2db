import { expect } from 'vitest';
import type { Decision } from '../../rental/events.ts';
import { amountsOf } from '../amounts.ts';
import type { RewardsAccountEvent, TreatmentUsed } from '../events.ts';
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

/** What an entry moves the balance by, read from the entry alone. */
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

/** An account that keeps the third law at every entry, and after every command that is repeated. */
export class Ledger {
  state: RewardsAccount = emptyAccount;
  readonly events: RewardsAccountEvent[] = [];
  private credits = 0;

  /** One command, once more and as often as it gives something: a large payout takes several. */
  do(command: RewardsAccountCommand): RewardsAccountEvent[] {
    const all: RewardsAccountEvent[] = [];
    for (let last = this.once(command); last.length > 0; last = this.once(command)) all.push(...last);
    expect(this.state.balanceCents).toBe(this.state.earnedCents + openAdjustmentsCents(this.state));
    return all;
  }

  /** One command, once. */
  once(command: RewardsAccountCommand): readonly RewardsAccountEvent[] {
    const events = decider.decide(command, this.state);
    for (const event of events) {
      this.state = decider.evolve(this.state, event);
      this.events.push(event);
      this.credits += movedBy(event);
      expect(this.state.balanceCents, event.type).toBe(this.credits);
      const { grossCents, payeCents, nettCents } = event.data as {
        grossCents?: number;
        payeCents?: number;
        nettCents?: number;
      };
      if (grossCents !== undefined) expect(grossCents).toBe((payeCents ?? 0) + (nettCents ?? 0));
    }
    return events;
  }
}
