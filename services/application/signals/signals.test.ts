import { DAY_MS, HOUR_MS } from '@fynbos/domain/calendar.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type HoldRow, holds } from '@fynbos/projections/holds/holds.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { rentals } from '@fynbos/projections/rentals/rentals.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { decisionOf, PayoutHarness } from '../payouts/testing/payout-harness.ts';
import { raiseNightly, signalsReaction } from './raise-signals.ts';
import { referralSignalsReaction, sameBankAccountReaction } from './related-agents.ts';

let database: FreshDatabase;
let harness: PayoutHarness;
const READ_MODELS = [agents, balances, holds, incentives, payoutLines, payouts, referrals, rentals] as never;

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), READ_MODELS);
});
afterEach(() => database.drop());

const deps = () => ({ log: harness.log, db: harness.db, now: () => harness.now });

/** Passes all events so far to each reaction twice, as after a crash, and returns finance's queue. */
async function queueAfter(...reactions: readonly Reaction[]): Promise<HoldRow[]> {
  for (const reaction of [...reactions, ...reactions]) {
    await harness.catchUp();
    const { events } = await harness.store.readAll({ limit: 1000, filter: { types: [...reaction.eventTypes] } });
    const batch = (await decoderOf(harness.log).decode(events, false)) as FoldEvent[];
    await reaction.react(batch, { appended: () => undefined, signal: new AbortController().signal });
  }
  return queue();
}
async function queue(): Promise<HoldRow[]> {
  await harness.catchUp();
  return (await harness.db.query(`select * from ${readModelTable(holds).sql} order by "agentId", signal`)).rows;
}
const said = (rows: readonly HoldRow[]) => rows.map(({ agentId, signal, status }) => `${agentId} ${signal} ${status}`);

async function refer(referrer: number, referred: number): Promise<void> {
  const referralId = `00000000-0000-4000-8000-00000000000${referred}`;
  const stream = await harness.log.readStream(`referral-${referralId}`);
  const at = harness.now.toISOString();
  const personal = {
    firstName: 'X',
    surname: 'Y',
    emailAddress: 'x@y.example',
    contactNumber: '',
    iataNumber: '',
    agencyName: '',
  };
  await harness.log.append([
    {
      stream,
      events: [
        { type: 'AgentReferred', data: { referralId, referredByAgentId: referrer, referredAt: at, personal } },
        { type: 'ReferralRegistered', data: { agentId: referred, registeredAt: at } },
      ],
      context: harness.context(),
    },
  ]);
}

describe('referrals', () => {
  test('holds an agent and their probable duplicate when one refers the other', async () => {
    await harness.addAgent(1);
    await harness.addAgent(2);
    await harness.agent(2, { type: 'ChangeDetails', details: { surname: 'Mokoena 1' } } as never);
    await refer(1, 2);
    const rows = await queueAfter(referralSignalsReaction(deps()));
    expect(said(rows)).toContain('1 SelfReferral open');
    expect(said(rows)).toContain('2 SelfReferral open');
  });

  test('the referrer’s account is held for its own reason, and not as a shared account', async () => {
    await harness.addAgent(1, { bankAccountNumber: '62099999999' }, { taxNumber: '2251362634' });
    await refer(1, 2);
    await harness.addAgent(2, { bankAccountNumber: '62099999999' });
    const rows = await queueAfter(sameBankAccountReaction(deps()));
    expect(said(rows)).toEqual(['1 ReferrersAccount open', '2 ReferrersAccount open']);
    expect(rows[0]?.reason).toContain('1 and 2');
  });

  test('colleagues who refer each other with different bank accounts are not flagged', async () => {
    await harness.addAgent(1, {}, { taxNumber: '2251362634' });
    await harness.addAgent(2);
    await harness.agent(2, { type: 'ChangeDetails', details: { cellNumber: '+27830000001' } } as never);
    await refer(1, 2);
    expect(await queueAfter(referralSignalsReaction(deps()), sameBankAccountReaction(deps()))).toEqual([]);
  });
});

