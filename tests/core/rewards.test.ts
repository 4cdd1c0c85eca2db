import { randomUUID } from 'node:crypto';
import { rentalEventParser } from '@fynbos/api/rentals/parse-rental-event.ts';
import { handle } from '@fynbos/application/handle.ts';
import { DryRun } from '@fynbos/application/rentals/dry-run.ts';
import { RentalEventRecorder } from '@fynbos/application/rentals/record-rental-events.ts';
import { loadAccount } from '@fynbos/application/rewards/accounts.ts';
import { coverRewardsReaction } from '@fynbos/application/rewards/cover-rewards.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { decoderOf, foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAgent, addPromotion, addSignIns, type Core, openCore, setTreatment, testContext } from '../support/core.ts';

const sender = { integratorId: 'i1', anyReservation: false };
const terms = { promoCode: 'SUN', rateCode: 'DISC', vehicleGroup: 'C', pickupBranch: 'JNB', returnBranch: 'CPT' };

type Sent = Record<string, unknown>;
const head = (reservationNo: string): Sent => ({
  eventId: randomUUID(),
  occurredAt: '2026-03-10T10:00:00+02:00',
  reservationNo,
});
const invoice = (
  reservationNo: string,
  invoiceNo: string,
  loyaltyTrackingNo: string | null,
  tkRevenue: number,
): Sent => ({
  type: 'invoice',
  ...head(reservationNo),
  invoiceNo,
  invoiceDate: '2026-03-10',
  loyaltyTrackingNo,
  marketSector: 'Leisure',
  driverName: 'A Driver',
  tkRevenue,
  reservation: { reservedOn: '2026-02-01', ...terms },
  rental: { ...terms, pickedUpOn: '2026-03-01', returnedOn: '2026-03-05' },
});
const credit = (reservationNo: string, invoiceNo: string): Sent => ({
  type: 'credit-note',
  ...head(reservationNo),
  creditNoteNo: `CN-${invoiceNo}`,
  invoiceNo,
  creditDate: '2026-03-12',
});
const hold = (reservationNo: string): Sent => ({
  type: 'hold',
  ...head(reservationNo),
  holdId: 'H1',
  holdReason: 'payment',
  placedOn: '2026-03-11',
});
const release = (reservationNo: string): Sent => ({
  type: 'release',
  ...head(reservationNo),
  holdId: 'H1',
  releasedOn: '2026-03-12',
});
const cancellation = (reservationNo: string): Sent => ({
  type: 'cancellation',
  ...head(reservationNo),
  cancelledOn: '2026-02-20',
});

const parsed = ({ log }: Core, item: Sent, integratorId = 'i1') =>
  rentalEventParser(log.keys, integratorId, new Date())(item);

