import { createHash } from 'node:crypto';
import { readBinsolFile } from '@fynbos/domain/bank-files/binsol.ts';
import { readCsvFile } from '@fynbos/domain/bank-files/csv.ts';
import { readAcbFile } from '@fynbos/domain/bank-files/read-acb.ts';
import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { failedPaymentHold } from '@fynbos/domain/rewards-account/holds.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { newStream } from '@fynbos/event-store/event-log.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { runReferences } from '@fynbos/projections/payouts/queries.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { openProgramme } from '../reward-policy/current-policy.ts';
import { onAccounts } from '../rewards/accounts.ts';
import { claimReference, proposePayoutRun } from './run-commands.ts';
import { decisionOf, PayoutHarness } from './testing/payout-harness.ts';

let database: FreshDatabase;
let harness: PayoutHarness;

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [balances, payouts, payoutLines]);
});
afterEach(() => database.drop());

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function lines(runId: string): Promise<Record<number, string>> {
  await harness.catchUp();
  const { rows } = await harness.db.query(
    'select "agentId", state, reason from rm_payout_lines."payoutLines" where "runId" = $1',
    [runId],
  );
  return Object.fromEntries(
    rows.map(({ agentId, state, reason }) => [agentId, reason ? `${state}: ${reason}` : state]),
  );
}

async function earn(agentId: number, rewards = 1, bank = {}, details = {}): Promise<void> {
  await harness.addAgent(agentId, bank, details);
  for (let n = 1; n <= rewards; n++) await harness.post(agentId, decisionOf(agentId, `R${agentId}-${n}`));
}

async function balance(agentId: number): Promise<object> {
  await harness.catchUp();
  const { rows } = await harness.db.query(
    'select "earnedCents", "paidCents", "balanceCents" from rm_balances.balances where "agentId" = $1',
    [agentId],
  );
  return rows[0];
}

/** In the account and in the read model of agent 1. */
async function isMinimumWaived() {
  await harness.catchUp();
  const { rows } = await harness.db.query('select "isMinimumWaived" from rm_balances.balances where "agentId" = 1');
  return { account: (await harness.accountOf(1)).isMinimumWaived, readModel: rows[0].isMinimumWaived };
}

