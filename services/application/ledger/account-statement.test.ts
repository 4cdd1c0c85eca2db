import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { expect, test } from 'vitest';
import { accountStatementOf } from './account-statement.ts';

const adjusted = (recordedOn: string, nettCents: number) => {
  const event: RewardsAccountEvent = {
    type: 'AccountAdjusted',
    data: {
      agentId: 1,
      adjustmentId: `${recordedOn} ${nettCents}`,
      cause: { kind: 'correction' as const },
      reservationNo: null,
      decisionNo: null,
      reason: 'Error',
      text: recordedOn,
      dated: recordedOn,
      grossCents: nettCents,
      payeCents: 0,
      payeRate: 0,
      nettCents,
    },
  };
  return { ...event, metadata: { recordedAt: `${recordedOn}T08:00:00.000Z` } };
};

const runName = (runId: string) => `Run ${runId}`;

test('an account statement sums the entries before the period and sorts the others by day', () => {
  const events = [
    adjusted('2025-12-04', 100_00),
    adjusted('2025-11-20', 40_00),
    adjusted('2025-12-02', -30_00),
    adjusted('2026-01-05', 7_00),
  ];
  const statement = accountStatementOf(events, '2025-12-01', '2025-12-31', runName);
  expect(statement).toMatchObject({
    openingCents: 40_00,
    closingCents: 110_00,
    lines: [
      { on: '2025-12-02', nettCents: -30_00, balanceCents: 10_00 },
      { on: '2025-12-04', nettCents: 100_00, balanceCents: 110_00 },
    ],
  });
  expect(accountStatementOf(events, '2026-01-01', '2026-01-31', runName).openingCents).toBe(statement.closingCents);
});
