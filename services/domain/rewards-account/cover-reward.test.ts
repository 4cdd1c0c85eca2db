import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsOf } from '../amounts.ts';
import { addDays } from '../calendar.ts';
import type { Decision } from '../rental/events.ts';
import { propertyRuns } from '../testing/property-runs.ts';
import { payableOf } from './payout/payout.ts';
import { AGENT, decisionOf, Ledger, PAYE } from './testing/ledger.ts';

const BALANCE_DAY = '2026-02-28';
const about = { agentId: AGENT, today: '2026-04-01' };

const decision = (reservationNo: string, invoiceDate: string, changes: Partial<Decision> = {}): Decision => ({
  ...decisionOf(reservationNo, 1, 'Earned', 200_00),
  invoiceDate,
  ...changes,
});

function open(ledger: Ledger, today = about.today) {
  return ledger.do({
    type: 'RecordOpeningBalance',
    agentId: AGENT,
    today,
    asOf: BALANCE_DAY,
    earnedCents: 75_00,
    paidCents: 900_00,
    grossThisTaxYearCents: 0,
    payeThisTaxYearCents: 0,
    treatment: PAYE,
  });
}
const post = (ledger: Ledger, one: Decision, today = about.today) =>
  ledger.do({ type: 'PostReward', agentId: AGENT, today, decision: one });

function pay(ledger: Ledger, runId: string, today = about.today) {
  ledger.do({
    type: 'ReservePayout',
    agentId: AGENT,
    today,
    runId,
    cutOff: today,
    payDate: today,
    treatment: PAYE,
    minimumCents: 100_00,
  });
  return ledger.do({ type: 'SettlePayout', agentId: AGENT, today, runId, answerId: 'a', paidOn: today });
}

