import { describe, expect, it } from 'vitest';
import type { TreatmentUsed } from '../agent/tax-treatment.ts';
import { amountsOf } from '../amounts.ts';
import { MAX_CENTS } from '../money.ts';
import { correctedBy } from './corrections-in-force.ts';
import { AGENT, decisionOf, Ledger, PAYE } from './testing/ledger.ts';

const CONTRACTOR: TreatmentUsed = { kind: 'independent-contractor', rate: 0 };
const about = { agentId: AGENT, today: '2026-04-01' };

/** An account where R1 earned a thousand Rand, decided with ordinary PAYE. */
class Books extends Ledger {
  constructor() {
    super();
    this.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 1000_00) });
  }

  reserve(runId: string, treatment: TreatmentUsed) {
    return this.do({
      type: 'ReservePayout',
      ...about,
      runId,
      cutOff: '2026-04-01',
      payDate: '2026-04-02',
      treatment,
      minimumCents: 1,
    });
  }

  pay(runId: string, treatment: TreatmentUsed): void {
    this.reserve(runId, treatment);
    this.do({ type: 'SettlePayout', ...about, runId, answerId: 'a', paidOn: '2026-04-02' });
  }

  correct(
    adjustmentId: string,
    grossCents: number,
    changes: { reservationNo?: null; payeRate?: number; treatmentRate?: number } = {},
  ) {
    const correction = { adjustmentId, grossCents, reservationNo: 'R1', reason: 'Fraud', text: 'x' } as const;
    const rates = { payeRate: null, treatmentRate: 0.25 };
    return this.do({ type: 'AdjustAccount', ...about, ...correction, ...rates, ...changes });
  }
}

describe('a deduction by finance', () => {
  it('is taxed with its unpaid reward, so that no treatment leaves anything on the day of payment', () => {
    const books = new Books();
    const [entry] = books.correct('c1', -1000_00);
    expect(entry?.data).toMatchObject({ grossCents: -1000_00, payeCents: -250_00, payeRate: 0.25 });
    expect(books.state.balanceCents).toBe(0);
    expect(books.reserve('run1', CONTRACTOR)).toEqual([]);
  });

  it('is paid under one rate with the rest of an unpaid reward', () => {
    const books = new Books();
    books.correct('c1', -400_00);
    const [line] = books.reserve('run1', CONTRACTOR);
    expect(line?.data).toMatchObject({ grossCents: 600_00, payeCents: 0, nettCents: 600_00 });
  });

  it.each([-1000_00, 400_00])('keeps the PAYE of the payment of its paid reward: %i', (grossCents) => {
    const books = new Books();
    books.pay('run1', PAYE);
    expect(books.correct('c1', grossCents)[0]?.data).toMatchObject({ payeCents: grossCents / 4, payeRate: null });
  });

  it('has final PAYE without a reservation; a credit is taxed when it is paid', () => {
    const books = new Books();
    expect(books.correct('c1', -100_00, { reservationNo: null })[0]?.data).toMatchObject({ payeRate: null });
    expect(books.correct('c2', 100_00, { reservationNo: null })[0]?.data).toMatchObject({ payeRate: 0.25 });
  });

  it('has the PAYE of its payment, independent of the current treatment', () => {
    const books = new Books();
    books.pay('run1', CONTRACTOR);
    const [entry] = books.correct('c1', -1000_00);
    expect(entry?.data).toMatchObject({ nettCents: -1000_00, payeRate: null });
    expect(books.state.balanceCents).toBe(-1000_00);
  });

  it('uses the rate of the agent’s treatment without a payment, or the rate that finance states', () => {
    const books = new Books();
    const contractor = { reservationNo: null, treatmentRate: 0 };
    expect(books.correct('c1', -100_00, contractor)[0]?.data).toMatchObject({ nettCents: -100_00 });
    expect(books.correct('c2', -100_00, { ...contractor, payeRate: 0.4 })[0]?.data).toMatchObject({
      payeCents: -40_00,
    });
    books.pay('run1', CONTRACTOR);
    expect(books.correct('c3', -100_00, { payeRate: 0.4 })[0]?.data).toMatchObject({ payeCents: -40_00 });
  });
});

