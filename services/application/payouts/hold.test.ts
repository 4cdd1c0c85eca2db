import { payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { cancelPayoutRun, holdOpenRuns } from './run-commands.ts';
import { decisionOf, PayoutHarness } from './testing/payout-harness.ts';

let database: FreshDatabase;
let harness: PayoutHarness;

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [balances, payouts, payoutLines]);
  for (const agentId of [1, 2]) {
    await harness.addAgent(agentId);
    await harness.post(agentId, decisionOf(agentId, `R${agentId}`));
  }
});
afterEach(() => database.drop());

const hold = async () => (await holdOpenRuns(harness.log, 'Restored', harness.now)).map(({ runId }) => runId);
const resume = (runId: string) => harness.run(runId, { type: 'ResumePayoutRun', by: '1', reason: 'Not at the bank' });

test('an approved run on hold writes no files, and keeps its reservations', async () => {
  await harness.propose('r1');
  await harness.run('r1', { type: 'ApprovePayoutRun', by: '2' }, '2');
  expect(await hold()).toEqual(['r1']);
  expect((await harness.resumeRun('r1')).state).toMatchObject({ status: 'approved', heldFor: 'Restored', files: [] });
  expect((await harness.propose('r2')).state.frozen.lines).toBe(0);
  await resume('r1');
  expect((await harness.resumeRun('r1')).state).toMatchObject({ status: 'exported', sent: { lines: 2 } });
});

test('a run that was put on hold while it was being frozen finds its lines afterwards', async () => {
  const append = harness.store.appendMany.bind(harness.store);
  harness.store.appendMany = async (batch) => {
    if (batch.some(({ streamId, expected }) => streamId.startsWith('payout-run-') && expected !== 'no-stream'))
      throw new Error('crash');
    return append(batch);
  };
  await expect(harness.propose('r1')).rejects.toThrow('crash');
  harness.store.appendMany = append;
  await hold();
  await resume('r1');
  await hold();
  expect((await harness.resumeRun('r1')).state).toMatchObject({ status: 'frozen', frozen: { lines: 2 } });
  await expect(harness.approve('r1')).rejects.toThrow('on hold: Restored');
  await resume('r1');
  expect((await harness.approve('r1')).state).toMatchObject({
    status: 'exported',
    sent: { lines: 2, nettCents: 300_00 },
  });
});

/** Approves a run. Its lines are written to files, and the process ends before it records the export. */
async function crashBeforeExport(): Promise<void> {
  await harness.propose('r1');
  const append = harness.store.appendMany.bind(harness.store);
  harness.store.appendMany = async (batch) => {
    if (batch.some(({ events }) => events.some(({ type }) => type === 'PayoutRunExported'))) throw new Error('crash');
    return append(batch);
  };
  await expect(harness.approve('r1')).rejects.toThrow('crash');
  harness.store.appendMany = append;
}

test('a run whose files were begun is not sent with a payment that can no longer be made (O6)', async () => {
  await crashBeforeExport();
  await harness.agent(1, { type: 'ChangeBankDetails', bank: { bankAccountNumber: '62000000111' } });
  const reason = '1 payment in its files can no longer be made. Cancel the run and propose another.';
  expect((await harness.resumeRun('r1')).state).toMatchObject({ status: 'approved', heldFor: reason, files: [] });
  await resume('r1');
  expect((await harness.resumeRun('r1')).state.heldFor).toBe(reason);
  await harness.run('r1', { type: 'CancelPayoutRun', by: '1', reason, bankStatementChecked: true });
  expect((await harness.resumeRun('r1')).state.status).toBe('cancelled');
  expect((await harness.accountOf(1)).reservation).toBeNull();
});

test('a run whose files were begun is sent after an interruption without a change', async () => {
  await crashBeforeExport();
  expect((await harness.resumeRun('r1')).state).toMatchObject({ status: 'exported', sent: { lines: 2 } });
});

test('a settled or cancelled run does not change', async () => {
  await harness.propose('r1');
  await harness.run('r1', { type: 'CancelPayoutRun', by: '1', reason: 'r' });
  await harness.resumeRun('r1');
  await harness.propose('r2');
  await harness.approve('r2');
  await harness.answer('r2', 'a1', [], 'paid');
  expect(await hold()).toEqual([]);
});

test('cancels a run on hold after a check of the bank statement, which the audit log shows (O16)', async () => {
  await harness.propose('r1');
  await hold();
  const [caller, context] = [{ kind: 'admin', adminId: 1, roles: [], sessionId: '' } as const, harness.context()];
  const cancel = (bankStatementChecked?: true) =>
    cancelPayoutRun(harness, { runId: 'r1', reason: 'Not paid', bankStatementChecked }, caller, context);
  await expect(cancel()).rejects.toMatchObject({ code: 'payout-run.statement-unchecked' });
  await cancel(true);
  const { events } = await harness.log.readStream(payoutRunStreamOf('r1'));
  expect(events.at(-1)).toMatchObject({
    type: 'PayoutRunCancelled',
    data: { reason: 'Not paid', bankStatementChecked: true },
    metadata: { reason: 'Not paid (The bank statement was checked: it shows no payment.)' },
  });
});
