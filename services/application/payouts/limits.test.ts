import { readAcbFile } from '@fynbos/domain/bank-files/read-acb.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { decisionOf, PayoutHarness } from './testing/payout-harness.ts';

let database: FreshDatabase;
let harness: PayoutHarness;

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [balances, payouts, payoutLines]);
});
afterEach(() => database.drop());

/** Adds an agent who is owed this nett amount in cents, under ordinary PAYE. */
async function owe(agentId: number, nettCents: number): Promise<void> {
  await harness.addAgent(agentId);
  const grossCents = (nettCents / 3) * 4;
  const amounts = { tkRevenueCents: grossCents * 5, grossCents, payeCents: grossCents - nettCents, nettCents };
  await harness.post(agentId, decisionOf(agentId, `R${agentId}`, amounts));
}

async function lines(runId: string): Promise<Record<number, string>> {
  const { rows } = await harness.db.query(
    'select "agentId", state, reason from rm_payout_lines."payoutLines" where "runId" = $1',
    [runId],
  );
  return Object.fromEntries(
    rows.map(({ agentId, state, reason }) => [agentId, reason ? `${state}: ${reason}` : state]),
  );
}

test('leaves out an agent who is owed more than one payment may have, and pays the others', async () => {
  await owe(1, 5_000_000_01);
  await owe(2, 5_000_000_00 - 2);
  expect((await harness.propose('r1')).state.frozen).toMatchObject({ lines: 1, nettCents: 4_999_999_98 });
  expect(await lines('r1')).toEqual({ 1: 'left-out: AbovePaymentLimit', 2: 'frozen' });
  expect((await harness.accountOf(1)).reservation).toBeNull();
  expect((await harness.approve('r1')).state.status).toBe('exported');
});

test('finishes a run that was frozen with a line no file can hold, without that line', async () => {
  harness.paymentLimitCents = Number.MAX_SAFE_INTEGER;
  await owe(1, 105_000_000_000);
  await owe(2, 150_00);
  expect((await harness.propose('r1')).state.frozen.lines).toBe(2);
  const { state } = await harness.approve('r1');
  expect(state).toMatchObject({ status: 'exported', sent: { lines: 1, nettCents: 150_00 }, dropped: { lines: 1 } });
  expect(await lines('r1')).toEqual({ 1: 'dropped: FileCannotHoldLine', 2: 'frozen' });
  expect((await harness.accountOf(1)).reservation).toBeNull();
  expect(readAcbFile(await harness.fileOf('r1', 'acb'))).toMatchObject({ errors: [], cents: 150_00 });
});

test.each([1, 500])(
  'keeps the total of a run within what its files can hold, with %i agents in a chunk',
  async (size) => {
    harness.agentsPerChunk = size;
    harness.paymentLimitCents = 99_999_999_999;
    for (const agentId of [1, 2]) await owe(agentId, 60_000_000_000);
    await owe(3, 150_00);
    await harness.propose('r1');
    expect((await harness.approve('r1')).state).toMatchObject({
      status: 'exported',
      sent: { nettCents: 60_000_015_000 },
    });
    expect(await lines('r1')).toEqual({ 1: 'frozen', 2: 'dropped: FileCannotHoldTotal', 3: 'frozen' });
    expect(readAcbFile(await harness.fileOf('r1', 'acb'))).toMatchObject({ errors: [], cents: 60_000_015_000 });
  },
);

test('puts a run on hold if its files cannot be written, so that it can be cancelled and paid by another', async () => {
  await owe(1, 150_00);
  await harness.propose('r1');
  await harness.run('r1', { type: 'ApprovePayoutRun', by: '2' }, '2');
  // The lines are recorded and their text is lost: the process stops before it writes the header and the trailer.
  const append = harness.store.appendMany.bind(harness.store);
  harness.store.appendMany = async (batch) => {
    if (batch.some(({ events }) => events.some(({ type }) => type === 'PayoutRunExported'))) throw new Error('crash');
    return append(batch);
  };
  await expect(harness.resumeRun('r1')).rejects.toThrow('crash');
  harness.store.appendMany = append;
  await harness.db.query('delete from finance."payoutFileParts"');
  const cancel = { type: 'CancelPayoutRun', by: '1', reason: 'No files' } as const;
  await expect(harness.run('r1', cancel)).rejects.toThrow('approved');
  expect((await harness.resumeRun('r1')).state).toMatchObject({
    status: 'approved',
    heldFor: 'The csv file could not be written. Its lines do not match the totals of the run.',
  });
  await harness.run('r1', { ...cancel, bankStatementChecked: true });
  expect((await harness.resumeRun('r1')).state.status).toBe('cancelled');
  expect((await harness.propose('r2')).state.frozen).toMatchObject({ lines: 1, nettCents: 150_00 });
  expect((await harness.approve('r2')).state.status).toBe('exported');
});