describe('bank accounts near a run', () => {
  const change = (agentId: number) =>
    harness.agent(agentId, { type: 'ChangeBankDetails', bank: { bankAccountNumber: `6208888888${agentId}` } });

  test('a change shortly before a run is flagged, a first account and an old change are not', async () => {
    const run = harness.now;
    for (const id of [1, 2, 3]) await harness.addAgent(id);
    harness.now = new Date(run.getTime() - 10 * DAY_MS);
    await change(1);
    harness.now = new Date(run.getTime() - 20 * HOUR_MS);
    await change(2);
    harness.now = run;
    for (const id of [1, 2, 3]) await harness.post(id, decisionOf(id, `R${id}`));
    await harness.propose('run1');
    const rows = await queueAfter(signalsReaction(deps()));
    expect(said(rows)).toEqual(['2 BankChangeNearRun flagged']);
    expect(rows[0]?.finding).toContain('FR-run1');
  });

  test('a change after the run was proposed is flagged while it holds a line of the agent', async () => {
    for (const id of [1, 2]) await harness.addAgent(id);
    await harness.post(1, decisionOf(1, 'R1'));
    await harness.propose('run1');
    harness.now = new Date(harness.now.getTime() + 5 * HOUR_MS);
    await change(1);
    await change(2);
    expect(said(await queueAfter(signalsReaction(deps())))).toEqual(['1 BankChangeNearRun flagged']);
  });
});

