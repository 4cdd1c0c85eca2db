import { describe, expect, test } from 'vitest';
import { fold } from '../decider.ts';
import type {
  AccountEventOf,
  AdjustmentCause,
  AdjustmentReason,
  RewardsAccountEvent,
} from '../rewards-account/events.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { type Cause, entryCauseOf } from './causes.ts';
import { type ComparisonCommand, type ComparisonEvent, comparisonDecider } from './comparison.ts';

const REQUEST: Timed<Extract<ComparisonCommand, { type: 'RequestComparison' }>> = {
  type: 'RequestComparison',
  comparisonId: 'c1',
  basis: 'balances',
  months: null,
  from: '2026-06-30T21:59:59.999Z',
  to: '2026-07-31T21:59:59.999Z',
  reason: 'The auditor asks why June changed',
  by: 2,
  at: '2026-08-03T08:00:00.000Z',
};
const given = (...events: ComparisonEvent[]) => fold(comparisonDecider, comparisonDecider.initial, events);
const when = (command: Timed<ComparisonCommand>, ...events: ComparisonEvent[]) =>
  decideTimed(comparisonDecider, command, given(...events));
const [requested] = decideTimed(comparisonDecider, REQUEST, comparisonDecider.initial) as [ComparisonEvent];
const amounts = (grossCents: number, payeCents: number) => ({
  grossCents,
  payeCents,
  nettCents: grossCents - payeCents,
});
const step = (cause: 'new-reward' | 'payout', grossCents: number, payeCents: number) => ({
  cause,
  entries: 1,
  agents: 1,
  ...amounts(grossCents, payeCents),
});
const FINISH = {
  type: 'FinishComparison',
  at: '2026-08-03T08:00:02.000Z',
  opening: amounts(400_00, 100_00),
  closing: amounts(300_00, 75_00),
  bridge: [step('new-reward', 200_00, 50_00), step('payout', -300_00, -75_00)],
  entries: 2,
  agents: 1,
  reservations: 1,
} as const satisfies Timed<ComparisonCommand>;

describe('a comparison', () => {
  test('records who requested it, and why', () => {
    expect(requested).toMatchObject({ type: 'ComparisonRequested', data: { requestedBy: 2, reason: REQUEST.reason } });
    expect(when(REQUEST, requested)).toEqual([]);
  });

  test.each([
    ['a second moment before the first', { to: REQUEST.from }],
    ['a moment in the future', { to: '2026-08-03T08:00:00.001Z' }],
    ['rewards without months', { basis: 'rewards' as const }],
    ['balances of certain months', { months: { from: '2026-06', to: '2026-06' } }],
    ['months in the wrong order', { basis: 'rewards' as const, months: { from: '2026-07', to: '2026-06' } }],
  ])('rejects %s', (_name, change) => {
    expect(() => when({ ...REQUEST, ...change })).toThrow(expect.objectContaining({ kind: 'invalid' }));
  });

  test('finishes once, with opening and bridge equal to closing', () => {
    const finished = when(FINISH, requested);
    expect(finished).toMatchObject([{ type: 'ComparisonFinished', data: { comparisonId: 'c1' } }]);
    expect(when(FINISH, requested, ...finished)).toEqual([]);
    expect(() => when(FINISH)).toThrow(expect.objectContaining({ kind: 'not-found' }));
  });

  test('fails if one cent is missing in the bridge', () => {
    const closing = amounts(FINISH.closing.grossCents + 1, FINISH.closing.payeCents);
    expect(when({ ...FINISH, closing }, requested)).toMatchObject([{ type: 'ComparisonFailed' }]);
  });
});

