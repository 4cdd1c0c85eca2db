import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { PayoutHarness } from '../payouts/testing/payout-harness.ts';
import { sameBankAccountReaction } from './related-agents.ts';

let database: FreshDatabase;
let harness: PayoutHarness;

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [referrals]);
});
afterEach(() => database.drop());

/** Passes all events so far to the reaction, as after a crash. */
async function react(): Promise<void> {
  const reaction = sameBankAccountReaction({ log: harness.log, db: harness.db, now: () => harness.now });
  await harness.catchUp();
  const { events } = await harness.store.readAll({ limit: 1000, filter: { types: reaction.eventTypes } });
  const batch = (await decoderOf(harness.log).decode(events, false)) as FoldEvent[];
  await reaction.react(batch, { appended: () => undefined, signal: new AbortController().signal });
}
const holdsOf = async (agentId: number) =>
  [...(await harness.accountOf(agentId)).holds.values()].map(({ signal, reason }) => `${signal}: ${reason}`);

test('holds two agents with one bank account once each, however often the check runs', async () => {
  await harness.addAgent(1, { bankAccountNumber: '62099999999' });
  await harness.addAgent(2, { bankAccountNumber: '62099999999', bankName: 'Other name' });
  await harness.addAgent(3);
  await react();
  await react();
  expect(await holdsOf(1)).toEqual(['SameBankAccount: Agents 1 and 2 use the same bank account.']);
  expect(await holdsOf(2)).toHaveLength(1);
  expect(await holdsOf(3)).toEqual([]);
});

test('a hold that finance released is not placed again by the same event', async () => {
  await harness.addAgent(1, { bankAccountNumber: '62099999999' });
  await harness.addAgent(2, { bankAccountNumber: '62099999999' });
  await react();
  const [holdId = ''] = (await harness.accountOf(1)).holds.keys();
  await harness.account(1, {
    type: 'ReleasePayoutHold',
    limitCents: null,
    agentId: 1,
    holdId,
    reason: 'Married',
  });
  await react();
  expect(await holdsOf(1)).toEqual([]);
});

test('an account that its first user no longer has raises no signal', async () => {
  await harness.addAgent(1, { bankAccountNumber: '62099999999' });
  await harness.agent(1, { type: 'ChangeBankDetails', bank: { bankAccountNumber: '62088888888' } });
  await react();
  await harness.addAgent(2, { bankAccountNumber: '62099999999' });
  await react();
  expect(await holdsOf(2)).toEqual([]);
});
