import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { Books } from '../payouts/testing/books.ts';
import { sameBankAccountReaction } from './same-bank-account.ts';

let database: FreshDatabase;
let books: Books;

beforeEach(async () => {
  database = await freshDatabase();
  books = await Books.open(database.pool(), [referrals]);
});
afterEach(() => database.drop());

/** Passes all events so far to the reaction, as after a crash. */
async function react(): Promise<void> {
  const reaction = sameBankAccountReaction({ log: books.log, db: books.db, now: () => books.now });
  await books.catchUp();
  const { events } = await books.store.readAll({ limit: 1000, filter: { types: reaction.eventTypes } });
  const batch = (await decoderOf(books.log).decode(events, false)) as FoldEvent[];
  await reaction.react(batch, { appended: () => undefined, signal: new AbortController().signal });
}
const holdsOf = async (agentId: number) =>
  [...(await books.accountOf(agentId)).holds.values()].map(({ signal, reason }) => `${signal}: ${reason}`);

test('two agents with one bank account are both held, once, however often it is looked at', async () => {
  await books.addAgent(1, { bankAccountNumber: '62099999999' });
  await books.addAgent(2, { bankAccountNumber: '62099999999', bankName: 'Other name' });
  await books.addAgent(3);
  await react();
  await react();
  expect(await holdsOf(1)).toEqual(['SameBankAccount: Agents 1 and 2 use the same bank account.']);
  expect(await holdsOf(2)).toHaveLength(1);
  expect(await holdsOf(3)).toEqual([]);
});

test('a hold that finance released is not placed again by the same event', async () => {
  await books.addAgent(1, { bankAccountNumber: '62099999999' });
  await books.addAgent(2, { bankAccountNumber: '62099999999' });
  await react();
  const [holdId = ''] = (await books.accountOf(1)).holds.keys();
  await books.account(1, {
    type: 'ReleasePayoutHold',
    limitCents: null,
    agentId: 1,
    holdId,
    reason: 'Married',
    today: '2026-11-16',
  });
  await react();
  expect(await holdsOf(1)).toEqual([]);
});

test('an account that its first user has given up raises nothing', async () => {
  await books.addAgent(1, { bankAccountNumber: '62099999999' });
  await books.agent(1, {
    type: 'ChangeBankDetails',
    at: books.now.toISOString(),
    bank: { bankAccountNumber: '62088888888' },
  });
  await react();
  await books.addAgent(2, { bankAccountNumber: '62099999999' });
  await react();
  expect(await holdsOf(2)).toEqual([]);
});
