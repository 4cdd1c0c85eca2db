import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../decider.ts';
import type { Decision } from '../rental/events.ts';
import { decideTimed } from '../testing/timed.ts';
import type { AccountEventOf } from './events.ts';
import { rewardsAccountDecider } from './rewards-account.ts';
import { AGENT, decisionOf } from './testing/ledger.ts';

const decision = (changes: Partial<Decision>): Decision => ({ ...decisionOf('R1', 1, 'Earned', 200_00), ...changes });

const post = (...decisions: Decision[]) => {
  let state = rewardsAccountDecider.initial;
  const entries = decisions.flatMap((each) => {
    const events = decideTimed(
      rewardsAccountDecider,
      { type: 'PostReward', agentId: AGENT, decision: each, today: '2026-03-12' },
      state,
    );
    state = fold(rewardsAccountDecider, state, events);
    return events as AccountEventOf<'RewardPosted'>[];
  });
  return { entries, state };
};

const declined = { status: 'Declined', reason: 'Credited', grossCents: 0, payeCents: 0, nettCents: 0 } as const;

describe('a rewards account', () => {
  it('books an earned reward once, even if its decision is repeated', () => {
    const { entries } = post(decision({}), decision({}), decision({}));
    expect(entries.map(({ data }) => data.after.nettCents)).toEqual([150_00]);
  });

  it('reverses the reward when the decision is withdrawn, and records the previous amount', () => {
    const { entries } = post(decision({}), decision({ decisionNo: 2, ...declined }));
    expect(entries[1]?.data).toMatchObject({
      before: { status: 'Earned', nettCents: 150_00 },
      after: { status: 'Void', nettCents: 0 },
    });
  });

  it('reverses it when the rental belongs to another agent', () => {
    const { entries } = post(decision({}), decision({ decisionNo: 2, agentId: 8 }));
    expect(entries[1]?.data.after.status).toBe('Void');
  });

  it('ignores a decision that is older than the posted one', () => {
    expect(
      post(
        decision({ decisionNo: 2, ...declined }),
        decision({ decisionNo: 3 }),
        decision({ decisionNo: 2, ...declined }),
      ).entries,
    ).toHaveLength(1);
  });

  it('has no entry for an amount that was never owed', () => {
    expect(post(decision(declined)).entries).toEqual([]);
  });

  it('books a reward in the month of its invoice date, whenever it is decided (M4)', () => {
    const { entries } = post(decision({ invoiceDate: '2026-01-31' }));
    expect(entries[0]?.data.month).toBe('2026-01');
  });

  it('owes an expired reward by no later decision (E3)', () => {
    const earned = post(decision({})).state;
    const today = '2026-05-01';
    const expired = decideTimed(
      rewardsAccountDecider,
      { type: 'ExpireRewards', agentId: AGENT, expiryMonths: 1, today },
      earned,
    );
    expect(expired).toMatchObject([{ type: 'RewardExpired', data: { nettCents: 150_00 } }]);
    const state = fold(rewardsAccountDecider, earned, expired);
    const more = { grossCents: 400_00, payeCents: 100_00, nettCents: 300_00 };
    for (const changes of [{}, more, declined, { agentId: 8 }]) {
      const later = decision({ decisionNo: 2, ...changes });
      expect(
        decideTimed(rewardsAccountDecider, { type: 'PostReward', agentId: AGENT, decision: later, today }, state),
      ).toEqual([]);
    }
  });

  it('owes at every moment the sum of its entries, as the newest decisions say', () => {
    const change = fc.record({
      rental: fc.integer({ min: 0, max: 4 }),
      kind: fc.constantFrom('Earned', 'Pending', 'Declined', 'other'),
      gross: fc.integer({ min: 5000, max: 90_000 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40, size: 'max' }), (changes) => {
        const numbers = new Map<number, number>();
        const decisions = changes.map(({ rental, kind, gross }) => {
          const decisionNo = (numbers.get(rental) ?? 0) + 1;
          numbers.set(rental, decisionNo);
          const amounts = {
            grossCents: gross,
            payeCents: Math.floor(gross / 4),
            nettCents: gross - Math.floor(gross / 4),
          };
          const base = decision({ reservationNo: `R${rental}`, decisionNo });
          if (kind === 'Declined') return { ...base, ...declined };
          if (kind === 'other') return { ...base, ...amounts, agentId: 8 };
          return { ...base, ...amounts, status: kind as 'Earned' | 'Pending' };
        });
        const { entries } = post(...decisions);
        const owed = entries.reduce((sum, { data }) => sum + data.after.nettCents - (data.before?.nettCents ?? 0), 0);
        const newest = new Map(decisions.map((each) => [each.reservationNo, each]));
        const expected = [...newest.values()].reduce(
          (sum, each) => sum + (each.agentId === AGENT ? each.nettCents : 0),
          0,
        );
        expect(owed).toBe(expected);
        for (const { data } of entries) expect(data.after.grossCents).toBe(data.after.payeCents + data.after.nettCents);
      }),
    );
  });
});
