import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Amounts } from '../amounts.ts';
import { amountsOf, plus } from '../amounts.ts';
import { addDays } from '../calendar.ts';
import type { RewardsAccountEvent } from '../rewards-account/events.ts';
import { AGENT, decisionOf, Ledger, PAYE } from '../rewards-account/testing/ledger.ts';
import { propertyRuns } from '../testing/property-runs.ts';
import {
  JOURNAL_KINDS,
  type JournalKind,
  journalEntryOf,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  linesOf,
  transitEntryOf,
} from './journal.ts';

/** Debits less credits of each account. */
function balancesOf(events: readonly RewardsAccountEvent[]): Record<LedgerAccount, number> {
  const sums = Object.fromEntries(Object.keys(LEDGER_ACCOUNTS).map((account) => [account, 0])) as Record<
    LedgerAccount,
    number
  >;
  for (const event of events) {
    const entry = journalEntryOf(event);
    if (!entry) continue;
    const lines = linesOf(entry.kind, entry);
    expect(lines.reduce((sum, { debitCents, creditCents }) => sum + debitCents - creditCents, 0)).toBe(0);
    for (const { account, debitCents, creditCents } of lines) {
      expect(Math.min(debitCents, creditCents)).toBe(0);
      expect(debitCents + creditCents).toBeGreaterThan(0);
      sums[account] += debitCents - creditCents;
    }
  }
  return sums;
}

const about = { agentId: AGENT, today: '2026-04-01' };
const reserve = (ledger: Ledger, runId: string, today: string, rate: number) =>
  ledger.do({
    type: 'ReservePayout',
    agentId: AGENT,
    today,
    runId,
    cutOff: today,
    payDate: today,
    treatment: { ...PAYE, rate },
    minimumCents: 100_00,
  });

describe('the journal for the general ledger', () => {
  test('a reward is an expense, owed nett to the agent and as PAYE to SARS, until a payout moves both', () => {
    const ledger = new Ledger();
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Earned', 200_00) });
    expect(balancesOf(ledger.events)).toMatchObject({
      expense: 200_00,
      payable: -150_00,
      payeAccrued: -50_00,
      bank: 0,
    });
    reserve(ledger, 'run1', '2026-04-01', 0.25);
    ledger.do({ type: 'SettlePayout', ...about, runId: 'run1', answerId: 'a', paidOn: '2026-04-02' });
    expect(balancesOf(ledger.events)).toEqual({
      expense: 200_00,
      expired: 0,
      payable: 0,
      payeAccrued: 0,
      payePayable: -50_00,
      bank: -150_00,
      inTransit: 0,
      openingBalances: 0,
    });
  });

  test('a pending reward and a hold on payments have no entry', () => {
    const ledger = new Ledger();
    ledger.do({ type: 'PostReward', ...about, decision: decisionOf('R1', 1, 'Pending', 200_00) });
    ledger.do({ type: 'PlacePayoutHold', ...about, holdId: 'h', signal: 'Finance', reason: 'x' });
    expect(ledger.events.map(journalEntryOf)).toEqual([null, null]);
  });

  test('debits equal credits over any history, and rewards payable equals the balance', () => {
    const step = fc.record({
      what: fc.constantFrom('earn', 'decline', 'adjust', 'pay', 'return', 'expire', 'open'),
      rental: fc.nat(4),
      gross: fc.integer({ min: 50_01, max: 900_99 }),
      rate: fc.constantFrom(0.25, 0, 0.18),
      days: fc.nat(20),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50, size: 'max' }), (steps) => {
        const ledger = new Ledger();
        let today = '2026-03-12';
        let paidPaye = 0;
        let paidNett = 0;
        const runs: { runId: string; payeCents: number; nettCents: number }[] = [];
        const numbers = new Map<string, number>();
        steps.forEach(({ what, rental, gross, rate, days }, index) => {
          today = addDays(today, days);
          const now = { agentId: AGENT, today };
          if (what === 'earn' || what === 'decline') {
            const reservationNo = `R${rental}`;
            const no = (numbers.get(reservationNo) ?? 0) + 1;
            numbers.set(reservationNo, no);
            const decision = decisionOf(reservationNo, no, what === 'earn' ? 'Earned' : 'Declined', gross);
            ledger.do({ type: 'PostReward', ...now, decision });
          }
          if (what === 'adjust') {
            const signed = rental % 2 ? gross : -gross;
            ledger.do({
              type: 'AdjustAccount',
              ...now,
              adjustmentId: `a${index}`,
              reason: 'Error',
              text: 'x',
              reservationNo: null,
              grossCents: signed,
              payeRate: null,
              treatmentRate: 0.25,
            });
          }
          if (what === 'pay') {
            const runId = `run${index}`;
            if (reserve(ledger, runId, today, rate).length === 0) return;
            const { payeCents = 0, nettCents = 0 } = ledger.state.reservation ?? {};
            ledger.do({ type: 'SettlePayout', ...now, runId, answerId: 'a', paidOn: today });
            runs.push({ runId, payeCents, nettCents });
            paidPaye += payeCents;
            paidNett += nettCents;
          }
          if (what === 'return') {
            const run = runs.pop();
            if (!run) return;
            ledger.do({
              type: 'ReturnPayout',
              ...now,
              returnedOn: today,
              runId: run.runId,
              answerId: 'b',
              reason: 'closed',
            });
            paidPaye -= run.payeCents;
            paidNett -= run.nettCents;
          }
          if (what === 'expire') ledger.do({ type: 'ExpireRewards', ...now, expiryMonths: 1 });
          if (what === 'open' && !ledger.state.opening)
            ledger.do({
              type: 'RecordOpeningBalance',
              ...now,
              asOf: today,
              earnedCents: gross,
              paidCents: 0,
              grossThisTaxYearCents: 0,
              payeThisTaxYearCents: 0,
              treatment: PAYE,
            });
          const sums = balancesOf(ledger.events);
          expect(sums.payable).toBe(-ledger.state.balanceCents || 0);
          expect(sums.bank).toBe(-paidNett || 0);
          expect(sums.payePayable).toBe(-paidPaye || 0);
        });
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  test('cash in transit moves between the bank and its own account, and touches no other', () => {
    const data = { runId: 'r1', days: [], inTransitCents: 150_00, changeCents: 150_00, bookedOn: '2026-11-25' };
    const event = { type: 'CashInTransitBooked', data: { ...data, bookedBy: '1', bookedAt: '' } } as const;
    const entry = transitEntryOf(event);
    expect(entry && linesOf(entry.kind, entry)).toEqual([
      { account: 'bank', debitCents: 150_00, creditCents: 0 },
      { account: 'inTransit', debitCents: 0, creditCents: 150_00 },
    ]);
    expect(transitEntryOf({ ...event, data: { ...event.data, changeCents: 0 } })).toBeNull();
  });

  test('the sum of several entries of a kind balances', () => {
    const kinds = Object.keys(JOURNAL_KINDS) as JournalKind[];
    const amounts: Amounts[] = [amountsOf(200_00, 50_00), amountsOf(-333_33, -83_33), amountsOf(0, -12_34)];
    for (const kind of kinds) {
      const lines = linesOf(kind, amounts.reduce(plus));
      expect(
        lines.reduce((sum, { debitCents, creditCents }) => sum + debitCents - creditCents, 0),
        kind,
      ).toBe(0);
    }
  });
});
