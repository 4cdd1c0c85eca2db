import { describe, expect, it } from 'vitest';
import type { Decision } from '../rental/events.ts';
import { INITIAL_TERMS } from '../reward-policy/reward-policy.ts';
import { simulateReward } from '../simulation/simulate-reward.ts';
import { AGENT, decisionOf, Ledger, PAYE } from './testing/ledger.ts';

const about = { agentId: AGENT, today: '2026-04-01' };

/** An account to which R1 of two hundred Rand was paid. */
class Books extends Ledger {
  constructor() {
    super();
    this.decide(1, 'Earned', 200_00);
    this.reserve('run1');
    this.do({ type: 'SettlePayout', ...about, runId: 'run1', answerId: 'a', paidOn: '2026-04-02' });
  }

  decide(decisionNo: number, status: Decision['status'], gross: number) {
    return this.do({ type: 'PostReward', ...about, decision: decisionOf('R1', decisionNo, status, gross) });
  }

  reserve(runId: string) {
    return this.do({
      type: 'ReservePayout',
      ...about,
      runId,
      cutOff: '2026-04-01',
      payDate: '2026-04-02',
      treatment: PAYE,
      minimumCents: 1,
    });
  }
}

describe('a paid reward of a rental on hold', () => {
  it('is not increased before the release, which posts the full increase', () => {
    const books = new Books();
    expect(books.decide(2, 'Pending', 600_00)).toEqual([]);
    expect(books.reserve('run2')).toEqual([]);
    expect(books.decide(3, 'Earned', 600_00)[0]?.data).toMatchObject({ grossCents: 400_00, nettCents: 300_00 });
    expect(books.state.balanceCents).toBe(300_00);
  });

  it('is decreased at once, both by the hold and by the release of a hold that would have increased it', () => {
    const books = new Books();
    books.decide(2, 'Pending', 600_00);
    books.decide(3, 'Earned', 160_00);
    expect(books.state.balanceCents).toBe(-30_00);
    books.decide(4, 'Pending', 120_00);
    expect(books.state.balanceCents).toBe(-60_00);
  });

  it('is owed again up to the amount paid, after any invoices in between', () => {
    const books = new Books();
    books.decide(2, 'Pending', 120_00);
    books.decide(3, 'Pending', 600_00);
    expect(books.state.balanceCents).toBe(0);
    books.decide(4, 'Earned', 600_00);
    expect(books.state.balanceCents).toBe(300_00);
  });

  it('keeps an increase that was booked before the hold', () => {
    const books = new Books();
    books.decide(2, 'Earned', 600_00);
    expect(books.decide(3, 'Pending', 600_00)).toEqual([]);
    expect(books.state.balanceCents).toBe(300_00);
  });

  it('is not increased by a simulation without assumptions', () => {
    const books = new Books();
    const decision = decisionOf('R1', 2, 'Pending', 600_00);
    books.decide(2, 'Pending', 600_00);
    const policy = { versions: [{ version: 1, effectiveFrom: null, terms: INITIAL_TERMS }] };
    const assumption = { decision, assessment: decision, decidedOn: about.today, policy, assumed: policy };
    expect(simulateReward(books.state, assumption, about.today).correction).toMatchObject({ grossCents: 0 });
  });
});
