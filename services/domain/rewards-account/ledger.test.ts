import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar.ts';
import type { Decision } from '../rental/events.ts';
import { propertyRuns } from '../testing/property-runs.ts';
import { decideTimed } from '../testing/timed.ts';
import { payableOf } from './payout/payout.ts';
import { unchangedAccountDecider } from './payout/unchanged-line.ts';
import { AGENT, decisionOf, Ledger, PAYE } from './testing/ledger.ts';

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      rental: fc.nat(5),
      status: fc.constantFrom('Earned' as const, 'Earned' as const, 'Pending' as const, 'Declined' as const),
      gross: fc.integer({ min: 50_01, max: 900_99 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      rate: fc.constantFrom(0.25, 0, 0.18, 0.4),
      back: fc.nat(40),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('paid' as const, 'failed' as const, 'dropped' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('returned' as const), run: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('confirm' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      gross: fc.integer({ min: -300_00, max: 300_00 }).filter((cents) => cents !== 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), months: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      earned: fc.integer({ min: 0, max: 500_00 }),
      paid: fc.nat(1000_00),
    }),
  },
);

describe('the ledger of an agent', () => {
  it('neither creates nor loses a cent over any history of posts, payouts, returns and corrections', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.nat(20)), { maxLength: 60, size: 'max' }), (steps) => {
        const ledger = new Ledger();
        const decisionNos = new Map<string, number>();
        const newest = new Map<string, Decision>();
        const runs = new Map<string, { nett: number; gross: number; state: string; hold?: boolean }>();
        let financeGross = 0;
        let opening: { gross: number; paid: number } | null = null;
        let today = '2026-03-12';
        let current: string | null = null;
        steps.forEach(([each, days], index) => {
          today = addDays(today, days);
          const about = { agentId: AGENT, today };
          switch (each.do) {
            case 'decide': {
              const reservationNo = `R${each.rental}`;
              const decisionNo = (decisionNos.get(reservationNo) ?? 0) + 1;
              decisionNos.set(reservationNo, decisionNo);
              const decision = decisionOf(reservationNo, decisionNo, each.status, each.gross);
              newest.set(reservationNo, decision);
              ledger.do({ type: 'PostReward', ...about, decision });
              break;
            }
            case 'reserve': {
              if (current) break;
              const runId = `run${index}`;
              const cutOff = addDays(today, -each.back);
              const line = payableOf(ledger.state, cutOff, each.rate);
              const isHeld = [...runs.values()].some(({ hold }) => hold);
              const entries = ledger.do({
                type: 'ReservePayout',
                ...about,
                runId,
                cutOff,
                payDate: today,
                treatment: { ...PAYE, rate: each.rate },
                minimumCents: 100_00,
              });
              expect(entries.length > 0).toBe(line.nettCents >= 100_00 && !isHeld);
              if (entries.length === 0) break;
              runs.set(runId, { nett: line.nettCents, gross: line.grossCents, state: 'reserved' });
              current = runId;
              break;
            }
            case 'paid':
            case 'failed':
            case 'dropped': {
              if (!current) break;
              const run = runs.get(current);
              if (run) Object.assign(run, { state: each.do, hold: each.do === 'failed' });
              if (each.do === 'paid') {
                const settlement = { runId: current, answerId: 'a', paidOn: today };
                const untouched = { type: 'SettleUnchanged', ...settlement } as const;
                const short = decideTimed(unchangedAccountDecider, untouched, ledger.events.at(-1));
                const entries = ledger.do({ type: 'SettlePayout', ...about, ...settlement });
                if (short.length > 0)
                  expect(short, 'the line alone leads to the entries of the whole account').toEqual(entries);
              } else if (each.do === 'failed')
                ledger.do({ type: 'FailPayout', ...about, runId: current, answerId: 'a', reason: 'x' });
              else ledger.do({ type: 'ReleasePayout', ...about, runId: current, reason: 'x' });
              current = null;
              break;
            }
            case 'returned': {
              const [runId, run] = [...runs][each.run] ?? [];
              if (!runId || !run) break;
              const entries = ledger.do({
                type: 'ReturnPayout',
                ...about,
                returnedOn: today,
                runId,
                answerId: 'b',
                reason: 'closed account',
              });
              expect(entries.length > 0).toBe(run.state === 'paid');
              if (entries.length > 0) Object.assign(run, { state: 'returned', hold: true });
              // As the process does after a return.
              for (const decision of newest.values()) ledger.do({ type: 'PostReward', ...about, decision });
              break;
            }
            case 'confirm':
              ledger.releaseHolds(today);
              for (const run of runs.values()) run.hold = false;
              break;
            case 'adjust': {
              financeGross += each.gross;
              ledger.do({
                type: 'AdjustAccount',
                ...about,
                adjustmentId: `a${index}`,
                reason: 'Error',
                text: 'x',
                reservationNo: null,
                grossCents: each.gross,
                payeRate: null,
                treatmentRate: 0.25,
              });
              break;
            }
            case 'expire':
              ledger.do({ type: 'ExpireRewards', ...about, expiryMonths: each.months });
              break;
            case 'open': {
              if (opening) break;
              const [entry] = ledger.do({
                type: 'RecordOpeningBalance',
                ...about,
                // Earlier than every invoice here; cover-reward.test.ts tests covered reservations.
                asOf: '2026-02-28',
                earnedCents: each.earned,
                paidCents: each.paid,
                grossThisTaxYearCents: 0,
                payeThisTaxYearCents: 0,
                treatment: PAYE,
              });
              opening = { gross: entry?.type === 'OpeningBalanceTaken' ? entry.data.grossCents : 0, paid: each.paid };
              break;
            }
          }
          const paid = [...runs.values()].filter(({ state }) => state === 'paid');
          const paidNett = paid.reduce((sum, { nett }) => sum + nett, 0);
          expect(ledger.state.paidCents, 'paid in total is what the runs say').toBe(paidNett + (opening?.paid ?? 0));
          const rewards = [...ledger.state.rewards.entries()];
          const unpaidGross = rewards.reduce(
            (sum, [, { status, grossCents }]) => sum + (status === 'Earned' || status === 'Pending' ? grossCents : 0),
            0,
          );
          const openGross = [...ledger.state.adjustments.entries()].reduce(
            (sum, [, { state, grossCents }]) => sum + (state === 'settled' ? 0 : grossCents),
            0,
          );
          const owedGross = [...newest].reduce((sum, [reservationNo, { status, grossCents }]) => {
            const reward = ledger.state.rewards.get(reservationNo);
            if (reward?.status === 'Expired') return sum;
            // While the rental is on hold, an increase of a paid reward is not owed (docs/decisions/0019).
            const isOnHold = status === 'Pending' && reward?.status === 'Paid';
            const most = isOnHold ? Math.max(reward.grossCents, reward.paid?.grossCents ?? 0) : grossCents;
            return sum + Math.min(grossCents, most);
          }, 0);
          const paidGross = paid.reduce((sum, { gross }) => sum + gross, 0);
          expect(
            owedGross + financeGross + (opening?.gross ?? 0),
            'what was ever due gross is paid, unpaid or open',
          ).toBe(paidGross + unpaidGross + openGross);
        });
      }),
      { numRuns: propertyRuns(400) },
    );
  });
});
