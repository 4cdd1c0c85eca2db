import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar.ts';
import { expiresOn, firstInvoicedBy } from './expiry.ts';
import { AGENT, decisionOf, Ledger, PAYE } from './testing/ledger.ts';

it('finds each reward on the day on which it expires, also at the end of a month', () => {
  const earned = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2020-01-01', days));
  fc.assert(
    fc.property(earned, fc.integer({ min: 1, max: 120 }), (earnedOn, months) => {
      // Facts may be dated one day ahead of the decision.
      const invoicedOn = addDays(earnedOn, 1);
      expect(invoicedOn <= firstInvoicedBy(expiresOn(earnedOn, months), months)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(firstInvoicedBy(expiresOn('2024-01-31', 13), 13) >= '2024-02-01').toBe(true);
});

describe('the balance of an erased agent (K7)', () => {
  const about = { agentId: AGENT, today: '2026-04-01' } as const;
  const correct = (adjustmentId: string, grossCents: number) =>
    ({
      type: 'AdjustAccount',
      ...about,
      adjustmentId,
      reason: 'Error',
      text: 'x',
      reservationNo: null,
      grossCents,
      payeRate: null,
      treatmentRate: 0.25,
    }) as const;
  const forfeit = (ledger: Ledger) => {
    while (ledger.do({ type: 'ForfeitBalance', ...about }).length > 0);
  };

  it.each([
    ['owed', -50_00],
    ['owed by the agent', -999_99],
    ['owed without a correction', 0],
  ])('is zero afterwards where it is %s', (_name, deduction) => {
    const ledger = new Ledger();
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 200_01) });
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R2', 1, 'Pending', 100_00) });
    if (deduction !== 0) ledger.do(correct('a1', deduction));
    forfeit(ledger);
    expect(ledger.state).toMatchObject({ balanceCents: 0, earnedCents: 0, expiredCents: 150_01 });
    expect(ledger.state.rewards.get('R1')?.status).toBe('Expired');
    // A hold that is released after the erasure earns again.
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R2', 2, 'Earned', 100_00) });
    expect(ledger.state.balanceCents).toBe(75_00);
    forfeit(ledger);
    expect(ledger.state.balanceCents).toBe(0);
  });

  it('waits while a run reserves it', () => {
    const ledger = new Ledger();
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 200_00) });
    const line = { cutOff: '2026-04-01', payDate: '2026-04-02', treatment: PAYE, minimumCents: 100_00 };
    ledger.do({ type: 'ReservePayout', ...about, runId: 'run1', ...line });
    expect(ledger.do({ type: 'ForfeitBalance', ...about })).toEqual([]);
    ledger.do({ type: 'ReleasePayout', ...about, runId: 'run1', reason: 'NotActive' });
    forfeit(ledger);
    expect(ledger.state.balanceCents).toBe(0);
  });

  it('ends with the opening balance', () => {
    const ledger = new Ledger();
    const paid = { paidCents: 0, grossThisTaxYearCents: 0, payeThisTaxYearCents: 0 };
    const opened = { asOf: '2026-03-01', earnedCents: 75_00, treatment: PAYE, ...paid };
    ledger.do({ type: 'RecordOpeningBalance', ...about, ...opened });
    forfeit(ledger);
    expect(ledger.state.balanceCents).toBe(0);
  });
});
