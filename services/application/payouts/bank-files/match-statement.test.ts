import { readStatement } from '@fynbos/domain/bank-files/statement.ts';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { findPayoutRow } from '@fynbos/projections/payouts/queries.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/database.ts';
import { decisionOf, PayoutHarness } from '../testing/payout-harness.ts';
import { matchStatement } from './match-statement.ts';

let database: FreshDatabase;
let harness: PayoutHarness;

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [balances, payouts, payoutLines]);
});
afterEach(() => database.drop());

/** The entries of a statement that name agent 1 and no run, as those of BInSol and ACB files do. */
async function match(runId: string, ...entries: readonly (readonly [day: string, sideAndAmount: string])[]) {
  const rows = entries.flatMap(([day, amount]) => [`:61:${day}${amount}NTRFNONREF`, ':86:FYNBOS FT1']);
  const row = await findPayoutRow(harness.db, runId);
  if (row === null) throw new Error(`run ${runId} not found`);
  return matchStatement(harness.db, row, readStatement([':20:A', ':60F:C261101ZAR0,', ...rows, '-'].join('\r\n')));
}

/** A run that pays agent 1 an amount on a day. */
async function pay(runId: string, payDate: string, nettCents: number) {
  const amounts = { grossCents: nettCents, payeCents: 0, nettCents, treatment: { kind: 'paye', rate: 0 } } as const;
  await harness.post(1, decisionOf(1, `R-${runId}`, amounts));
  await harness.propose(runId, { payDate, payeRate: 0 });
  await harness.approve(runId);
  harness.now = new Date(`${payDate}T08:00:00.000Z`);
  await harness.answer(runId, `answer ${runId}`, [], 'paid');
}

describe('an entry that names the agent and no run (O20)', () => {
  beforeEach(async () => {
    await harness.addAgent(1);
    harness.now = new Date(harness.now.getTime() + 72 * HOUR_MS);
  });

  test('is a result of the only run that paid the agent', async () => {
    await pay('a', '2026-11-20', 150_00);
    const { results, recorded, unmatched, shown } = await match('a', ['261120', 'D150,'], ['261124', 'C150,']);
    expect(results).toMatchObject([{ agentId: 1, outcome: 'returned', on: '2026-11-24' }]);
    expect({ recorded, unmatched }).toEqual({ recorded: 1, unmatched: [] });
    expect(shown.days).toEqual([
      { on: '2026-11-20', nettCents: 150_00 },
      { on: '2026-11-24', nettCents: -150_00 },
    ]);
    expect((await match('a', ['261120', 'D9,'])).unmatched).toMatchObject([{ amountCents: 9_00 }]);
  });

  test('is listed if the statement repeats a result that is recorded', async () => {
    await pay('a', '2026-11-20', 150_00);
    const twice = [
      ['261120', 'D150,'],
      ['261120', 'D150,'],
    ] as const;
    for (const reading of ['first', 'second'])
      expect(await match('a', ...twice), reading).toMatchObject({
        results: [],
        recorded: 1,
        unmatched: [{ on: '2026-11-20', side: 'debit', why: 'The statement has this payment twice.' }],
        shown: { days: [{ on: '2026-11-20', nettCents: 300_00 }] },
      });
    await harness.answer('a', 'back', [{ agentId: 1, outcome: 'returned', reason: 'closed' }], 'open');
    const back = await match('a', ['261120', 'D150,'], ['261120', 'C150,'], ['261120', 'C150,']);
    expect(back).toMatchObject({
      recorded: 2,
      unmatched: [{ side: 'credit', why: 'The statement has this return twice.' }],
    });
  });

  test('is left out of the run that paid another amount', async () => {
    await pay('a', '2026-11-20', 150_00);
    await pay('b', '2026-11-27', 200_00);
    expect(await match('b', ['261120', 'D150,'], ['261127', 'D200,'], ['261130', 'C150,'])).toMatchObject({
      results: [],
      recorded: 1,
      unmatched: [],
      shown: { days: [{ on: '2026-11-27', nettCents: 200_00 }] },
    });
  });

  test('shows a payment of the run with that pay date, and returns none of two equal payments', async () => {
    await pay('a', '2026-11-20', 150_00);
    await pay('b', '2026-11-27', 150_00);
    for (const [runId, on] of [
      ['a', '2026-11-20'],
      ['b', '2026-11-27'],
    ] as const)
      expect(await match(runId, ['261120', 'D150,'], ['261127', 'D150,'], ['261130', 'C150,'])).toMatchObject({
        results: [],
        recorded: 1,
        unmatched: [{ on: '2026-11-30', side: 'credit', why: expect.stringContaining('no run') }],
        shown: { days: [{ on, nettCents: 150_00 }] },
      });
  });
});