describe('the way from a rental event to a balance', () => {
  let core: Core;
  let recorder: RentalEventRecorder;
  const send = (items: readonly Sent[]) =>
    recorder.record(
      items.map((item) => parsed(core, item)),
      sender,
      testContext({ kind: 'integrator', id: 'i1' }),
    );

  beforeEach(async () => {
    core = await openCore();
    recorder = new RentalEventRecorder(core.log, async () => new Map());
    await addPromotion(core.log, 'SUN', 0.2);
  });
  afterEach(() => core.close());

  it('decides a rental again when the agent of its unknown number appears, and credits that agent', async () => {
    await core.startWork();
    await send([invoice('R1', 'A', 'FT1', 1000), invoice('R2', 'B', 'FT1', 500), invoice('R3', 'C', 'FT2', 500)]);
    await core.settled();
    expect((await core.incentives()).map(({ reason }) => reason)).toEqual(Array(3).fill('UnknownTrackingNumber'));
    await addAgent(core.log, 1, 'FT1');
    await core.settled();
    expect((await core.incentives()).map(({ status, agentId }) => [status, agentId])).toEqual([
      ['Earned', 1],
      ['Earned', 1],
      ['Declined', null],
    ]);
    expect(await core.balances()).toMatchObject([
      { agentId: 1, loyaltyTrackingNo: 'FT1', earnedCents: 225_00, balanceCents: 225_00 },
    ]);
  });

  describe('a rental with a blocked row', () => {
    beforeEach(async () => {
      await core.pool.query(
        `insert into engine.parked ("projection", "key", "partition", "eventId", "position", "errorCode", "errorMessage")
         values ('incentives', 'R1', 0, gen_random_uuid(), '0', 'x', 'x')`,
      );
      await core.startWork();
    });
    afterEach(async () => expect(await core.incentives()).toEqual([]));
    const account = () => loadAccount(core.log, 1);

    it('is credited to the agent of its tracking number who appears then (R14)', async () => {
      await send([invoice('R1', 'A', 'FT1', 1000)]);
      await core.settled();
      await addAgent(core.log, 1, 'FT1');
      await core.settled();
      expect((await account()).rewards.get('R1')).toMatchObject({ status: 'Earned', grossCents: 200_00 });
    });

    it('is left to the opening balance that contains it (L10)', async () => {
      await addAgent(core.log, 1, 'FT1');
      await send([invoice('R1', 'A', 'FT1', 1000)]);
      await core.settled();
      const figures = { earnedCents: 75_00, paidCents: 0, grossThisTaxYearCents: 0, payeThisTaxYearCents: 0 };
      const treatment = { kind: 'paye', rate: 0.25 } as const;
      const { store, log, pool } = core;
      await handle(log, {
        decider: rewardsAccountDecider,
        streamId: accountStreamOf(1),
        command: { type: 'RecordOpeningBalance', agentId: 1, asOf: '2026-03-31', ...figures, treatment },
        context: testContext(),
      });
      const { events } = await store.readAll({ limit: 10, filter: { types: ['OpeningBalanceTaken'] } });
      const batch = (await decoderOf(log).decode(events, false)) as FoldEvent[];
      const io = { appended: () => undefined, signal: new AbortController().signal };
      await coverRewardsReaction({ log, db: pool, now: () => new Date() }).react(batch, io);
      await core.settled();
      expect(await account()).toMatchObject({ balanceCents: 75_00 });
      expect((await account()).covered.get('R1')).toBe(1);
    });
  });

  it('credits an agent for rentals before the activation, recorded before or after it (R12)', async () => {
    await core.startWork();
    await send([invoice('R1', 'A', 'FT1', 1000)]);
    await core.settled();
    await addAgent(core.log, 1, 'FT1', '2026-11-01');
    await send([invoice('R2', 'B', 'FT1', 500), credit('R1', 'A'), invoice('R1', 'C', 'FT1', 800)]);
    await core.settled();
    const rewards = (await core.incentives()).map(({ reservationNo, invoiceNo, status, agentId, nettCents }) => ({
      reservationNo,
      invoiceNo,
      status,
      agentId,
      nettCents,
    }));
    expect(rewards).toEqual([
      { reservationNo: 'R1', invoiceNo: 'C', status: 'Earned', agentId: 1, nettCents: 120_00 },
      { reservationNo: 'R2', invoiceNo: 'B', status: 'Earned', agentId: 1, nettCents: 75_00 },
    ]);
  });

  it('handles an agent who appears at the moment of the decision, in any interleaving', async () => {
    await core.startWork();
    await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
        await Promise.all([
          pause().then(() => send([invoice(`R${n}`, 'A', `FT${n}`, 1000)])),
          pause().then(() => addAgent(core.log, n + 1, `FT${n}`)),
        ]);
      }),
    );
    await core.settled();
    expect((await core.incentives()).map(({ status }) => status)).toEqual(Array(12).fill('Earned'));
    expect((await core.balances()).map(({ balanceCents }) => balanceCents)).toEqual(Array(12).fill(150_00));
  });

  it('answers each item separately; a dry run records nothing, and its later lines see earlier ones', async () => {
    const first = invoice('R1', 'A', null, 100);
    const run = new DryRun();
    const dry = (items: readonly Sent[]) =>
      recorder.record(
        items.map((item) => parsed(core, item)),
        sender,
        testContext(),
        run,
      );
    expect((await dry([first])).map(({ result }) => result)).toEqual(['recorded']);
    expect((await dry([first, { ...first, tkRevenue: 2 }])).map(({ result }) => result)).toEqual([
      'duplicate',
      'conflict',
    ]);
    expect(await core.store.readStream('rental-R1')).toEqual([]);
    const answers = await send([
      first,
      { ...first, tkRevenue: 1.234 },
      { ...first, eventId: randomUUID() },
      { ...first, reservationNo: 'R2' },
      hold('R2'),
    ]);
    expect(answers.map(({ result }) => result)).toEqual(['recorded', 'rejected', 'duplicate', 'conflict', 'recorded']);
  });

  it('remembers accepted ids in later batches of a dry run, and forgets rejected ones', async () => {
    const first = invoice('R1', 'A', null, 100);
    const dryRun = new DryRun();
    const dry = async (item: Sent) =>
      (await recorder.record([parsed(core, item)], sender, testContext(), dryRun))[0]?.result;
    expect(await dry(first)).toBe('recorded');
    expect(await dry({ ...invoice('R2', 'B', null, 100), eventId: first.eventId })).toBe('conflict');
    expect(await dry({ ...first, tkRevenue: 101 })).toBe('conflict');
    expect(await dry({ ...invoice('R2', 'B', null, 100), eventId: first.eventId }), 'still').toBe('conflict');

    const results = async (...items: Sent[]) => (await send(items)).map(({ result }) => result);
    const others = { integratorId: 'i2', anyReservation: false };
    await recorder.record([parsed(core, invoice('R9', 'X', null, 100), 'i2')], others, testContext());
    const mistaken = credit('R9', 'X');
    expect(await results(mistaken)).toEqual(['rejected']);
    expect(await results({ ...credit('R1', 'A'), eventId: mistaken.eventId })).toEqual(['recorded']);
    expect(await results(mistaken), 'now it is of R1').toEqual(['conflict']);
    // A recorded id stays known when the same or a later batch has other content under it.
    expect(await results(first, { ...first, tkRevenue: 101 })).toEqual(['recorded', 'conflict']);
    expect(await results({ ...first, tkRevenue: 102 })).toEqual(['conflict']);
    expect(await results({ ...invoice('R2', 'B', null, 100), eventId: first.eventId })).toEqual(['conflict']);
  });

  it('applies the tax treatment of the invoice date, and keeps earlier decisions', async () => {
    await core.startWork();
    for (const id of [1, 2]) await addAgent(core.log, id, `FT${id}`);
    await send([invoice('R1', 'A', 'FT1', 1000), invoice('R2', 'B', 'FT2', 1000)]);
    await addSignIns(core.log, 1, 3);
    await setTreatment(core.log, 1, '2026-03-01', { kind: 'independent-contractor' });
    await send([invoice('R3', 'C', 'FT1', 1000), invoice('R4', 'D', 'FT2', 1000)]);
    await setTreatment(core.log, 1, '2026-03-05', { kind: 'directive', rate: 0.1, directiveNumber: 'D1' });
    await addSignIns(core.log, 1, 2);
    await send([invoice('R5', 'E', 'FT1', 1000), { ...invoice('R6', 'F', 'FT1', 1000), invoiceDate: '2026-03-04' }]);
    // A process with an empty cache gives the same result.
    const log = new EventLog({ store: core.store, keys: core.log.keys });
    const other = new RentalEventRecorder(log, async () => new Map());
    const last = parsed(core, invoice('R7', 'G', 'FT1', 1000));
    await other.record([last], sender, testContext({ kind: 'integrator', id: 'i1' }));
    await core.settled();
    expect((await core.incentives()).map(({ treatment, payeCents }) => [treatment, payeCents])).toEqual([
      ['paye', 50_00],
      ['paye', 50_00],
      ['independent-contractor', 0],
      ['paye', 50_00],
      ['directive', 20_00],
      ['independent-contractor', 0],
      ['directive', 20_00],
    ]);
    expect((await core.balances()).map(({ balanceCents }) => balanceCents)).toEqual([910_00, 300_00]);
    // A new fact of a reservation is decided with today's knowledge.
    await send([hold('R1')]);
    await core.settled();
    expect((await core.incentives())[0]).toMatchObject({
      status: 'Pending',
      treatment: 'directive',
      nettCents: 180_00,
    });
  });

  it('gives the same balances for any order, repetition and batch size, equal to a rebuild', async () => {
    await core.startWork();
    await addAgent(core.log, 1, 'FT1');
    await addAgent(core.log, 2, 'FT2');
    const histories = (round: string): Sent[][] => [
      [invoice(`${round}-1`, 'A', 'FT1', 1000), hold(`${round}-1`), release(`${round}-1`)],
      [invoice(`${round}-2`, 'A', 'FT1', 700.55), credit(`${round}-2`, 'A'), invoice(`${round}-2`, 'B', 'FT2', 650.1)],
      [invoice(`${round}-3`, 'A', 'FT2', 333.33), hold(`${round}-3`)],
      [invoice(`${round}-4`, 'A', 'FT2', 250), cancellation(`${round}-4`)],
      [invoice(`${round}-5`, 'A', 'FT2', 49.99)],
    ];
    let rounds = 0;
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 9 }), async (dice, batch) => {
        const once = histories(`r${rounds}`).flat();
        const shuffled = [...once, ...once]
          .map((item) => ({ item, at: dice.next().value as number }))
          .sort((a, b) => a.at - b.at);
        for (let n = 0; n < shuffled.length; n += batch)
          await send(shuffled.slice(n, n + batch).map(({ item }) => item));
        rounds++;
      }),
      { numRuns: 12 },
    );
    await core.settled();
    const [one, two] = await core.balances();
    expect(one).toMatchObject({ earnedCents: rounds * 150_00, pendingCents: 0, balanceCents: rounds * 150_00 });
    const rebuilt = await rebuild(foldPartsOf(core.log, core.pool), [incentives, balances], {
      compare: true,
      swap: 'never',
    });
    expect(rebuilt.map(({ comparison }) => comparison?.equal)).toEqual([true, true]);
    // 650.10 × 0.2 = 130.02, less 32.51 PAYE; 333.33 × 0.2 = 66.67, less 16.67, on hold.
    expect(two).toMatchObject({
      earnedCents: rounds * 97_51,
      pendingCents: rounds * 50_00,
      balanceCents: rounds * 97_51,
    });
  });
});