describe('a payout run on the real store', () => {
  test('has a reference that no other run has, also when every short one of the pay date is used', async () => {
    await openProgramme({ log: harness.log, now: () => harness.now });
    const proposal = { cutOff: '2026-11-15', payDate: '2026-11-30', batch: 'eft' } as const;
    const admin = { kind: 'admin', adminId: 1, roles: [], sessionId: '' } as const;
    const propose = async () => {
      const { runId } = await proposePayoutRun(harness, proposal, admin, harness.context());
      await harness.catchUp();
      return (await runReferences(harness.db, [runId])).get(runId);
    };
    expect(await propose()).toMatch(/^FR261130[A-Z2-9]{2}$/);
    const letters = [...'ABCDEFGHJKMNPQRSTUVWXYZ23456789'];
    const references = letters.flatMap((one) => letters.map((other) => `FR261130${one}${other}`));
    await harness.db.query(
      `insert into rm_payouts.payouts
        select (jsonb_populate_record(p, jsonb_build_object('id', r, 'reference', r))).*
        from rm_payouts.payouts p, unnest($1::text[]) r`,
      [references],
    );
    const long = await propose();
    expect(long).toMatch(/^FR261130[A-Z2-9]{3}$/);
    // The read model may lack the run that was proposed last.
    const second = claimReference(harness.log, String(long), 'r2', harness.context());
    await expect(second).rejects.toMatchObject({ kind: 'conflict', code: 'payout-run.reference' });
  });

  test('needs two people from proposal to settlement, with a failed line and a returned payment', async () => {
    for (const agentId of [1, 2, 3]) await earn(agentId, agentId);
    const frozen = await harness.propose('r1');
    expect(frozen.state).toMatchObject({
      status: 'frozen',
      frozen: { lines: 3, grossCents: 1200_00, payeCents: 300_00, nettCents: 900_00 },
    });
    const exported = await harness.approve('r1');
    expect(exported.state).toMatchObject({ status: 'exported', sent: { lines: 3, nettCents: 900_00 } });
    const settled = await harness.answer(
      'r1',
      'a1',
      [{ agentId: 2, outcome: 'failed', reason: 'Account closed' }],
      'paid',
    );
    expect(settled.state).toMatchObject({
      status: 'settled',
      paid: { lines: 2, nettCents: 600_00 },
      failed: { lines: 1, nettCents: 300_00 },
    });
    const returned = await harness.answer(
      'r1',
      'a2',
      [{ agentId: 3, outcome: 'returned', reason: 'No such account' }],
      'open',
    );
    expect(returned.state).toMatchObject({
      paid: { lines: 1, nettCents: 150_00 },
      returned: { lines: 1, nettCents: 450_00 },
    });
    expect(await lines('r1')).toEqual({ 1: 'paid', 2: 'failed: Account closed', 3: 'returned: No such account' });
    expect(await balance(1)).toEqual({ earnedCents: 0, paidCents: 150_00, balanceCents: 0 });
    expect(await balance(2)).toEqual({ earnedCents: 300_00, paidCents: 0, balanceCents: 300_00 });
    expect(await balance(3)).toEqual({ earnedCents: 450_00, paidCents: 0, balanceCents: 450_00 });
    const held = await harness.propose('r2');
    expect(held.state.frozen, 'both wait until their bank details are confirmed').toMatchObject({ lines: 0 });
    expect(await lines('r2')).toEqual({ 2: 'left-out: OnHold', 3: 'left-out: OnHold' });
    const confirmed = {
      holdId: failedPaymentHold('r1'),
      reason: 'Confirmed',
      today: dayOf(harness.now),
      limitCents: null,
    };
    await onAccounts(
      harness.log,
      [2, 3],
      (agentId, { holds }) => (holds.size === 0 ? null : { type: 'ReleasePayoutHold', agentId, ...confirmed }),
      harness.context('1'),
    );
    const again = await harness.propose('r3');
    expect(again.state.frozen).toMatchObject({ lines: 2, nettCents: 750_00 });
  });

  test('leaves out agents of a country whose treatment the policy requires, until it is recorded (T17)', async () => {
    await earn(1, 1, {}, { taxCountry: 'NMB' });
    await earn(2);
    const required = { treatmentCountries: ['NMB' as const] };
    expect((await harness.propose('r1', required)).state.frozen.lines).toBe(1);
    expect(await lines('r1')).toEqual({ 1: 'left-out: TaxTreatmentMissing', 2: 'frozen' });
    await harness.agent(1, {
      type: 'SetTaxTreatment',
      effectiveFrom: dayOf(harness.now),
      treatment: { kind: 'non-resident', rate: 0 },
    });
    const { state } = await harness.propose('r2', required);
    expect(state.frozen).toMatchObject({ lines: 1, grossCents: 200_00, payeCents: 0 });
  });

  test.each([
    ['before it was frozen, and is posted late', false],
    ['while the payment was at the bank', true],
  ])(
    'a hold that came %s counts once the payment came back, also where the process ended in between',
    async (_when, isPosted) => {
      await earn(1);
      const held = decisionOf(1, 'R1-1', { status: 'Pending', reason: 'OnHold', decisionNo: 2 });
      const decided = { type: 'RewardDecided', data: held } as const;
      const stream = newStream(rentalStreamOf('R1-1'));
      await harness.log.append([{ stream, events: [decided], context: harness.context('reactors') }]);
      await harness.propose('r1');
      await harness.approve('r1');
      if (isPosted) await harness.post(1, held);
      await harness.answer('r1', 'a1', [], 'paid');
      await harness.acceptResponse(
        'r1',
        'a2',
        [{ agentId: 1, outcome: 'returned', reason: 'No such account' }],
        'open',
      );
      await expect(harness.resumeRun('r1', AbortSignal.abort())).rejects.toThrow('the process is stopping');
      expect((await harness.accountOf(1)).payouts.get('r1')).toMatchObject({ outcome: 'returned', answerId: 'a2' });
      await harness.resumeRun('r1');
      expect((await harness.accountOf(1)).rewards.get('R1-1')).toMatchObject({ status: 'Pending' });
      expect(await balance(1)).toMatchObject({ earnedCents: 0, balanceCents: 0 });
      expect((await harness.propose('r2')).state.frozen.lines).toBe(0);
    },
  );

  test('is paid and returned on the bank’s day, whenever the response arrives', async () => {
    await earn(1);
    await earn(2);
    // A hold is placed and released in between, so the second account is read in full and the first is not.
    await harness.propose('r1');
    await harness.approve('r1');
    const about = { agentId: 2, holdId: 'h1', today: '2026-11-16' };
    await harness.account(2, { type: 'PlacePayoutHold', ...about, signal: 'Query', reason: 'x' });
    await harness.account(2, { type: 'ReleasePayoutHold', limitCents: null, ...about, reason: 'x' });
    harness.now = new Date('2027-03-02T08:00:00.000Z');
    await harness.answer('r1', 'a1', [], 'paid', '2026-11-19');
    await harness.answer('r1', 'a2', [{ agentId: 1, outcome: 'returned', reason: 'closed' }], 'open', '2027-02-26');
    expect((await harness.accountOf(1)).payouts.get('r1')).toMatchObject({ outcome: 'returned', on: '2027-02-26' });
    expect((await harness.accountOf(2)).payouts.get('r1')).toMatchObject({ outcome: 'paid', on: '2026-11-19' });
    const { events } = await harness.log.readStream(accountStreamOf(1));
    expect(events.find(({ type }) => type === 'PayoutPaid')?.data).toMatchObject({ paidOn: '2026-11-19' });
  });

  test('writes valid files with the approved lines and the recorded hash', async () => {
    for (const agentId of [1, 2, 3]) await earn(agentId, 2);
    await harness.propose('r1');
    const { state } = await harness.approve('r1');
    const texts = {
      csv: await harness.fileOf('r1', 'csv'),
      binsol: await harness.fileOf('r1', 'binsol'),
      acb: await harness.fileOf('r1', 'acb'),
    };
    const back = [
      readCsvFile(texts.csv, sha256),
      readBinsolFile(texts.binsol, '2026-11-16', new Map()),
      readAcbFile(texts.acb),
    ];
    for (const file of back)
      expect(file).toMatchObject({
        errors: [],
        cents: 900_00,
        lines: [{ amountCents: 300_00 }, { amountCents: 300_00 }, { amountCents: 300_00 }],
      });
    expect(state.files.map(({ format, sha256: hash }) => [format, hash])).toEqual(
      Object.entries(texts).map(([format, text]) => [format, sha256(text)]),
    );
    const stored = await harness.db.query('select sealed from finance."payoutFileParts"');
    expect(JSON.stringify(stored.rows)).not.toContain('62000000002');
  });

  test('gives the reason for each agent who is left out', async () => {
    await earn(1);
    await harness.addAgent(2);
    await harness.post(2, decisionOf(2, 'R2', { grossCents: 100_00, payeCents: 25_00, nettCents: 75_00 }));
    await earn(3, 1, { bankCountry: 'NMB' });
    await earn(4, 1, {}, { taxNumber: '123' });
    await earn(5);
    await harness.agent(5, { type: 'Suspend', reason: 'left' });
    await earn(6);
    await harness.agent(6, { type: 'ChangeBankDetails', bank: { bankAccountNumber: '4051234567' } });
    await earn(7);
    await harness.account(7, {
      type: 'PlacePayoutHold',
      agentId: 7,
      holdId: 'h1',
      signal: 'Finance',
      reason: 'check',
    });
    await earn(8);
    await harness.agent(8, { type: 'WithdrawConsent', consent: 'employer' });
    await earn(9, 1, { bankAccountNumber: '' });
    await harness.propose('r1');
    expect(await lines('r1')).toEqual({
      1: 'frozen',
      2: 'left-out: BelowMinimum',
      3: 'left-out: ForeignAccount',
      4: 'left-out: TaxNumberMissing',
      5: 'left-out: NotActive',
      6: 'left-out: BankAccountCooling',
      7: 'left-out: OnHold',
      8: 'left-out: NoEmployerConsent',
      9: 'left-out: BankDetailsMissing',
    });
    const abroad = await harness.propose('r2', { batch: 'cross-border' });
    expect(abroad.state.frozen.lines).toBe(1);
    await harness.approve('r2');
    expect(await harness.fileOf('r2', 'cross-border')).toContain('T MOKOENA 3,NMB,FNB,62000000004,250655,150.00,FT3');
  });

  test('drops a line whose account changed between approval and export, and releases its reservation', async () => {
    for (const agentId of [1, 2, 3]) await earn(agentId);
    await harness.propose('r1');
    await harness.post(
      2,
      decisionOf(2, 'R2-1', {
        decisionNo: 2,
        status: 'Declined',
        reason: 'Credited',
        grossCents: 0,
        payeCents: 0,
        nettCents: 0,
      }),
    );
    await harness.agent(3, {
      type: 'SetTaxTreatment',
      effectiveFrom: '2026-11-01',
      treatment: { kind: 'independent-contractor' },
    });
    const { state } = await harness.approve('r1');
    expect(state).toMatchObject({ sent: { lines: 1 }, dropped: { lines: 2, nettCents: 300_00 } });
    expect(await lines('r1')).toEqual({ 1: 'frozen', 2: 'dropped: AccountChanged', 3: 'dropped: TaxTreatmentChanged' });
    expect((await harness.accountOf(2)).reservation).toBeNull();
  });

  test('drops a line after its directive was replaced at the same rate, because certificates name it', async () => {
    const directive = (directiveNumber: string) =>
      harness.agent(1, {
        type: 'SetTaxTreatment',
        effectiveFrom: '2026-11-01',
        treatment: { kind: 'directive', rate: 0.25, directiveNumber },
      });
    await earn(1);
    await directive('1111');
    await harness.propose('r1');
    await directive('2222');
    await harness.approve('r1');
    expect(await lines('r1')).toEqual({ 1: 'dropped: TaxTreatmentChanged' });
  });

  test('claws back a reward that was credited after the file went to the bank', async () => {
    await earn(1);
    await harness.propose('r1');
    await harness.approve('r1');
    await harness.post(
      1,
      decisionOf(1, 'R1-1', {
        decisionNo: 2,
        status: 'Declined',
        reason: 'Credited',
        grossCents: 0,
        payeCents: 0,
        nettCents: 0,
      }),
    );
    await harness.answer('r1', 'a1', [], 'paid');
    expect(await balance(1)).toEqual({ earnedCents: 0, paidCents: 150_00, balanceCents: -150_00 });
  });

  test('applies responses in the order of acceptance, not of their first parts', async () => {
    await earn(1);
    await harness.propose('r1');
    await harness.approve('r1');
    const paid = { answerId: 'a1', on: dayOf(harness.now), paidOn: null } as const;
    const outcomes = [{ agentId: 1, outcome: 'paid', reason: null }] as const;
    await harness.run('r1', { type: 'RecordBankResponse', ...paid, part: 1, outcomes });
    await harness.acceptResponse('r1', 'a2', [{ agentId: 1, outcome: 'returned', reason: 'closed' }], 'open');
    await harness.run('r1', { type: 'AcceptBankResponse', ...paid, parts: 1, rest: 'open', resultChanges: 1, by: '2' });
    const { state } = await harness.resumeRun('r1');
    expect(await lines('r1')).toEqual({ 1: 'failed: closed' });
    expect(state).toMatchObject({ failed: { lines: 1 }, paid: { lines: 0 }, returned: { lines: 0 } });
  });

  test('continues after an interruption at any step, and pays no one twice', async () => {
    for (const agentId of [1, 2, 3]) await earn(agentId);
    await harness.propose('r1');
    await harness.run('r1', { type: 'ApprovePayoutRun', by: '2' }, '2');
    const store = harness.store;
    const append = store.appendMany.bind(store);
    // The accounts' entries are appended and the run's are not: a crash between the two while freezing, exporting and
    // settling.
    const crashOnce = () => {
      store.appendMany = async (batch) => {
        if (batch.some(({ streamId }) => streamId.startsWith('payout-run-'))) {
          store.appendMany = append;
          throw new Error('crash');
        }
        return append(batch);
      };
    };
    crashOnce();
    await expect(harness.resumeRun('r1')).rejects.toThrow('crash');
    expect((await harness.resumeRun('r1')).state).toMatchObject({ status: 'exported', sent: { lines: 3 } });
    await harness.acceptResponse('r1', 'a1', [{ agentId: 2, outcome: 'failed', reason: 'closed' }], 'paid');
    crashOnce();
    await expect(harness.resumeRun('r1')).rejects.toThrow('crash');
    expect((await harness.resumeRun('r1')).state).toMatchObject({
      status: 'settled',
      paid: { lines: 2, nettCents: 300_00 },
      failed: { lines: 1 },
    });
    await harness.answer('r1', 'a2', [{ agentId: 1, outcome: 'paid', reason: null }], 'paid');
    expect(await balance(1)).toEqual({ earnedCents: 0, paidCents: 150_00, balanceCents: 0 });
    const session = await harness.resumeRun('r1');
    expect(session.state.paid).toMatchObject({ lines: 2, nettCents: 300_00 });
  });

  test('freezes the reservations from before a crash once', async () => {
    await earn(1);
    const append = harness.store.appendMany.bind(harness.store);
    harness.store.appendMany = async (batch) => {
      if (batch.some(({ streamId, expected }) => streamId.startsWith('payout-run-') && expected !== 'no-stream'))
        throw new Error('crash');
      return append(batch);
    };
    await expect(harness.propose('r1')).rejects.toThrow('crash');
    harness.store.appendMany = append;
    expect((await harness.resumeRun('r1')).state).toMatchObject({
      status: 'frozen',
      frozen: { lines: 1, nettCents: 150_00 },
    });
    await harness.run('r1', { type: 'CancelPayoutRun', by: '1', reason: 'mistake' });
    expect((await harness.resumeRun('r1')).state.status).toBe('cancelled');
    expect((await harness.accountOf(1)).reservation).toBeNull();
    expect((await harness.propose('r2')).state.frozen.lines).toBe(1);
  });

  test('does not let a second run take the reservations of the first', async () => {
    await earn(1);
    await harness.propose('r1');
    await harness.propose('r2');
    expect(await lines('r2')).toEqual({ 1: 'left-out: HeldByAnotherRun' });
  });

  test('pays a leaver below the minimum once finance has waived it, for that one time', async () => {
    const small = { grossCents: 60_00, payeCents: 15_00, nettCents: 45_00 };
    await harness.addAgent(1);
    await harness.post(1, decisionOf(1, 'R1', small));
    await harness.propose('r1');
    expect(await lines('r1')).toEqual({ 1: 'left-out: BelowMinimum' });
    const waive = { type: 'WaivePayoutMinimum', agentId: 1, reason: 'Leaves the agency' } as const;
    await harness.account(1, waive);
    expect((await harness.propose('r2')).state.frozen).toMatchObject({ lines: 1, nettCents: 45_00 });
    await harness.approve('r2');
    await harness.answer('r2', 'a1', [], 'paid');
    await harness.post(1, decisionOf(1, 'R2', small));
    await harness.propose('r3');
    expect(await lines('r3')).toEqual({ 1: 'left-out: BelowMinimum' });
  });

  test('pays a leaver below the minimum after a payment that was reserved before the waiver', async () => {
    const small = { grossCents: 60_00, payeCents: 15_00, nettCents: 45_00 };
    await earn(1);
    await harness.propose('r1');
    await harness.approve('r1');
    await harness.post(1, decisionOf(1, 'R2', small));
    await harness.account(1, { type: 'WaivePayoutMinimum', agentId: 1, reason: 'Leaves the agency' });
    await harness.answer('r1', 'a1', [], 'paid');
    expect((await harness.propose('r2')).state.frozen).toMatchObject({ lines: 1, nettCents: 45_00 });
  });

  test('pays a leaver below the minimum again after a return', async () => {
    const small = { grossCents: 60_00, payeCents: 15_00, nettCents: 45_00 };
    await harness.addAgent(1);
    await harness.post(1, decisionOf(1, 'R1', small));
    await harness.account(1, { type: 'WaivePayoutMinimum', agentId: 1, reason: 'Leaves the agency' });
    await harness.propose('r1');
    await harness.approve('r1');
    await harness.answer('r1', 'a1', [], 'paid');
    expect(await isMinimumWaived()).toEqual({ account: false, readModel: false });
    await harness.answer('r1', 'a2', [{ agentId: 1, outcome: 'returned', reason: 'closed' }], 'open');
    const [holdId = ''] = (await harness.accountOf(1)).holds.keys();
    await harness.account(1, { type: 'ReleasePayoutHold', agentId: 1, holdId, reason: 'Confirmed', limitCents: null });
    expect((await harness.propose('r2')).state.frozen).toMatchObject({ lines: 1, nettCents: 45_00 });
    expect(await isMinimumWaived()).toEqual({ account: true, readModel: true });
    await harness.approve('r2');
    await harness.answer('r2', 'a3', [], 'paid');
    expect(await isMinimumWaived()).toEqual({ account: false, readModel: false });
  });

  test('pays a leaver below the minimum by a second waiver, given while the line of the first is at the bank', async () => {
    const small = { grossCents: 60_00, payeCents: 15_00, nettCents: 45_00 };
    const waive = { type: 'WaivePayoutMinimum', agentId: 1, reason: 'Leaves the agency' } as const;
    await harness.addAgent(1);
    await harness.post(1, decisionOf(1, 'R1', small));
    await harness.account(1, waive);
    await harness.propose('r1');
    await harness.approve('r1');
    await harness.post(1, decisionOf(1, 'R2', small));
    await harness.account(1, waive);
    await harness.answer('r1', 'a1', [], 'paid');
    expect(await isMinimumWaived()).toEqual({ account: true, readModel: true });
    expect((await harness.propose('r2')).state.frozen).toMatchObject({ lines: 1, nettCents: 45_00 });
    await harness.approve('r2');
    await harness.answer('r2', 'a2', [], 'paid');
    expect(await isMinimumWaived()).toEqual({ account: false, readModel: false });
  });

  test('settles lines beyond midnight on the day on which each is recorded (L17)', async () => {
    const agents = [1, 2, 3, 4, 5];
    for (const agentId of agents) await earn(agentId);
    harness.agentsPerChunk = 1;
    await harness.propose('r1');
    await harness.approve('r1');
    const day = dayOf(harness.now);
    harness.now = new Date(`${day}T21:59:00.000Z`);
    await harness.acceptResponse('r1', 'a1', [], 'paid');
    const append = harness.store.appendMany.bind(harness.store);
    harness.store.appendMany = async (batch) => {
      const results = await append(batch);
      harness.now = new Date(`${day}T22:01:00.000Z`);
      return results;
    };
    await harness.resumeRun('r1');
    const recorded = agents.map(async (agentId) => {
      const { events } = await harness.log.readStream(accountStreamOf(agentId));
      return dayOf(new Date(events.find(({ type }) => type === 'PayoutPaid')?.metadata.recordedAt ?? ''));
    });
    expect([...new Set(await Promise.all(recorded))].sort()).toEqual([day, addDays(day, 1)]);
  });

  test('pays an account of 6 000 rewards in appends below a mebibyte, and reverses the payment', async () => {
    await harness.addAgent(1);
    const stream = await harness.log.readStream(accountStreamOf(1));
    const after = { status: 'Earned' as const, grossCents: 200_00, payeCents: 50_00, nettCents: 150_00 };
    const about = { agentId: 1, decisionNo: 1, month: '2026-10', promoCode: 'SUN', reason: null };
    const events = Array.from({ length: 6000 }, (_, n) => {
      const data = { ...about, reservationNo: `RES-${n}`.padEnd(64, 'X'), on: '2026-10-10', before: null, after };
      return { type: 'RewardPosted', data };
    });
    await harness.log.append([{ stream, events, context: harness.context() }]);
    const append = harness.store.appendMany.bind(harness.store);
    let most = 0;
    harness.store.appendMany = async (batch) => {
      for (const entry of batch) most = Math.max(most, JSON.stringify(entry.events).length);
      return append(batch);
    };
    expect((await harness.propose('r1')).state.frozen).toMatchObject({ lines: 1, nettCents: 6000 * 150_00 });
    await harness.approve('r1');
    await harness.answer('r1', 'a1', [], 'paid');
    expect(await balance(1)).toEqual({ earnedCents: 0, paidCents: 6000 * 150_00, balanceCents: 0 });
    await harness.answer('r1', 'a2', [{ agentId: 1, outcome: 'returned', reason: 'closed' }], 'open');
    expect(await balance(1)).toEqual({ earnedCents: 6000 * 150_00, paidCents: 0, balanceCents: 6000 * 150_00 });
    expect(most).toBeGreaterThan(100_000);
    expect(most).toBeLessThan(1024 ** 2);
  });
});
