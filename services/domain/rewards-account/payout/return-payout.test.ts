import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsOf } from '../../amounts.ts';
import { isDomainError } from '../../errors.ts';
import { propertyRuns } from '../../testing/property-runs.ts';
import { failedPaymentHold } from '../holds.ts';
import { AGENT, decisionOf, Ledger, PAYE } from '../testing/ledger.ts';
import { payableOf } from './payout.ts';

describe('a payment that is returned after its reward was decided again', () => {
  const about = { agentId: AGENT, today: '2026-04-01' };
  const line = { ...about, answerId: 'a' };
  const paidTwoHundred = () => {
    const ledger = new Ledger();
    const reserve = (runId: string, treatment = PAYE) =>
      ledger.do({
        type: 'ReservePayout',
        ...about,
        runId,
        cutOff: '2026-04-01',
        payDate: '2026-04-02',
        treatment,
        minimumCents: 1,
      });
    const decide = (decisionNo: number, status: 'Earned' | 'Pending' | 'Declined', gross: number) =>
      ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', decisionNo, status, gross) });
    const pay = (runId: string) => ledger.do({ type: 'SettlePayout', ...line, runId, paidOn: '2026-04-02' });
    const sendBack = (runId: string) => {
      ledger.do({ type: 'ReturnPayout', ...line, runId, returnedOn: about.today, reason: 'closed' });
      const confirmed = { holdId: failedPaymentHold(runId), reason: 'Confirmed with the agent', limitCents: null };
      ledger.once({ type: 'ReleasePayoutHold', ...about, ...confirmed });
    };
    decide(1, 'Earned', 200_00);
    reserve('run1');
    pay('run1');
    return { ledger, reserve, decide, pay, sendBack, reward: () => ledger.state.rewards.get('R1') };
  };
  const open = { line: null };

  it('is owed as decided last, and a hold excludes it from the next run', () => {
    const { ledger, decide, reserve, sendBack, reward } = paidTwoHundred();
    decide(2, 'Earned', 240_00);
    sendBack('run1');
    expect(reward()).toMatchObject({ status: 'Earned', ...amountsOf(240_00, 60_00), ...open });
    expect(ledger.state).toMatchObject({ balanceCents: 180_00, earnedCents: 180_00, paidCents: 0 });
    decide(3, 'Pending', 240_00);
    expect(reward()).toMatchObject({ status: 'Pending' });
    expect(ledger.state).toMatchObject({ balanceCents: 0, earnedCents: 0 });
    expect(reserve('run2')).toEqual([]);
  });

  it('does not change the part that another run has paid', () => {
    const { ledger, decide, reserve, pay, sendBack } = paidTwoHundred();
    decide(2, 'Earned', 240_00);
    reserve('run2');
    pay('run2');
    expect(ledger.state).toMatchObject({ balanceCents: 0, paidCents: 180_00 });
    sendBack('run1');
    expect(ledger.state).toMatchObject({ balanceCents: 150_00, earnedCents: 180_00, paidCents: 30_00 });
    const [next] = reserve('run3');
    expect(next?.data).toMatchObject({ grossCents: 200_00, payeCents: 50_00, nettCents: 150_00 });
    sendBack('run2');
    expect(ledger.state).toMatchObject({ balanceCents: 180_00, paidCents: 0 });
  });

  it('owes nothing once the rental is credited, and owes the reward again once it is invoiced again', () => {
    const { ledger, decide, sendBack, reward } = paidTwoHundred();
    decide(2, 'Declined', 0);
    sendBack('run1');
    expect(reward()).toMatchObject({ status: 'Void', grossCents: 0, ...open });
    expect(ledger.state).toMatchObject({ balanceCents: 0, earnedCents: 0, paidCents: 0 });
    decide(3, 'Earned', 200_00);
    expect(ledger.state).toMatchObject({ balanceCents: 150_00, earnedCents: 150_00 });
    decide(4, 'Pending', 200_00);
    expect(ledger.state).toMatchObject({ balanceCents: 0, earnedCents: 0 });
  });

  it('stays on hold where the hold and another amount were recorded while the payment was at the bank', () => {
    const { ledger, reserve, decide, pay, sendBack, reward } = paidTwoHundred();
    decide(2, 'Earned', 240_00);
    sendBack('run1');
    reserve('run2');
    decide(3, 'Pending', 280_00);
    pay('run2');
    expect(ledger.state).toMatchObject({ balanceCents: 0, paidCents: 180_00 });
    sendBack('run2');
    // As the process does after a return.
    decide(3, 'Pending', 280_00);
    expect(reward()).toMatchObject({ status: 'Pending', ...amountsOf(280_00, 70_00), ...open });
    expect(ledger.state).toMatchObject({ balanceCents: 0, earnedCents: 0, paidCents: 0 });
    expect(reserve('run3')).toEqual([]);
  });

  it('has an entry for each reward, also where a reservation number equals the number of a part', () => {
    const { ledger, decide, reserve, pay, sendBack } = paidTwoHundred();
    sendBack('run1');
    const other = (decisionNo: number, gross: number) =>
      ledger.do({ type: 'PostReward', ...about, decision: decisionOf('1', decisionNo, 'Earned', gross) });
    other(1, 200_00);
    reserve('run2');
    pay('run2');
    other(2, 240_00);
    decide(2, 'Declined', 0);
    sendBack('run2');
    expect(ledger.state.balanceCents).toBe(180_00);
    expect(payableOf(ledger.state, about.today, PAYE.rate).nettCents).toBe(180_00);
  });
});

