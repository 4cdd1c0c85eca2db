import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { AGENT, decisionOf, Ledger, PAYE } from '@fynbos/domain/rewards-account/testing/ledger.ts';
import { expect, test } from 'vitest';
import type { FoldEvent } from '../engine/projection.ts';
import { type LatePostingRow, latePostings } from './late-postings.ts';

/** Rows of events that were recorded on a day. */
function rowsAfter(recordedOn: string, events: readonly RewardsAccountEvent[]): LatePostingRow[] {
  const rows = new Map<string, LatePostingRow | null>();
  for (const each of events) {
    const event = { ...each, metadata: { recordedAt: `${recordedOn}T08:00:00.000Z` } } as unknown as FoldEvent<never>;
    for (const key of latePostings.keys(event)) rows.set(key, latePostings.evolve(rows.get(key) ?? null, event, key));
  }
  return [...rows.values()].filter((row) => row !== null);
}

/** A line of R200.00 gross that the bank paid on 30 October. */
function paidInOctober(rate = PAYE.rate): { readonly ledger: Ledger; readonly payment: RewardsAccountEvent[] } {
  const ledger = new Ledger();
  const about = { agentId: AGENT, runId: 'run1', today: '2026-10-30' };
  ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 200_00) });
  const treatment = { ...PAYE, rate };
  const dates = { cutOff: '2026-10-30', payDate: '2026-10-30' };
  ledger.do({ type: 'ReservePayout', ...about, ...dates, treatment, minimumCents: 1 });
  const payment = ledger.do({ type: 'SettlePayout', ...about, answerId: 'a', paidOn: '2026-10-30' });
  return { ledger, payment };
}

test('a payment that is returned in the next month belongs to the month that its PAYE leaves (L16, T8)', () => {
  const { ledger } = paidInOctober();
  const about = { agentId: AGENT, runId: 'run1', answerId: 'b', reason: 'closed', today: '2026-11-04' };
  const events = ledger.do({ type: 'ReturnPayout', ...about, returnedOn: '2026-11-04' });
  expect(rowsAfter('2026-11-04', events)).toMatchObject([
    { id: '2026-11:2026-10:return', entries: 1, grossCents: 200_00, payeCents: 50_00, nettCents: 150_00 },
  ]);
  const [returned] = events.filter(({ type }) => type === 'PayoutReturned');
  const ofEarlierRelease = [{ ...returned, data: { ...returned?.data, paidOn: undefined } }] as RewardsAccountEvent[];
  expect(rowsAfter('2026-11-04', ofEarlierRelease)).toEqual([]);
  expect(rowsAfter('2026-12-01', ofEarlierRelease)).toMatchObject([{ id: '2026-12:2026-11:return' }]);
});

test('the tax difference of a late return belongs to the month of the payment, as the return does (L16)', () => {
  const { ledger } = paidInOctober(0.3);
  const about = { agentId: AGENT, runId: 'run1', answerId: 'b', reason: 'closed', today: '2026-11-04' };
  const events = ledger.do({ type: 'ReturnPayout', ...about, returnedOn: '2026-11-04' });
  expect(rowsAfter('2026-11-04', events)).toMatchObject([
    { id: '2026-11:2026-10:return', grossCents: 200_00, payeCents: 60_00, nettCents: 140_00 },
    { id: '2026-11:2026-10:tax-treatment', grossCents: 0, payeCents: -10_00, nettCents: 10_00 },
  ]);
  const [difference] = events.filter(({ type }) => type === 'AccountAdjusted');
  const ofEarlierRelease = [
    { ...difference, data: { ...difference?.data, paidOn: undefined } },
  ] as RewardsAccountEvent[];
  expect(rowsAfter('2026-11-04', ofEarlierRelease)).toEqual([]);
});

test('the PAYE of a payment that is recorded late belongs to the month of the payment', () => {
  const { payment } = paidInOctober(0.3);
  expect(rowsAfter('2026-10-30', payment)).toEqual([]);
  expect(rowsAfter('2026-11-02', payment)).toMatchObject([
    { id: '2026-11:2026-10:tax-treatment', grossCents: 0, payeCents: 10_00, nettCents: -10_00 },
    { id: '2026-11:2026-10:payout', grossCents: -200_00, payeCents: -60_00, nettCents: -140_00 },
  ]);
});

test('an opening balance belongs to the month of its day', () => {
  const ledger = new Ledger();
  const year = { paidCents: 0, grossThisTaxYearCents: 0, payeThisTaxYearCents: 0, treatment: PAYE };
  const about = { agentId: AGENT, today: '2026-11-04', asOf: '2026-10-31', earnedCents: 75_00 };
  const events = ledger.do({ type: 'RecordOpeningBalance', ...about, ...year });
  expect(rowsAfter('2026-11-04', events)).toMatchObject([
    { id: '2026-11:2026-10:opening-balance', grossCents: 100_00, payeCents: 25_00, nettCents: 75_00 },
  ]);
});
