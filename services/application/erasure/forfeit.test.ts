import { agents } from '@fynbos/projections/agents/agents.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { journalRows } from '@fynbos/projections/journal/queries.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { payableBalanceOf } from '../ledger/month-end-pack.ts';
import { decisionOf, PayoutHarness } from '../payouts/testing/payout-harness.ts';
import { forfeitErased } from './forfeit.ts';

let database: FreshDatabase;
let harness: PayoutHarness;

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [agents, balances, incentives, journal]);
});
afterEach(() => database.drop());

/** What the books owe to agents, cents nett. */
async function owed(): Promise<number> {
  await harness.catchUp();
  return payableBalanceOf(await journalRows(harness.db, '2020-01-01', '2030-01-01'));
}
const forfeit = async () => {
  await harness.catchUp();
  return forfeitErased({ log: harness.log, db: harness.db, now: () => harness.now });
};

test('the books owe nothing to an erased agent, also after a late decision (K7)', async () => {
  for (const agentId of [1, 2]) {
    await harness.addAgent(agentId);
    await harness.post(agentId, decisionOf(agentId, `R${agentId}`));
  }
  await harness.agent(1, { type: 'RequestDeletion', requestId: 'd1', request: '' });
  await harness.agent(1, { type: 'Erase', kept: [], keptUntil: null });
  expect(await owed()).toBe(300_00);
  expect(await forfeit()).toEqual({ accounts: 1 });
  expect(await owed()).toBe(150_00);
  await harness.post(1, decisionOf(1, 'R3'));
  expect(await owed()).toBe(300_00);
  expect(await forfeit()).toEqual({ accounts: 1 });
  expect(await forfeit()).toEqual({ accounts: 0 });
  expect(await owed()).toBe(150_00);
});
