import type { TreatmentUsed } from '@fynbos/domain/agent/tax-treatment.ts';
import { sumOf } from '@fynbos/domain/amounts.ts';
import { addDays } from '@fynbos/domain/calendar.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import { journalEntryOf, type LedgerAccount, linesOf } from '@fynbos/domain/ledger/journal.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import { correctedBy } from '@fynbos/domain/rewards-account/corrections-in-force.ts';
import type { RewardsAccountCommand } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { AGENT, decisionOf, Ledger } from '@fynbos/domain/rewards-account/testing/ledger.ts';
import { propertyRuns } from '@fynbos/domain/testing/property-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BalanceRow, balances } from '../balances/balances.ts';
import type { FoldEvent, Projection } from '../engine/projection.ts';
import { type IncentiveRow, incentives } from '../incentives/incentives.ts';
import { type TaxRow, tax } from '../tax/tax.ts';

const TREATMENTS: readonly TreatmentUsed[] = [
  { kind: 'paye', rate: 0.25 },
  { kind: 'directive', rate: 0.18, directiveNumber: '111' },
  { kind: 'directive', rate: 0.125, directiveNumber: '222' },
  { kind: 'independent-contractor', rate: 0 },
];
const cents = { min: 50_01, max: 900_99 };
const rental = fc.nat(3);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      rental,
      status: fc.constantFrom('Earned' as const, 'Earned' as const, 'Pending' as const, 'Declined' as const),
      gross: fc.integer(cents),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repost' as const), which: fc.nat(30) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      treatment: fc.constantFrom(...TREATMENTS),
      back: fc.nat(10),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('paid' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('failed' as const, 'dropped' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('returned' as const), run: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reinstate' as const), run: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      rental: fc.option(rental),
      gross: fc.integer({ min: -200_00, max: 300_00 }).filter((gross) => gross !== 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), months: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      asOf: fc.constantFrom('2026-02-28', '2026-03-10'),
      earned: fc.integer({ min: -100_00, max: 500_00 }),
      treatment: fc.constantFrom(...TREATMENTS),
    }),
  },
);

/** An account with the journal and the read models that follow from its entries. */
class Books {
  readonly ledger = new Ledger();
  /** Debits less credits. */
  readonly accounts = new Map<LedgerAccount, number>();
  readonly tax = new Map<string, TaxRow | null>();
  readonly incentives = new Map<string, IncentiveRow | null>();
  readonly balances = new Map<string, BalanceRow | null>();
  private seen = 0;

  private fold<Row extends object>(
    projection: Projection<Row, never>,
    rows: Map<string, Row | null>,
    event: { type: string; data: object },
    today: string,
  ): void {
    if (!projection.eventTypes.includes(event.type as never)) return;
    const metadata = { recordedAt: `${today}T08:00:00.000Z` };
    const folded = { ...event, metadata, streamId: `rewards-account-${AGENT}` } as unknown as FoldEvent<never>;
    for (const key of projection.keys(folded)) rows.set(key, projection.evolve(rows.get(key) ?? null, folded, key));
  }

  decided(decision: Decision, today: string): void {
    this.fold(incentives as never, this.incentives as never, { type: 'RewardDecided', data: decision }, today);
  }

  do(command: RewardsAccountCommand & { readonly today: string }) {
    const entries = this.ledger.do(command);
    this.catchUp(command.today);
    return entries;
  }

  catchUp(today: string): void {
    for (const event of this.ledger.events.slice(this.seen)) {
      this.fold(tax as never, this.tax as never, event, today);
      this.fold(incentives as never, this.incentives as never, event, today);
      this.fold(balances as never, this.balances as never, event, today);
      const entry = journalEntryOf(event);
      if (entry)
        for (const { account, debitCents, creditCents } of linesOf(entry.kind, entry))
          this.accounts.set(account, (this.accounts.get(account) ?? 0) + debitCents - creditCents);
    }
    this.seen = this.ledger.events.length;
  }

