import { describe, expect, it } from 'vitest';
import { AGENT, decisionOf, Ledger, PAYE } from '../rewards-account/testing/ledger.ts';
import { keptRecords } from './retention.ts';

/** An account with one reward, which is in a payout run with the pay date 2020-03-06. */
function reserved(): Ledger {
  const ledger = new Ledger();
  const about = { agentId: AGENT, today: '2020-03-05' };
  ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 200_00) });
  const dates = { cutOff: '2020-03-05', payDate: '2020-03-06' };
  ledger.do({ type: 'ReservePayout', ...about, runId: 'run1', ...dates, treatment: PAYE, minimumCents: 1 });
  return ledger;
}
const ofRun = { agentId: AGENT, today: '2020-03-06', runId: 'run1', answerId: 'a' };

function paid(): Ledger {
  const ledger = reserved();
  ledger.do({ type: 'SettlePayout', ...ofRun, paidOn: '2020-03-06' });
  return ledger;
}

describe('the records that the law keeps of an agent', () => {
  it('keeps them for seven years after the tax year of the last payment, whenever the agent is erased', () => {
    const { state } = paid();
    const kept = { kept: ['rewards', 'payouts', 'tax'], keptUntil: '2028-02-29' };
    expect(keptRecords(state, '2020-03-07')).toEqual(kept);
    expect(keptRecords(state, '2028-02-29')).toEqual(kept);
    expect(keptRecords(state, '2028-03-01')).toEqual({ kept: ['rewards'], keptUntil: null });
  });

  it('keeps a returned payment from the day of its return', () => {
    const ledger = paid();
    ledger.do({ type: 'ReturnPayout', ...ofRun, returnedOn: '2021-03-02', reason: 'closed' });
    const kept = { kept: ['rewards', 'payouts', 'tax'], keptUntil: '2029-02-28' };
    expect(keptRecords(ledger.state, '2021-03-03')).toEqual(kept);
  });

  it('keeps no tax record of a payment that failed', () => {
    const ledger = reserved();
    ledger.do({ type: 'FailPayout', ...ofRun, reason: 'closed' });
    expect(keptRecords(ledger.state, '2020-03-07').kept).toEqual(['rewards', 'payouts']);
  });

  it('keeps no payment of a line that was not sent', () => {
    const ledger = reserved();
    ledger.do({ type: 'ReleasePayout', agentId: AGENT, today: '2020-03-06', runId: 'run1', reason: 'Cancelled' });
    expect(keptRecords(ledger.state, '2020-03-07')).toEqual({ kept: ['rewards'], keptUntil: null });
  });

  it.each([
    ['paid', 150_00, { kept: ['tax'], keptUntil: '2027-02-28' }],
    ['not paid', 0, { kept: [], keptUntil: null }],
  ])('counts an opening balance of an agent who was %s by the previous system', (_, paidCents, kept) => {
    const ledger = new Ledger();
    const figures = { earnedCents: 0, paidCents, grossThisTaxYearCents: 0, payeThisTaxYearCents: 0 };
    const about = { agentId: AGENT, today: '2026-11-01', asOf: '2020-02-28', treatment: PAYE };
    ledger.do({ type: 'RecordOpeningBalance', ...about, ...figures });
    expect(keptRecords(ledger.state, '2026-11-02')).toEqual(kept);
  });
});
