import { describe, expect, it } from 'vitest';
import { amountsOf } from './amounts.ts';
import { payableOf } from './payout.ts';
import { AGENT, decisionOf, Ledger, PAYE } from './testing/ledger.ts';

describe('a payment that comes back after its reward was decided again', () => {
  const about = { agentId: AGENT, today: '2026-04-01' };
  const line = { ...about, answerId: 'a' };
  const paidTwoHundred = () => {
    const ledger = new Ledger();
    const reserve = (runId: string, treatment = PAYE) =>
      ledger.do({
        ...{ type: 'ReservePayout', ...about, runId, cutOff: '2026-04-01', payDate: '2026-04-02', treatment },
        ...{ at: '2026-04-01T08:00:00.000Z', minimumCents: 1 },
      });
    const decide = (decisionNo: number, status: 'Earned' | 'Pending' | 'Declined', gross: number) =>
      ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', decisionNo, status, gross) });
    const pay = (runId: string) => ledger.do({ type: 'SettlePayout', ...line, runId, paidOn: '2026-04-02' });
    const sendBack = (runId: string) => ledger.do({ type: 'ReturnPayout', ...line, runId, reason: 'closed' });
    decide(1, 'Earned', 200_00);
    reserve('run1');
    pay('run1');
    return { ledger, reserve, decide, pay, sendBack, reward: () => ledger.state.rewards.get('R1') };
  };
  const open = { runId: null, paid: null };

  it('is owed as decided last, and a hold takes it out of the next run', () => {
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

  it('leaves what another run has paid of it meanwhile paid', () => {
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

  it('is owed nothing where it was credited, and counts as any other when it is invoiced again', () => {
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

  it('stays on hold where the hold came with another amount while the payment was at the bank', () => {
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

  it('has an entry for each reward, also where one is numbered as the part of the return is', () => {
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
