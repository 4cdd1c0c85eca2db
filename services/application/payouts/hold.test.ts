import { balances } from '@fynbos/projections/balances/balances.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { holdOpenRuns } from './hold.ts';
import { Books, decisionOf } from './testing/books.ts';

let database: FreshDatabase;
let books: Books;

beforeEach(async () => {
  database = await freshDatabase();
  books = await Books.open(database.pool(), [balances, payouts, payoutLines]);
  for (const agentId of [1, 2]) {
    await books.addAgent(agentId);
    await books.post(agentId, decisionOf(agentId, `R${agentId}`));
  }
});
afterEach(() => database.drop());

const hold = async () => (await holdOpenRuns(books.log, 'Restored', books.now)).map(({ runId }) => runId);
const resume = (runId: string) =>
  books.run(runId, { type: 'ResumePayoutRun', by: '1', reason: 'Not at the bank', at: books.now.toISOString() });

test('an approved run on hold writes no files, and keeps its reservations', async () => {
  await books.propose('r1');
  await books.run('r1', { type: 'ApprovePayoutRun', by: '2', at: books.now.toISOString() }, '2');
  expect(await hold()).toEqual(['r1']);
  expect((await books.carryOn('r1')).state).toMatchObject({ status: 'approved', heldFor: 'Restored', files: [] });
  expect((await books.propose('r2')).state.frozen.lines).toBe(0);
  await resume('r1');
  expect((await books.carryOn('r1')).state).toMatchObject({ status: 'exported', sent: { lines: 2 } });
});

test('a run that was put on hold while it was being frozen finds its lines afterwards', async () => {
  const append = books.store.appendMany.bind(books.store);
  books.store.appendMany = async (batch) => {
    if (batch.some(({ streamId, expected }) => streamId.startsWith('payout-run-') && expected !== 'no-stream'))
      throw new Error('crash');
    return append(batch);
  };
  await expect(books.propose('r1')).rejects.toThrow('crash');
  books.store.appendMany = append;
  await hold();
  await resume('r1');
  await hold();
  expect((await books.carryOn('r1')).state).toMatchObject({ status: 'frozen', frozen: { lines: 2 } });
  await expect(books.approve('r1')).rejects.toThrow('on hold: Restored');
  await resume('r1');
  expect((await books.approve('r1')).state).toMatchObject({
    status: 'exported',
    sent: { lines: 2, nettCents: 300_00 },
  });
});

test('a settled or cancelled run does not change', async () => {
  await books.propose('r1');
  await books.run('r1', { type: 'CancelPayoutRun', by: '1', reason: 'r', at: books.now.toISOString() });
  await books.carryOn('r1');
  await books.propose('r2');
  await books.approve('r2');
  await books.answer('r2', 'a1', [], 'paid');
  expect(await hold()).toEqual([]);
});