  check(): void {
    const { state } = this.ledger;
    const of = (account: LedgerAccount) => 0 - (this.accounts.get(account) ?? 0);
    const unpaid = [
      ...[...state.rewards.entries()].flatMap(([, reward]) => (reward.status === 'Earned' ? [reward] : [])),
      ...[...state.adjustments.entries()].flatMap(([, each]) => (each.state === 'settled' ? [] : [each])),
    ];
    const rows = [...this.tax.values()].filter((row) => row !== null && !row.isOpening) as TaxRow[];
    expect(
      { payable: of('payable'), accrued: of('payeAccrued'), bank: of('bank'), paye: of('payePayable') },
      'the journal',
    ).toEqual({
      payable: state.balanceCents,
      accrued: sumOf(unpaid).payeCents,
      bank: state.paidCents - (state.opening?.paidCents ?? 0),
      paye: sumOf(rows).payeCents,
    });
    const row = this.balances.get(String(AGENT));
    const { balanceCents, earnedCents, paidCents, expiredCents } = state;
    if (row)
      expect(row, 'balances').toMatchObject({
        balanceCents,
        earnedCents,
        paidCents,
        expiredCents,
        holds: state.holds.size,
      });
    for (const [reservationNo, reward] of state.rewards.entries()) {
      const shown = this.incentives.get(reservationNo);
      if (reward.status === 'Earned' || reward.status === 'Pending') {
        const { grossCents, payeCents, nettCents, status } = reward;
        expect(shown, `reward ${reservationNo}`).toMatchObject({ status, grossCents, payeCents, nettCents });
      } else if (reward.status === 'Expired' && shown?.decidedStatus !== 'Declined')
        expect(shown?.status).toBe('Expired');
      else if (reward.status === 'Paid' && shown?.decidedStatus !== 'Declined')
        expect(['Paid', 'Declined']).toContain(shown?.status);
      else expect(shown?.status).toBe('Declined');
    }
    for (const { kind, directiveNumber, grossCents, payeCents } of rows) {
      const rate =
        TREATMENTS.find((each) => each.kind === kind && (each.directiveNumber ?? null) === directiveNumber)?.rate ?? 0;
      // Half a cent for each reward or correction.
      expect(
        Math.abs(payeCents - grossCents * rate),
        `PAYE of ${kind} ${directiveNumber}: ${grossCents}, ${payeCents}`,
      ).toBeLessThan(rate === 0 ? 1 : 25);
    }
  }
}