describe('a result that the bank corrects', () => {
  const about = { agentId: AGENT, today: '2026-04-03' };
  const run = { ...about, runId: 'run1', answerId: 'a' };
  const frozen = () => {
    const ledger = new Ledger();
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 200_00) });
    ledger.do({
      type: 'ReservePayout',
      ...about,
      runId: 'run1',
      cutOff: '2026-04-03',
      payDate: '2026-04-03',
      treatment: { ...PAYE, rate: 0.3 },
      minimumCents: 1,
    });
    return ledger;
  };
  const fail = { type: 'FailPayout', ...run, reason: 'closed' } as const;
  const pay = { type: 'SettlePayout', ...run, paidOn: '2026-04-03' } as const;
  const giveBack = { type: 'ReturnPayout', ...run, returnedOn: about.today, reason: 'closed' } as const;
  const reinstate = { type: 'ReinstatePayout', ...run, answerId: 'approval', reason: 'bank statement' } as const;

  it.each([
    ['failed', [fail]],
    ['returned', [pay, giveBack]],
  ] as const)('pays a line that was recorded as %s, and lifts the hold', (_name, commands) => {
    const ledger = frozen();
    for (const command of commands) ledger.do(command);
    expect(ledger.state).toMatchObject({ balanceCents: 150_00, paidCents: 0, holds: { size: 1 } });
    ledger.do(reinstate);
    ledger.do(pay);
    expect(ledger.state).toMatchObject({ balanceCents: 0, earnedCents: 0, paidCents: 140_00, holds: { size: 0 } });
    expect(ledger.state.payouts.get('run1')).toMatchObject({ outcome: 'paid', ...amountsOf(200_00, 60_00) });
    expect(ledger.do(reinstate), 'once only').toEqual([]);
  });

  it('books the decisions since then as corrections of the payment', () => {
    const ledger = frozen();
    ledger.do(fail);
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 2, 'Declined', 0) });
    ledger.do(reinstate);
    ledger.do(pay);
    expect(ledger.state).toMatchObject({ balanceCents: -140_00, paidCents: 140_00, earnedCents: 0 });
  });

  it('loses no entry of a payment that is returned, corrected to paid, and returned again', () => {
    const ledger = frozen();
    const decide = (reservationNo: string, decisionNo: number, gross: number) => {
      const decision = decisionOf(reservationNo, decisionNo, gross === 0 ? 'Declined' : 'Earned', gross);
      ledger.do({ type: 'PostReward', ...about, decision });
    };
    ledger.do({ type: 'ReleasePayout', ...about, runId: 'run1', reason: 'AccountChanged' });
    for (const reservationNo of ['R2', 'R3']) decide(reservationNo, 1, 200_00);
    const again = { runId: 'run2', cutOff: '2026-04-03', payDate: '2026-04-03', treatment: PAYE } as const;
    ledger.do({ type: 'ReservePayout', ...about, ...again, minimumCents: 1 });
    ledger.do({ ...pay, runId: 'run2' });
    decide('R1', 2, 150_00);
    decide('R2', 2, 0);
    ledger.do({ ...giveBack, runId: 'run2' });
    ledger.do({ ...reinstate, runId: 'run2' });
    ledger.do({ ...pay, runId: 'run2' });
    decide('R3', 2, 0);
    ledger.do({ ...giveBack, runId: 'run2' });
    expect(ledger.state).toMatchObject({ balanceCents: 112_50, earnedCents: 112_50, paidCents: 0 });
    expect(payableOf(ledger.state, about.today, PAYE.rate)).toMatchObject(amountsOf(150_00, 37_50));
  });

  it('is refused where another run paid the rewards, or holds the account', () => {
    const ledger = frozen();
    ledger.do(fail);
    const confirmed = { holdId: failedPaymentHold('run1'), reason: 'Confirmed', limitCents: null };
    ledger.once({ type: 'ReleasePayoutHold', ...about, ...confirmed });
    ledger.do({
      type: 'ReservePayout',
      ...about,
      runId: 'run2',
      cutOff: '2026-04-03',
      payDate: '2026-04-03',
      treatment: PAYE,
      minimumCents: 1,
    });
    expect(() => ledger.once(reinstate)).toThrow('Another payout run holds this account');
    ledger.do({ ...pay, runId: 'run2' });
    expect(() => ledger.once(reinstate)).toThrow('reservation R1, which was paid again');
  });

  it('holds the account after a failure until the release, and names the day of the returned payment', () => {
    const ledger = frozen();
    ledger.do(pay);
    ledger.do({ ...giveBack, returnedOn: '2026-05-04' });
    const [back] = ledger.events.filter(({ type }) => type === 'PayoutReturned');
    expect(back?.data).toMatchObject({ paidOn: '2026-04-03', returnedOn: '2026-05-04' });
    expect([...ledger.state.holds.values()]).toMatchObject([{ signal: 'PaymentFailed' }]);
    const again = { runId: 'run2', cutOff: '2026-05-04', payDate: '2026-05-04', treatment: PAYE } as const;
    const reserve = {
      type: 'ReservePayout',
      ...about,
      ...again,
      minimumCents: 1,
    } as const;
    expect(ledger.once(reserve)).toEqual([]);
  });

  it('keeps the books balanced over any sequence of results, corrections and decisions', () => {
    const step = fc.constantFrom('pay', 'fail', 'return', 'correct', 'decide', 'credit', 'adjust', 'freeze', 'confirm');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const ledger = frozen();
        let runs = 1;
        steps.forEach((what, index) => {
          const runId = `run${runs - (index % Math.min(runs, 2))}`;
          const own = { ...run, runId };
          const decide = (status: 'Earned' | 'Declined', gross: number) =>
            ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', index + 2, status, gross) });
          if (what === 'pay') ledger.do({ ...pay, ...own });
          if (what === 'fail') ledger.do({ ...fail, ...own });
          if (what === 'return') ledger.do({ ...giveBack, ...own });
          if (what === 'decide') decide('Earned', 100_00 + index * 1_01);
          if (what === 'credit') decide('Declined', 0);
          if (what === 'adjust')
            ledger.do({
              type: 'AdjustAccount',
              ...about,
              adjustmentId: `c${index}`,
              reason: 'Error',
              text: 'x',
              reservationNo: 'R1',
              grossCents: index % 2 ? 7_77 : -3_33,
              payeRate: null,
              treatmentRate: 0.25,
            });
          if (what === 'freeze')
            ledger.do({
              type: 'ReservePayout',
              ...about,
              runId: ledger.state.reservation?.runId ?? `run${++runs}`,
              cutOff: '2026-04-03',
              payDate: '2026-04-03',
              treatment: PAYE,
              minimumCents: 1,
            });
          if (what === 'confirm')
            for (const holdId of ledger.state.holds.keys())
              ledger.once({ type: 'ReleasePayoutHold', ...about, holdId, reason: 'x', limitCents: null });
          if (what === 'correct') {
            try {
              ledger.do({ ...reinstate, ...own });
            } catch (error) {
              if (!isDomainError(error)) throw error;
            }
          }
        });
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
