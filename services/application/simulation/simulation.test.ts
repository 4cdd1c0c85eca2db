import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import type { RecalculationDefinition } from '@fynbos/domain/recalculation/events.ts';
import { recalculationDecider, recalculationStreamOf } from '@fynbos/domain/recalculation/recalculation.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createQueues, type Queues } from '@fynbos/platform/queue/queue.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addAgent, addPromotion, type Core, openCore, setTreatment, testContext } from '../../../tests/support/core.ts';
import { handle } from '../handle.ts';
import { recalculationReaction } from '../recalculation/execute.ts';
import { recordRentalFacts } from '../rentals/record-rental-facts.ts';
import { Reevaluation } from './reevaluate.ts';
import { runSimulation } from './run-simulation.ts';
import { migrateSimulations } from './simulation-schema.ts';
import { addSimulation, cancelSimulation, simulationRun } from './simulation-store.ts';
import { startSimulations, tidySimulations } from './worker.ts';

const AGENTS = 4;
const RENTALS = 40;
const definition = {
  from: '2026-03-01',
  to: '2026-03-31',
  policy: { effectiveFrom: '2026-01-01', minimumRewardCents: 60_00 },
  promotions: [],
  reassess: null,
};
const ASSUMED = definition;
/** Every rental has a revenue of R250 at 20 %: R50 becomes R60, R37.50 nett R45. */
const PREVIEW = {
  reservations: RENTALS,
  agents: AGENTS,
  grossCents: RENTALS * 10_00,
  payeCents: RENTALS * 2_50,
  nettCents: RENTALS * 7_50,
};
const never = new AbortController().signal;
const MORNING = new Date('2026-04-01T08:00:00.000Z');
let time = MORNING;
const now = () => time;

let core: Core;
let queues: Queues;
const ask = async (asked: RecalculationDefinition = definition): Promise<string> => {
  const id = await addSimulation(core.pool, queues, asked, { adminId: 1, at: now() });
  if (id === null) throw new Error('too many simulations');
  return id;
};
const schemas = async () =>
  (await core.pool.query(`select nspname as name from pg_namespace where nspname like 'whatif\\_%'`)).rows.map(
    ({ name }) => name,
  );

const terms = { promoCode: 'SUN', rateCode: 'DISC', vehicleGroup: 'C', pickupBranch: 'JNB', returnBranch: 'CPT' };
const invoice = (n: number) => ({
  reservationNo: `R${n}`,
  facts: [
    {
      type: 'InvoiceRecorded' as const,
      data: {
        eventId: randomUUID(),
        integratorId: 'i1',
        reservationNo: `R${n}`,
        contentHash: String(n),
        occurredAt: '2026-03-10T10:00:00Z',
        invoiceNo: `I${n}`,
        invoiceDate: '2026-03-10',
        marketSector: 'Leisure',
        loyaltyTrackingNo: `FT${1 + (n % AGENTS)}`,
        tkRevenueCents: 250_00,
        personal: null,
        reservation: { ...terms, reservedOn: '2026-02-01' },
        rental: { ...terms, pickedUpOn: '2026-03-01', returnedOn: '2026-03-05' },
      },
    },
  ],
});

beforeEach(async () => {
  core = await openCore();
  await migrateSimulations(core.pool);
  queues = await createQueues({ redisUrl: null, databaseUrl: core.databaseUrl, logger: createLogger('test') });
  await addPromotion(core.log, 'SUN', 0.2);
  for (let id = 1; id <= AGENTS; id++) await addAgent(core.log, id, `FT${id}`);
  const rentals = Array.from({ length: RENTALS }, (_, n) => invoice(n));
  await recordRentalFacts(core.log, rentals, testContext(), { anyReservation: true });
  await core.startWork();
  await core.settled();
});
afterEach(async () => {
  await queues.close();
  await core.close();
});

/** A log whose reads of streams first wait for `before`, so that a test can act between them. */
function slowLog(before: () => Promise<unknown>): EventLog {
  const slow = new EventLog({ store: core.store, keys: core.log.keys });
  const read = slow.readStreams.bind(slow);
  slow.readStreams = async (...asked) => {
    await before();
    return read(...asked);
  };
  return slow;
}