describe('the cause of a change', () => {
  const at = (recordedAt: string, event: RewardsAccountEvent) => entryCauseOf({ ...event, metadata: { recordedAt } });
  const posting = (data: Partial<AccountEventOf<'RewardPosted'>['data']>): RewardsAccountEvent => ({
    type: 'RewardPosted',
    data: {
      agentId: 1,
      reservationNo: 'R1',
      decisionNo: 1,
      month: '2026-06',
      promoCode: 'A',
      reason: null,
      on: '2026-06-10',
      before: null,
      after: { status: 'Earned', ...amounts(100_00, 25_00) },
      ...data,
    },
  });
  const earned = { status: 'Earned' as const, ...amounts(100_00, 25_00) };
  const nothing = { status: 'Void' as const, ...amounts(0, 0) };
  const IN_JUNE = '2026-06-30T21:59:59.999Z';

  test.each<[string, Partial<AccountEventOf<'RewardPosted'>['data']>, string]>([
    ['a first decision', {}, 'new-reward'],
    ['a credit note', { before: earned, after: nothing, reason: 'Credited' }, 'credited'],
    [
      'a promotion that is no longer active',
      { before: earned, after: nothing, reason: 'PromotionNotActive' },
      'declined',
    ],
    ['another rate', { before: earned, after: { status: 'Earned', ...amounts(90_00, 22_50) } }, 'changed-decision'],
    ['a hold', { before: earned, after: { ...earned, status: 'Pending' } }, 'held'],
    ['the end of a hold', { before: { ...earned, status: 'Pending' } }, 'hold-released'],
    ['a returned payment', { before: earned, reason: 'PaymentReturned' }, 'return'],
    ['a payment of a credited reward', { before: nothing, reason: 'PaidMeanwhile' }, 'credited'],
    ['a payment of a reward on hold', { before: { ...earned, status: 'Pending' }, reason: 'PaidMeanwhile' }, 'held'],
    ['a payment at an earlier rate', { before: earned, reason: 'PaidMeanwhile' }, 'changed-decision'],
    ['the opening balance', { before: earned, after: nothing, reason: 'OpeningBalance' }, 'opening-balance'],
  ])('is found for %s', (_name, data, cause) => {
    expect(at(IN_JUNE, posting(data))).toBe(cause);
  });

  test('is a late invoice from the first instant of the next month in Johannesburg', () => {
    expect(at(IN_JUNE, posting({}))).toBe('new-reward');
    expect(at('2026-06-30T22:00:00.000Z', posting({}))).toBe('late-invoice');
  });

  test('is the reason of an adjustment, and finance where no decision led to it', () => {
    const adjusted = (data: Partial<AccountEventOf<'AccountAdjusted'>['data']>): RewardsAccountEvent => ({
      type: 'AccountAdjusted',
      data: {
        agentId: 1,
        adjustmentId: 'a',
        cause: { kind: 'correction' },
        reason: 'Error',
        text: null,
        reservationNo: null,
        decisionNo: null,
        payeRate: null,
        dated: '2026-06-10',
        ...amounts(-10_00, 0),
        ...data,
      },
    });
    expect(at(IN_JUNE, adjusted({}))).toBe('correction');
    expect(at(IN_JUNE, adjusted({ reason: 'Rerated' }))).toBe('correction');
    expect(at(IN_JUNE, adjusted({ reason: 'Credited' }))).toBe('credited');
    const kinds: [AdjustmentCause, AdjustmentReason, Cause][] = [
      [{ kind: 'decision', decisionNo: 2 }, 'Rerated', 'changed-decision'],
      [{ kind: 'decision', decisionNo: 2 }, 'Credited', 'credited'],
      [{ kind: 'reversal', decisionNo: 2 }, 'Rerated', 'changed-decision'],
      [{ kind: 'reversal', decisionNo: 2 }, 'Other', 'correction'],
      [{ kind: 'reissued-reversal', adjustmentId: 'a', runId: 'r' }, 'Rerated', 'correction'],
      [{ kind: 'payment-returned' }, 'Rerated', 'return'],
      [{ kind: 'opening-balance' }, 'Other', 'opening-balance'],
      [{ kind: 'tax-difference' }, 'TaxTreatment', 'tax-treatment'],
    ];
    for (const [cause, reason, expected] of kinds) expect(at(IN_JUNE, adjusted({ cause, reason }))).toBe(expected);
    expect(at(IN_JUNE, { type: 'PayoutReleased', data: { agentId: 1, runId: 'r', reason: 'x' } })).toBeNull();
  });
});