describe('a correction of a reward that is at the bank (L7)', () => {
  const DIRECTIVE: TreatmentUsed = { kind: 'directive', rate: 0.1, directiveNumber: '1' };
  const settle = (books: Books) =>
    books.do({ type: 'SettlePayout', ...about, runId: 'run1', answerId: 'a', paidOn: '2026-04-02' });
  const atBank = (treatment: TreatmentUsed) => {
    const books = new Books();
    books.reserve('run1', treatment);
    return books;
  };

  it.each([
    [DIRECTIVE, -900_00],
    [PAYE, -750_00],
  ])('has the PAYE of its payment once the bank has paid, under %o', (treatment, nettCents) => {
    const books = atBank(treatment);
    books.correct('c1', -1000_00, { treatmentRate: 0 });
    settle(books);
    expect(books.state.balanceCents).toBe(nettCents);
    books.do({ type: 'PostReward', ...about, decision: decisionOf('R2', 1, 'Earned', 3000_00) });
    const [line] = books.reserve('run2', CONTRACTOR);
    const lineData = line?.data as {
      nettCents: number;
      adjustments: { payeCents: number; treatment?: TreatmentUsed }[];
    };
    expect(lineData.nettCents, 'whatever the treatment of the next payment').toBe(3000_00 + nettCents);
    expect(lineData.adjustments.find((each) => each.treatment)).toMatchObject({ treatment, nettCents });
    books.do({ type: 'SettlePayout', ...about, runId: 'run2', answerId: 'b', paidOn: '2026-04-02' });
    expect(books.state.balanceCents).toBe(0);
  });

  it('is taxed with the reward if the bank did not pay', () => {
    const books = atBank(DIRECTIVE);
    books.correct('c1', -400_00);
    books.do({ type: 'FailPayout', ...about, runId: 'run1', answerId: 'a', reason: 'closed' });
    books.releaseHolds(about.today);
    const [line] = books.reserve('run2', CONTRACTOR);
    expect(line?.data).toMatchObject({ grossCents: 600_00, payeCents: 0, nettCents: 600_00 });
  });

  it('leaves nothing where a later decision replaced it before the bank had paid', () => {
    const books = atBank(DIRECTIVE);
    books.correct('c1', -400_00);
    books.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 2, 'Declined', 0) });
    settle(books);
    expect(books.state.balanceCents).toBe(-900_00);
    expect(correctedBy(books.state, 'R1')).toEqual(amountsOf(0, 0));
  });

  it('is replaced by a later decision at the PAYE of the payment', () => {
    const books = atBank(DIRECTIVE);
    books.correct('c1', -400_00);
    settle(books);
    books.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 2, 'Declined', 0) });
    expect(books.state.balanceCents).toBe(-900_00);
  });
});

describe('a correction out of bounds', () => {
  const correct = (changes: object) => {
    const ledger = new Ledger();
    ledger.do({
      type: 'PostReward',
      agentId: AGENT,
      today: '2026-04-01',
      decision: decisionOf('R1', 1, 'Earned', 200_00),
    });
    return ledger.once({
      type: 'AdjustAccount',
      agentId: AGENT,
      today: '2026-04-01',
      adjustmentId: 'c1',
      reason: 'Error',
      text: 'x',
      reservationNo: null,
      grossCents: 1_00,
      payeRate: null,
      treatmentRate: 0.25,
      ...changes,
    });
  };
  it.each([Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, MAX_CENTS + 1, 0.5])(
    'is refused: %d cents',
    (grossCents) => expect(() => correct({ grossCents })).toThrow('at most R999\u202f999\u202f999.99'),
  );
  it('is refused for a reservation of another account', () => {
    expect(() => correct({ reservationNo: 'NOSUCH' })).toThrow('no reward of reservation NOSUCH');
    expect(correct({ reservationNo: 'R1' })).toHaveLength(1);
  });
});

it('an opening balance is grossed up half up to the cent, without a binary fraction', () => {
  const treatment = { kind: 'directive', rate: 0.44 };
  const year = { grossThisTaxYearCents: 0, payeThisTaxYearCents: 0 };
  const about = { agentId: AGENT, asOf: '2026-02-28', earnedCents: 7, paidCents: 0, ...year, treatment } as const;
  // 7 / 0.56 is 12.5.
  expect(new Ledger().once({ type: 'RecordOpeningBalance', ...about })[0]?.data).toMatchObject({
    grossCents: 13,
    payeCents: 6,
    nettCents: 7,
  });
});