describe('a simulation', () => {
  test('keeps decisions under a treatment that was changed later', async () => {
    const reservation = { agentId: 1, reservationNo: 'R0' };
    await setTreatment(core.log, 1, '2026-01-01', { kind: 'independent-contractor' });
    const asTermsStand = { ...definition, policy: null, reassess: { promotionId: 'SUN' } };
    const [again] = await (await Reevaluation.open(core.log, core.pool, asTermsStand)).decide([reservation]);
    expect(again).toMatchObject({ decision: { treatment: { kind: 'paye', rate: 0.25 } }, next: null });
    const [assumed] = await (await Reevaluation.open(core.log, core.pool, definition)).decide([reservation]);
    expect(assumed?.assumption?.assessment).toMatchObject({ treatment: { kind: 'paye' }, nettCents: 45_00 });
  });

  test('is restarted by another process after a stop, with the same result', async () => {
    const id = await ask();
    const ending = new AbortController();
    const log = slowLog(async () => ending.abort());
    const dying = runSimulation({ log, db: core.pool, now }, id, ending.signal);
    await expect(dying).rejects.toThrow();
    expect(await simulationRun(core.pool, id)).toMatchObject({ state: 'running' });
    await runSimulation({ log: core.log, db: core.pool, now }, id, never);
    expect(await simulationRun(core.pool, id)).toMatchObject({
      state: 'done',
      done: RENTALS,
      totals: {
        reservations: RENTALS,
        nettCents: RENTALS * 37_50,
        assumedNettCents: RENTALS * 45_00,
        correction: PREVIEW,
      },
    });
  });

  test('runs in one process', async () => {
    const id = await ask();
    const slow = { log: slowLog(() => sleep(30)), db: core.pool, now };
    await Promise.all([1, 2, 3].map(() => runSimulation(slow, id, never)));
    const { rows } = await core.pool.query('select attempts, state from what_if.runs where id = $1', [id]);
    expect(rows).toEqual([{ attempts: 1, state: 'done' }]);
  });

  test('stops when it is cancelled, and removes its tables', async () => {
    const id = await ask();
    const cancelled = Promise.withResolvers<void>();
    const running = runSimulation({ log: slowLog(() => cancelled.promise), db: core.pool, now }, id, never);
    await expect.poll(() => simulationRun(core.pool, id)).toMatchObject({ state: 'running' });
    expect(await cancelSimulation(core.pool, id)).toBe(true);
    // The second write of the progress follows one that has found the cancellation.
    for (let writes = 0; writes < 2; writes++) {
      const before = (await simulationRun(core.pool, id))?.updatedAt;
      await expect.poll(async () => (await simulationRun(core.pool, id))?.updatedAt).not.toEqual(before);
    }
    cancelled.resolve();
    await running;
    expect(await simulationRun(core.pool, id)).toMatchObject({ state: 'cancelled', schema: null, totals: null });
    expect(await schemas()).toEqual([]);
    expect(await cancelSimulation(core.pool, id)).toBe(false);
  });

  test('is refused while twenty wait or run, however many are requested at once', async () => {
    const requested = await Promise.allSettled(Array.from({ length: 40 }, () => ask()));
    const accepted = requested.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(accepted).toHaveLength(20);
    await cancelSimulation(core.pool, accepted[0] as string);
    await ask();
    await expect(ask()).rejects.toThrow('too many');
  });

  test('is resumed, fails after three attempts, and loses its result after a week', async () => {
    const [left, hopeless, old] = [await ask(), await ask(), await ask()];
    await runSimulation({ log: core.log, db: core.pool, now }, old, never);
    const set = (id: string, sets: string) => core.pool.query(`update what_if.runs set ${sets} where id = $1`, [id]);
    await set(left, `state = 'running', attempts = 1, "updatedAt" = now() - interval '1 minute'`);
    await set(
      hopeless,
      `state = 'running', attempts = 3, "schema" = 'whatif_${hopeless}', "updatedAt" = now() - interval '1 minute'`,
    );
    await set(old, `"updatedAt" = now() - interval '8 days'`);
    await core.pool.query(`create schema "whatif_${hopeless}"; create schema whatif_nobodys`);
    await tidySimulations(core.pool, queues);
    expect(await simulationRun(core.pool, hopeless)).toMatchObject({ state: 'failed', error: 'Abandoned' });
    expect(await simulationRun(core.pool, old)).toMatchObject({
      state: 'done',
      schema: null,
      totals: { correction: PREVIEW },
    });
    expect(await schemas()).toEqual([]);
    const working = startSimulations({ log: core.log, db: core.pool, now }, queues, createLogger('test'));
    await expect
      .poll(() => simulationRun(core.pool, left))
      .toMatchObject({ state: 'done', totals: { correction: PREVIEW } });
    await working.close();
  });
});

