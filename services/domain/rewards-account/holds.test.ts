import { describe, expect, test } from 'vitest';
import { decideTimed } from '../testing/timed.ts';
import { rewardsAccountDecider } from './rewards-account.ts';
import { AGENT, decisionOf, Ledger, PAYE } from './testing/ledger.ts';

const LIMIT = 1000_00;
const about = { agentId: AGENT, reason: 'x', holdId: 'h' };
const on = (today: string) => ({ ...about, today });

/** An account that is owed R12 442.50, and its changes in April 2026. */
function owed() {
  const ledger = new Ledger();
  const line = { agentId: AGENT, runId: 'run', answerId: 'a' };
  ledger.do({
    type: 'PostReward',
    agentId: AGENT,
    today: '2026-04-01',
    decision: decisionOf('R1', 1, 'Earned', 16_590_00),
  });
  ledger.do({
    type: 'ReservePayout',
    agentId: AGENT,
    runId: 'run',
    today: '2026-04-01',
    treatment: PAYE,
    minimumCents: 1,
    cutOff: '2026-04-01',
    payDate: '2026-04-02',
  });
  return {
    ledger,
    hold: (today = '2026-04-01') => ledger.do({ type: 'PlacePayoutHold', signal: 'Finance', ...on(today) }),
    pay: (paidOn = '2026-04-02') => ledger.do({ type: 'SettlePayout', ...line, today: paidOn, paidOn }),
    sendBack: (today: string) => ledger.do({ type: 'ReturnPayout', ...line, returnedOn: today, reason: 'closed' }),
    release: (limitCents: number | null, today: string) =>
      decideTimed(rewardsAccountDecider, { type: 'ReleasePayoutHold', ...on(today), limitCents }, ledger.state),
  };
}

describe('a hold above the limit that one person may release', () => {
  test.each([
    ['while a run holds the account', ({ hold }: ReturnType<typeof owed>) => hold(), '2026-04-01'],
    ['once the bank paid', ({ hold, pay }: ReturnType<typeof owed>) => [hold(), pay()], '2026-04-02'],
    ['long after the bank paid', ({ hold, pay }: ReturnType<typeof owed>) => [hold(), pay()], '2026-12-01'],
    [
      'placed after the bank paid, while it may come back',
      ({ hold, pay }: ReturnType<typeof owed>) => [pay(), hold('2026-04-20')],
      '2026-05-01',
    ],
    [
      'once the payment came back',
      ({ hold, pay, sendBack }: ReturnType<typeof owed>) => [pay(), hold('2026-12-01'), sendBack('2026-12-01')],
      '2026-12-02',
    ],
  ])('%s is released by two alone', (_when, given, today) => {
    const account = owed();
    given(account);
    expect(() => account.release(LIMIT, today)).toThrow('needs approval');
    expect(account.release(null, today)).toMatchObject([{ type: 'PayoutHoldReleased' }]);
  });

  test('is released by one where the payment was made long before it was placed', () => {
    const account = owed();
    account.pay();
    account.hold('2026-06-01');
    expect(account.release(LIMIT, '2026-06-02')).toMatchObject([{ type: 'PayoutHoldReleased' }]);
  });

  test('is released by one up to the limit', () => {
    const account = owed();
    account.hold();
    expect(() => account.release(12_442_49, '2026-04-01')).toThrow('needs approval');
    expect(account.release(12_442_50, '2026-04-01')).toHaveLength(1);
  });
});
