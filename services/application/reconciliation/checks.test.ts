import { balances } from '@fynbos/projections/balances/balances.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { PayoutHarness } from '../payouts/testing/payout-harness.ts';
import { accountsAgainstRuns } from './checks.ts';

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

test('examines every account with an opening balance, however many there are (L13)', async () => {
  const harness = await PayoutHarness.open(database.pool(), [balances, incentives, payoutLines]);
  const { db, log } = harness;
  await harness.account(1, {
    type: 'RecordOpeningBalance',
    agentId: 1,
    asOf: '2026-10-31',
    earnedCents: 20_00,
    paidCents: 300_00,
    grossThisTaxYearCents: 0,
    payeThisTaxYearCents: 0,
    treatment: { kind: 'paye', rate: 0.25 },
  });
  await harness.catchUp();
  // Rows without an account: each differs from its events.
  await db.query(
    `insert into rm_balances.balances select (jsonb_populate_record(b, jsonb_build_object('agentId', n))).*
     from rm_balances.balances b, generate_series(2, 10002) n`,
  );
  const check = await accountsAgainstRuns({ log, db, signal: new AbortController().signal });
  expect(check).toMatchObject({ examined: 10_002, differences: 10_001 });
});