test('clears the name of a result that a restored backup does not contain', async () => {
  const id = await ask();
  await runSimulation({ log: core.log, db: core.pool, now }, id, never);
  await core.pool.query(`drop schema "${(await simulationRun(core.pool, id))?.schema}" cascade`);
  const waiting = await ask();
  await core.pool.query(`update what_if.runs set "schema" = 'whatif_to_come' where id = $1`, [waiting]);
  await tidySimulations(core.pool, queues);
  expect(await simulationRun(core.pool, id)).toMatchObject({ state: 'done', schema: null });
  expect(await simulationRun(core.pool, waiting)).toMatchObject({ state: 'waiting', schema: 'whatif_to_come' });
});

describe('a correction', () => {
  /** Orders the correction of a preview, and returns how to run the reaction. `between`: runs before the order. */
  async function ordered(definition: RecalculationDefinition = ASSUMED, between = async (): Promise<unknown> => null) {
    const id = await ask(definition);
    await runSimulation({ log: core.log, db: core.pool, now }, id, never);
    const totals = (await simulationRun(core.pool, id))?.totals;
    if (!totals?.digest) throw new Error('the simulation has no result');
    const { correction: preview, digest } = totals;
    await between();
    const recalculationId = randomUUID();
    const stream = recalculationStreamOf(recalculationId);
    const order = { type: 'OrderRecalculation', recalculationId, whatIfId: id, definition, reason: 'Error' } as const;
    await handle(core.log, {
      decider: recalculationDecider,
      streamId: stream,
      command: { ...order, text: 'x', preview, digest, requestedBy: 1 },
      context: testContext({ kind: 'admin', id: '2' }),
    });
    const [event] = (await core.log.readStream(stream)).events;
    const take = (log: EventLog) =>
      recalculationReaction({ log, db: core.pool, now }).react([event as unknown as FoldEvent], {
        appended: () => undefined,
        signal: never,
      });
    const finished = async () => (await core.log.readStream(stream)).events.at(-1);
    return { take, finished, preview };
  }
  /** A log of a process that is killed after it booked a number of streams. */
  function dyingAfter(streams: number): EventLog {
    const dying = new EventLog({ store: core.store, keys: core.log.keys });
    const append = dying.append.bind(dying);
    dying.append = async (changes) => {
      // The event of the beginning is appended alone.
      if (changes.length === 1) return append(changes);
      if (streams > 0) await append(changes.slice(0, streams));
      throw new StoreUnavailable('the process was killed');
    };
    return dying;
  }
  const adjustments = async () =>
    (await core.pool.query(`select count(*)::int as count from eventstore.events where type = 'AccountAdjusted'`))
      .rows[0].count;

  test.each([
    ['before anything was booked', 0, false],
    ['after some accounts were booked', 2, false],
    ['after all accounts were booked', AGENTS, true],
  ])('interrupted %s is completed once by the next run', async (_when, accounts, all) => {
    const { take, finished } = await ordered();
    await expect(take(dyingAfter(accounts))).rejects.toThrow(StoreUnavailable);
    expect(await adjustments()).toBe(all ? RENTALS : (RENTALS / AGENTS) * accounts);
    await take(core.log);
    await take(core.log);
    await core.settled();
    expect(await adjustments()).toBe(RENTALS);
    expect(await finished()).toMatchObject({ type: 'RecalculationFinished', data: { booked: PREVIEW } });
    expect((await core.balances()).map(({ balanceCents }) => balanceCents)).toEqual(
      Array(AGENTS).fill((RENTALS / AGENTS) * 45_00),
    );
  });

  test('books no line of a rental that was decided after the comparison (L8)', async () => {
    const { take, finished } = await ordered();
    await expect(take(dyingAfter(0))).rejects.toThrow(StoreUnavailable);
    await recordRentalFacts(core.log, [invoice(RENTALS)], testContext(), { anyReservation: true });
    await core.settled();
    await take(core.log);
    expect(await finished()).toMatchObject({ type: 'RecalculationFinished', data: { booked: PREVIEW } });
    expect(await adjustments()).toBe(RENTALS);
  });

  /** Credits the invoice of the reservation. */
  async function credit(): Promise<void> {
    const about = { eventId: randomUUID(), integratorId: 'i1', reservationNo: 'R0', contentHash: 'c' };
    const data = {
      ...about,
      occurredAt: '2026-03-11T10:00:00Z',
      creditNoteNo: 'CN0',
      invoiceNo: 'I0',
      creditDate: '2026-03-11',
    };
    const facts = [{ type: 'CreditNoteRecorded' as const, data }];
    await recordRentalFacts(core.log, [{ reservationNo: 'R0', facts }], testContext(), { anyReservation: true });
    await core.settled();
  }
  const rate = (promoRate: number, effectiveFrom: string) => async () => {
    const command = { type: 'ApplyPromotionChange', promoRate, effectiveFrom } as const;
    await handle(core.log, { decider: promotionDecider, streamId: 'promotion-SUN', command, context: testContext() });
    await core.settled();
  };
  const refused = { type: 'RecalculationRefused', data: { code: 'what-if.changed' } };
  const AS_TERMS_STAND = { ...definition, policy: null, reassess: { promotionId: 'SUN' } };
  const decisions = async () =>
    (await core.pool.query(`select count(*)::int as count from eventstore.events where type = 'RewardDecided'`)).rows[0]
      .count;

  test.each([
    ['between preview and order', credit, async () => undefined],
    ['between order and booking', async () => undefined, credit],
  ])('books nothing where a fact came %s that makes it another', async (_when, before, after) => {
    const { take, finished } = await ordered(definition, before);
    await after();
    await take(core.log);
    const found = { reservations: RENTALS - 1, nettCents: (RENTALS - 1) * 7_50 };
    expect(await finished()).toMatchObject({ ...refused, data: { found } });
    await take(core.log);
    expect(await finished()).toMatchObject(refused);
    expect(await adjustments()).toBe(0);
  });

  test('dates its entries with the time of their append, not of its beginning (L17)', async () => {
    const { take } = await ordered();
    const slow = new EventLog({ store: core.store, keys: core.log.keys });
    const [append, readStreams] = [slow.append.bind(slow), slow.readStreams.bind(slow)];
    let hasBegun = false;
    slow.append = async (changes) => {
      const outcomes = await append(changes);
      hasBegun = true;
      return outcomes;
    };
    slow.readStreams = async (streamIds, options) => {
      if (hasBegun) time = new Date('2026-04-02T00:30:00.000Z');
      return readStreams(streamIds, options);
    };
    await take(slow).finally(() => {
      time = MORNING;
    });
    await core.settled();
    const { rows } = await core.pool.query(
      `select metadata->>'recordedAt' as at, count(*)::int as entries from eventstore.events
       where type = 'AccountAdjusted' group by 1`,
    );
    expect(rows).toEqual([{ at: '2026-04-02T00:30:00.000Z', entries: RENTALS }]);
  });

  test('continues if its release had no digests although its own entries differ from the preview', async () => {
    const { take, finished } = await ordered();
    await credit();
    const [{ streamId }] = (
      await core.pool.query(
        `select "streamId" from eventstore.events where type = 'RecalculationOrdered' order by position desc`,
      )
    ).rows;
    await core.pool.query('insert into what_if.bookings ("recalculationId", done, total) values ($1, 1, $2)', [
      streamId.replace('recalculation-', ''),
      RENTALS,
    ]);
    await take(core.log);
    expect(await finished()).toMatchObject({ type: 'RecalculationFinished' });
    expect(await adjustments()).toBe(RENTALS - 1);
  });

  test('books nothing if the terms changed after the preview', async () => {
    await rate(0.3, '2026-02-01')();
    const { take, finished } = await ordered(AS_TERMS_STAND, rate(0.4, '2026-02-01'));
    await take(core.log);
    expect(await finished()).toMatchObject(refused);
    expect(await decisions()).toBe(RENTALS);
  });

  test('uses the approved terms, also after an interruption', async () => {
    await rate(0.3, '2026-02-01')();
    const { take, finished, preview } = await ordered(AS_TERMS_STAND);
    expect(preview.reservations).toBe(RENTALS);
    await expect(take(dyingAfter(RENTALS / 2))).rejects.toThrow(StoreUnavailable);
    expect(await decisions()).toBe(RENTALS + RENTALS / 2);
    await rate(0.9, '2026-02-01')();
    await take(core.log);
    await core.settled();
    expect(await finished()).toMatchObject({ type: 'RecalculationFinished', data: { booked: preview } });
    expect(await decisions()).toBe(2 * RENTALS);
    const [account] = await core.balances();
    expect(account?.balanceCents).toBe((RENTALS / AGENTS) * 56_25);
  });

  test('is reversed when a later decision reverses its reward', async () => {
    const { take } = await ordered();
    await take(core.log);
    const about = { eventId: randomUUID(), integratorId: 'i1', reservationNo: 'R0', contentHash: 'c' };
    const data = { ...about, occurredAt: '2026-03-11T10:00:00Z', cancelledOn: '2026-03-11' };
    const cancelled = { reservationNo: 'R0', facts: [{ type: 'CancellationRecorded' as const, data }] };
    await recordRentalFacts(core.log, [cancelled], testContext(), { anyReservation: true });
    await core.settled();
    expect((await core.balances())[0]?.balanceCents).toBe((RENTALS / AGENTS - 1) * 45_00);
  });
});