describe('an opening balance', () => {
  it('contains rentals invoiced up to and including its day, and none invoiced later', () => {
    const ledger = new Ledger();
    open(ledger);
    expect(post(ledger, decision('R1', '2026-02-10')).map(({ type }) => type)).toEqual(['RewardCovered']);
    expect(post(ledger, decision('R2', BALANCE_DAY)).map(({ type }) => type)).toEqual(['RewardCovered']);
    expect(post(ledger, decision('R3', '2026-03-01')).map(({ type }) => type)).toEqual(['RewardPosted']);
    expect(ledger.state.balanceCents).toBe(75_00 + 150_00);
  });

  it('reverses a correction of finance together with the decision, so that nothing is payable', () => {
    const ledger = new Ledger();
    const correct = (adjustmentId: string, grossCents: number) =>
      ledger.do({
        type: 'AdjustAccount',
        ...about,
        adjustmentId,
        grossCents,
        reservationNo: 'R1',
        reason: 'Error',
        text: 'x',
        payeRate: null,
        treatmentRate: 0.25,
      });
    const second = decision('R1', '2026-02-10', { decisionNo: 2, ...amountsOf(240_00, 60_00) });
    post(ledger, decision('R1', '2026-02-10'));
    correct('c1', 100_00);
    post(ledger, second);
    correct('c2', 40_00);
    open(ledger);
    post(ledger, second);
    expect(ledger.state.balanceCents).toBe(75_00);
    expect(payableOf(ledger.state, about.today, PAYE.rate).nettCents).toBe(75_00);
  });

  describe('of an expired reward', () => {
    const today = '2029-05-01';
    const one = decision('R1', '2026-02-10');
    const two = decision('R1', '2026-02-10', { decisionNo: 2, status: 'Pending' });
    const expired = (): Ledger => {
      const ledger = new Ledger();
      post(ledger, one);
      ledger.do({ type: 'ExpireRewards', agentId: AGENT, today, expiryMonths: 36 });
      return ledger;
    };
    const correct = (ledger: Ledger, adjustmentId: string): void => {
      const correction = { adjustmentId, reason: 'Error', text: 'x', reservationNo: 'R1', payeRate: null } as const;
      ledger.do({ type: 'AdjustAccount', ...about, ...correction, grossCents: 100_00, treatmentRate: 0.25 });
    };

    it('reverses a correction that was booked before it arrived', () => {
      const ledger = expired();
      correct(ledger, 'c1');
      open(ledger, today);
      post(ledger, one, today);
      expect(ledger.state).toMatchObject({ balanceCents: 75_00, expiredCents: 150_00 });
      expect(post(ledger, one, today), 'once').toEqual([]);
    });

    it('keeps a correction that was booked after that reversal, whichever decision follows (L9)', () => {
      const ledger = expired();
      correct(ledger, 'c1');
      open(ledger, today);
      post(ledger, one, today);
      correct(ledger, 'c2');
      expect(post(ledger, one, today), 'the same decision, repeated').toEqual([]);
      expect(post(ledger, two, today), 'the next decision').toEqual([]);
      expect(ledger.state.balanceCents).toBe(75_00 + 75_00);
    });

    it('keeps the first correction if it was booked after it arrived', () => {
      const ledger = expired();
      open(ledger, today);
      correct(ledger, 'c1');
      expect(post(ledger, two, today)).toEqual([]);
      expect(ledger.state.balanceCents).toBe(75_00 + 75_00);
    });
  });

  it('keeps a reservation that is invoiced again after its day, since the first invoice counts', () => {
    const ledger = new Ledger();
    open(ledger);
    post(ledger, decision('R1', '2026-03-20', { firstInvoicedOn: '2026-02-10' }));
    expect(ledger.state.balanceCents).toBe(75_00);
  });

  it('reverses amounts owed before it arrived, and offsets amounts paid against later rewards', () => {
    const ledger = new Ledger();
    const [paid, unpaid] = [decision('R1', '2026-02-10'), decision('R2', '2026-02-11')];
    post(ledger, paid);
    pay(ledger, 'run1');
    post(ledger, unpaid);
    open(ledger);
    expect(post(ledger, paid).map(({ type }) => type)).toEqual(['AccountAdjusted', 'RewardCovered']);
    expect(post(ledger, unpaid).map(({ type }) => type)).toEqual(['RewardPosted', 'RewardCovered']);
    expect(ledger.state).toMatchObject({ earnedCents: 75_00, balanceCents: 75_00 - 150_00 });
    expect(post(ledger, paid), 'once').toEqual([]);
  });

  it('drops a line that no bank has, and settles one that a bank has paid by an entry', () => {
    const ledger = new Ledger();
    const one = decision('R1', '2026-02-10');
    post(ledger, one);
    ledger.do({
      type: 'ReservePayout',
      ...about,
      runId: 'run1',
      cutOff: about.today,
      payDate: about.today,
      treatment: PAYE,
      minimumCents: 100_00,
    });
    open(ledger);
    post(ledger, one);
    expect(ledger.state.reservation?.isChanged).toBe(true);
    ledger.do({ type: 'SettlePayout', ...about, runId: 'run1', answerId: 'a', paidOn: about.today });
    expect(ledger.state).toMatchObject({ paidCents: 900_00 + 150_00, balanceCents: 75_00 - 150_00 });
  });

  it('leaves the rewards of another agent to that agent', () => {
    const ledger = new Ledger();
    open(ledger);
    expect(post(ledger, decision('R1', '2026-02-10', { agentId: 8 }))).toEqual([]);
    expect(post(ledger, decision('R1', '2026-02-10', { decisionNo: 2 })).map(({ type }) => type)).toEqual([
      'RewardCovered',
    ]);
  });

  it('leads to the same result whether it is imported before, between or after the rentals', () => {
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          do: fc.constant('decide' as const),
          rental: fc.nat(5),
          status: fc.constantFrom('Earned' as const, 'Earned' as const, 'Pending' as const, 'Declined' as const),
          gross: fc.integer({ min: 50_01, max: 900_99 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30, size: 'max' }), fc.nat(30), (steps, place) => {
        // The nett amount that an agent received and is owed is the same in any order.
        const totals = [0, Math.min(place, steps.length), steps.length].map((openAt) => {
          const ledger = new Ledger();
          const newest = new Map<string, Decision>();
          let today = '2026-04-01';
          const takeOver = (): void => {
            open(ledger, today);
            for (const one of newest.values()) post(ledger, one, today);
          };
          steps.forEach((each, index) => {
            if (index === openAt) takeOver();
            today = addDays(today, 1);
            if (each.do === 'pay') {
              pay(ledger, `run${index}`, today);
              return;
            }
            const reservationNo = `R${each.rental}`;
            // The first three of six were invoiced by the day of the balance.
            const invoiceDate = addDays(BALANCE_DAY, each.rental - 2);
            const decisionNo = (newest.get(reservationNo)?.decisionNo ?? 0) + 1;
            const amounts = each.status === 'Declined' ? amountsOf(0, 0) : amountsOf(each.gross, each.gross / 4);
            const whole = amountsOf(amounts.grossCents, Math.round(amounts.payeCents));
            const one = decision(reservationNo, invoiceDate, { decisionNo, status: each.status, ...whole });
            newest.set(reservationNo, one);
            post(ledger, one, today);
          });
          if (openAt >= steps.length) takeOver();
          const later = [...newest.values()].filter(
            ({ invoiceDate, status }) => invoiceDate > BALANCE_DAY && status === 'Earned',
          );
          const heldAndPaid = [...ledger.state.rewards.entries()].reduce(
            (sum, [reservationNo, { status, nettCents }]) =>
              sum + (status === 'Paid' && newest.get(reservationNo)?.status === 'Pending' ? nettCents : 0),
            0,
          );
          const due = later.reduce((sum, { nettCents }) => sum + nettCents, 75_00 + 900_00);
          expect(ledger.state.balanceCents + ledger.state.paidCents).toBe(due + heldAndPaid);
          return ledger.state.balanceCents + ledger.state.paidCents - heldAndPaid;
        });
        expect(new Set(totals).size).toBe(1);
      }),
      { numRuns: propertyRuns(80) },
    );
  });
});