test('journal, tax months, balances and list of rewards agree with the account over any history', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.nat(12)), { maxLength: 60, size: 'max' }), (steps) => {
      const books = new Books();
      const { ledger } = books;
      const numbers = new Map<string, number>();
      const decisions: Decision[] = [];
      const runs: string[] = [];
      let finance = 0;
      let today = '2026-03-12';
      steps.forEach(([each, days], index) => {
        today = addDays(today, days);
        const about = { agentId: AGENT, today };
        const runId = ledger.state.reservation?.runId;
        switch (each.do) {
          case 'decide': {
            const reservationNo = `R${each.rental}`;
            const decisionNo = (numbers.get(reservationNo) ?? 0) + 1;
            numbers.set(reservationNo, decisionNo);
            const decision = decisionOf(reservationNo, decisionNo, each.status, each.gross);
            decisions.push(decision);
            books.decided(decision, today);
            books.do({ type: 'PostReward', ...about, decision });
            break;
          }
          case 'repost': {
            const decision = decisions[each.which];
            if (decision) books.do({ type: 'PostReward', ...about, decision });
            break;
          }
          case 'reserve': {
            if (runId) break;
            const own = {
              runId: `run${index}`,
              cutOff: addDays(today, -each.back),
              payDate: today,
              minimumCents: 100_00,
            };
            if (books.do({ type: 'ReservePayout', ...about, ...own, treatment: each.treatment }).length > 0)
              runs.push(own.runId);
            break;
          }
          case 'paid':
            if (runId) books.do({ type: 'SettlePayout', ...about, runId, answerId: 'a', paidOn: today });
            break;
          case 'failed':
            if (runId) books.do({ type: 'FailPayout', ...about, runId, answerId: 'a', reason: 'x' });
            break;
          case 'dropped':
            if (runId && !ledger.state.payouts.get(runId))
              books.do({ type: 'ReleasePayout', ...about, runId, reason: 'x' });
            break;
          case 'returned': {
            const run = runs.at(-1 - each.run);
            if (run)
              books.do({
                type: 'ReturnPayout',
                ...about,
                runId: run,
                answerId: 'b',
                returnedOn: today,
                reason: 'closed',
              });
            for (const one of new Map(decisions.map((decision) => [decision.reservationNo, decision])).values())
              books.do({ type: 'PostReward', ...about, decision: one });
            break;
          }
          case 'reinstate': {
            const run = runs.at(-1 - each.run);
            if (!run) break;
            try {
              books.do({ type: 'ReinstatePayout', ...about, runId: run, answerId: 'c', reason: 'x' });
            } catch (error) {
              if (!isDomainError(error)) throw error;
              break;
            }
            if (ledger.state.reservation?.runId === run)
              books.do({ type: 'SettlePayout', ...about, runId: run, answerId: 'c', paidOn: today });
            break;
          }
          case 'confirm':
            ledger.releaseHolds(today);
            books.catchUp(today);
            break;
          case 'adjust': {
            const reservationNo = each.rental === null ? null : `R${each.rental}`;
            if (reservationNo !== null && !ledger.state.rewards.get(reservationNo)) break;
            const grossCents = reservationNo === null ? Math.abs(each.gross) : each.gross;
            if (reservationNo === null) finance += grossCents;
            const entry = { adjustmentId: `a${index}`, reason: 'Error', text: 'x', reservationNo, grossCents } as const;
            books.do({ type: 'AdjustAccount', ...about, ...entry, payeRate: null, treatmentRate: 0.25 });
            break;
          }
          case 'expire':
            books.do({ type: 'ExpireRewards', ...about, expiryMonths: each.months });
            break;
          case 'open': {
            if (ledger.state.opening) break;
            const { asOf, earned: earnedCents, treatment } = each;
            const paid = { paidCents: 123_00, grossThisTaxYearCents: 0, payeThisTaxYearCents: 0 };
            books.do({ type: 'RecordOpeningBalance', ...about, asOf, earnedCents, ...paid, treatment });
            // As the reaction does.
            for (const one of new Map(decisions.map((decision) => [decision.reservationNo, decision])).values())
              if (one.status !== 'Declined') books.do({ type: 'PostReward', ...about, decision: one });
            break;
          }
        }
        books.check();
        const { state } = ledger;
        const newest = new Map(decisions.map((decision) => [decision.reservationNo, decision]));
        let due = finance;
        for (const [reservationNo, { status, grossCents }] of newest) {
          const reward = state.rewards.get(reservationNo);
          due += correctedBy(state, reservationNo).grossCents;
          if (reward?.status === 'Expired' || state.covered.get(reservationNo) !== undefined) continue;
          const isOnHold = status === 'Pending' && reward?.status === 'Paid';
          due += isOnHold
            ? Math.min(grossCents, Math.max(reward.grossCents, reward.paid?.grossCents ?? 0))
            : grossCents;
        }
        let accounted = 0 - (opening(ledger) ?? 0);
        for (const [, { outcome, grossCents }] of state.payouts.entries())
          if (outcome === 'paid') accounted += grossCents;
        for (const [, { status, grossCents }] of state.rewards.entries())
          if (status === 'Earned' || status === 'Pending') accounted += grossCents;
        for (const [, each] of state.adjustments.entries()) if (each.state !== 'settled') accounted += each.grossCents;
        expect(accounted, 'gross due is paid, unpaid or open').toBe(due);
      });
    }),
    { numRuns: propertyRuns(300) },
  );
});

const opening = (ledger: Ledger): number | undefined => {
  const found = ledger.events.find((event) => event.type === 'OpeningBalanceTaken');
  return found?.type === 'OpeningBalanceTaken' ? found.data.grossCents : undefined;
};