describe('rentals', () => {
  const terms = { promoCode: 'SUN', rateCode: 'A', vehicleGroup: 'B', pickupBranch: 'CPT', returnBranch: 'CPT' };
  const record = async (reservationNo: string, ...events: readonly RentalEvent[]): Promise<void> => {
    const stream = await harness.log.readStream(`rental-${reservationNo}`);
    await harness.log.append([{ stream, events, context: harness.context() }]);
  };
  const fact = (reservationNo: string) => ({
    eventId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11',
    integratorId: 'i1',
    reservationNo,
    occurredAt: '2026-11-10T08:00:00Z',
    contentHash: 'x',
  });
  const invoice = (reservationNo: string, trackingNo: string | null, reservedOn: string): RentalEvent => ({
    type: 'InvoiceRecorded',
    data: {
      ...fact(reservationNo),
      invoiceNo: `I-${reservationNo}`,
      invoiceDate: '2026-11-10',
      loyaltyTrackingNo: trackingNo,
      marketSector: 'Leisure',
      tkRevenueCents: 1000_00,
      reservation: { ...terms, reservedOn },
      rental: { ...terms, pickedUpOn: '2026-11-08', returnedOn: '2026-11-10' },
      personal: { driverName: 'A Driver' },
    },
  });
  const earned = (agentId: number, reservationNo: string, reservedOn: string): RentalEvent => ({
    type: 'RewardDecided',
    data: decisionOf(agentId, reservationNo, { reservedOn }),
  });

  test('a booking repeated with a tracking number is flagged once a night, and held if finance decides so', async () => {
    await harness.addAgent(1);
    const declined = { status: 'Declined', reason: 'Cancelled', agentId: null, loyaltyTrackingNo: null } as const;
    const none = { grossCents: 0, payeCents: 0, nettCents: 0 };
    await record(
      'R1',
      invoice('R1', null, '2026-11-01'),
      { type: 'CancellationRecorded', data: { ...fact('R1'), cancelledOn: '2026-11-02' } },
      { type: 'RewardDecided', data: decisionOf(1, 'R1', { ...declined, ...none }) },
    );
    await record('R2', invoice('R2', 'FT1', '2026-11-03'), earned(1, 'R2', '2026-11-03'));
    await harness.catchUp();
    expect(await raiseNightly(deps())).toEqual({ found: 1, raised: 1 });
    expect(await raiseNightly(deps())).toEqual({ found: 1, raised: 0 });
    const [flagged] = await queue();
    expect(flagged).toMatchObject({ agentId: 1, signal: 'Rebooked', status: 'flagged', evidence: ['R1', 'R2'] });
    expect((await harness.accountOf(1)).holds.size).toBe(0);
    const holdId = flagged?.holdId ?? '';
    const about = { agentId: 1, holdId, today: '2026-11-16' };
    await harness.account(1, { type: 'PlacePayoutHold', ...about, signal: 'Rebooked', reason: 'Asking the branch' });
    expect((await queue())[0]).toMatchObject({ status: 'open', evidence: ['R1', 'R2'], reason: 'Asking the branch' });
    await harness.account(1, { type: 'ReleasePayoutHold', limitCents: null, ...about, reason: 'The branch confirmed' });
    expect((await queue())[0]).toMatchObject({ status: 'released', releaseReason: 'The branch confirmed' });
  });

  test('a reservation is flagged if an invoice with a number replaced one without, not for a normal credit', async () => {
    for (const [reservationNo, trackingNo] of [
      ['S1', null],
      ['S2', 'FT1'],
    ] as const) {
      const first = invoice(reservationNo, trackingNo, '2026-11-03');
      const again = invoice(reservationNo, 'FT1', '2026-11-03');
      await record(
        reservationNo,
        first,
        {
          type: 'CreditNoteRecorded',
          data: {
            ...fact(reservationNo),
            creditNoteNo: `C-${reservationNo}`,
            invoiceNo: `I-${reservationNo}`,
            creditDate: '2026-11-11',
          },
        },
        { ...again, data: { ...again.data, invoiceNo: `J-${reservationNo}` } } as RentalEvent,
        earned(1, reservationNo, '2026-11-03'),
      );
    }
    await harness.catchUp();
    expect(await raiseNightly(deps())).toEqual({ found: 1, raised: 1 });
    expect((await queue())[0]).toMatchObject({ signal: 'Rebooked', evidence: ['S1'] });
  });

  test('an invoice that earns under several reservations is flagged, not that of another sender or agent', async () => {
    const bill = (reservationNo: string, trackingNo: string, changes: object = {}): RentalEvent => {
      const event = invoice(reservationNo, trackingNo, '2026-11-03');
      return { ...event, data: { ...event.data, invoiceNo: 'INV-1', ...changes } } as RentalEvent;
    };
    const decided = (
      agentId: number,
      reservationNo: string,
      status: 'Earned' | 'Declined' = 'Earned',
    ): RentalEvent => ({
      type: 'RewardDecided',
      data: decisionOf(agentId, reservationNo, { reservedOn: '2026-11-03', invoiceNo: 'INV-1', status }),
    });
    await record('T1', bill('T1', 'FT1'), decided(1, 'T1'));
    await record('T2', bill('T2', 'FT2'), decided(2, 'T2'));
    await record('T3', bill('T3', 'FT1', { integratorId: 'i2' }), decided(1, 'T3'));
    await record('T4', bill('T4', 'FT1'), decided(1, 'T4', 'Declined'));
    await harness.catchUp();
    expect(await raiseNightly(deps())).toEqual({ found: 0, raised: 0 });
    await record('T5', bill('T5', 'FT1'), decided(1, 'T5'));
    await harness.catchUp();
    expect(await raiseNightly(deps())).toEqual({ found: 1, raised: 1 });
    expect(await raiseNightly(deps())).toEqual({ found: 1, raised: 0 });
    expect(await queue()).toMatchObject([
      { agentId: 1, signal: 'InvoicedTwice', status: 'flagged', evidence: ['T1', 'T5'] },
    ]);
    await record('T6', bill('T6', 'FT1'), decided(1, 'T6'));
    await harness.catchUp();
    expect(await raiseNightly(deps())).toEqual({ found: 1, raised: 1 });
  });

  test('a rental with far more revenue than any hire is flagged, and again with one more', async () => {
    const decided = (reservationNo: string, tkRevenueCents: number): RentalEvent => ({
      type: 'RewardDecided',
      data: decisionOf(1, reservationNo, { tkRevenueCents }),
    });
    await record('L1', decided('L1', 99_999_99), invoice('L1', 'FT1', '2026-11-03'));
    await harness.catchUp();
    expect(await raiseNightly(deps())).toEqual({ found: 0, raised: 0 });
    await record('L2', decided('L2', 100_000_00));
    await harness.catchUp();
    expect(await raiseNightly(deps())).toEqual({ found: 1, raised: 1 });
    expect(await raiseNightly(deps())).toEqual({ found: 1, raised: 0 });
    await record('L3', decided('L3', 999_999_999_99));
    await harness.catchUp();
    expect(await raiseNightly(deps())).toEqual({ found: 1, raised: 1 });
    expect((await queue()).map(({ signal, evidence }) => [signal, evidence])).toEqual([
      ['LargeRental', ['L2']],
      ['LargeRental', ['L2', 'L3']],
    ]);
  });

  test('a burst of one agent is flagged with its reservations, not as many of a busy agent', async () => {
    for (let n = 0; n < 12; n++) {
      await record(`B${n}`, invoice(`B${n}`, 'FT1', '2026-11-05'), earned(1, `B${n}`, '2026-11-05'));
      const on = `2026-11-${String(n + 1).padStart(2, '0')}`;
      await record(`C${n}`, invoice(`C${n}`, 'FT2', on), earned(2, `C${n}`, on));
    }
    await harness.catchUp();
    expect(await raiseNightly(deps())).toEqual({ found: 1, raised: 1 });
    const [flagged] = await queue();
    expect(flagged).toMatchObject({ agentId: 1, signal: 'Burst', status: 'flagged' });
    expect(flagged?.evidence).toHaveLength(12);
  });
});
