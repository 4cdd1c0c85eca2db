import { reconciliationDecider, reconciliationStreamOf } from '@fynbos/domain/reconciliation/reconciliation.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import { rentals } from '@fynbos/projections/rentals/rentals.ts';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { handle } from '../handle.ts';
import { PayoutHarness } from '../payouts/testing/payout-harness.ts';
import { compareList, finishList } from './compare-list.ts';
import { addLines, createList, listById, markListComplete, migrateLists } from './list-store.ts';
import { reconciliationReaction } from './reconcile.ts';

let database: FreshDatabase;
let harness: PayoutHarness;
const LIST = 'list';
const EVENTS = ['e1', 'e2', 'e3', 'e4'];
const RIGHT = {
  state: 'done',
  compared: 4,
  ours: 4,
  counts: { 'missing-here': 1, 'missing-there': 1 },
};
const FOUND = [
  { kind: 'missing-here', eventId: 'strange' },
  { kind: 'missing-there', eventId: 'e4' },
];

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [rentalEvents, rentals] as never);
  await migrateLists(harness.db);
  for (const eventId of EVENTS) await record(eventId);
  // All but the last, and one that is not recorded.
  await createList(harness.db, { id: LIST, integratorId: 'i1', from: null, to: null, columns: ['eventId'] });
  const listed = [...EVENTS.slice(0, 3), 'strange'];
  const lines = listed.map((eventId, at) => ({ line: at + 2, eventId, cells: {} }));
  await addLines(harness.db, LIST, lines);
  await markListComplete(harness.db, LIST, lines.length);
  const ask = { type: 'RequestReconciliation', reconciliationId: LIST, how: 'integrator-list' } as const;
  await handle(harness.log, {
    decider: reconciliationDecider,
    streamId: reconciliationStreamOf(LIST),
    command: ask,
    context: harness.context(),
  });
  await harness.catchUp();
});
afterEach(() => database.drop());

async function record(eventId: string): Promise<void> {
  const data = {
    eventId,
    integratorId: 'i1',
    reservationNo: `R-${eventId}`,
    contentHash: eventId,
    occurredAt: harness.now.toISOString(),
    cancelledOn: '2026-11-02',
  };
  const stream = await harness.log.readStream(`rental-R-${eventId}`);
  await harness.log.append([{ stream, events: [{ type: 'CancellationRecorded', data }], context: harness.context() }]);
}

/** The pool of another process. `before` sees each statement before it is sent, and may delay it. */
const poolOf = (before: (text: string) => Promise<void>) =>
  ({
    connect: () => harness.db.connect(),
    async query(text: string, values: unknown[]) {
      await before(text);
      return harness.db.query(text, values);
    },
  }) as unknown as pg.Pool;

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A process that stops before it searches for events that are not listed, after the first page of the list. */
function processThatStops() {
  const [reached, further] = [gate(), gate()];
  const pool = poolOf(async (text) => {
    if (!text.includes('"recordedAt" >=')) return;
    reached.open();
    await further.opened;
  });
  return { pool, reached: reached.opened, goOn: further.open };
}

/** Runs the reaction with this pool. */
async function react(db: pg.Pool): Promise<void> {
  const { events } = await harness.store.readAll({ limit: 100, filter: { types: ['ReconciliationAsked'] } });
  const batch = (await decoderOf(harness.log).decode(events, false)) as FoldEvent[];
  await reconciliationReaction({ log: harness.log, db, now: () => harness.now }).react(batch, {
    appended: () => undefined,
    signal: new AbortController().signal,
  });
}

/** Two sessions requested the lock. */
const someoneWaits = () =>
  vi.waitFor(async () => {
    const { rows } = await harness.db.query(
      `select from pg_stat_activity where datname = current_database() and query like '%pg\\_try\\_advisory\\_lock%' and pid <> pg_backend_pid()`,
    );
    expect(rows).toHaveLength(2);
  }, 120_000);

const findings = async () =>
  (await harness.db.query('select kind, "eventId" from integrator_lists.findings order by kind')).rows;
const lineCount = async () => (await harness.db.query('select from integrator_lists.lines')).rowCount;
const finished = async () =>
  (await harness.log.readStream(reconciliationStreamOf(LIST))).events.filter(
    ({ type }) => type === 'ReconciliationFinished',
  );

test('one of two processes compares a list, with the result of a single one', async () => {
  const [first, second] = [processThatStops(), processThatStops()];
  const one = react(first.pool);
  await first.reached;
  const other = react(second.pool);
  // Without the lock the second process would get as far as the first.
  await Promise.race([second.reached, someoneWaits()]);
  first.goOn();
  await one;
  second.goOn();
  await other;
  expect(await listById(harness.db, LIST)).toMatchObject(RIGHT);
  expect(await findings()).toEqual(FOUND);
  expect(await lineCount()).toBe(0);
  expect((await finished()).map(({ data }) => data)).toMatchObject([{ differences: 2 }]);
});

test('a replaced comparison writes nothing more and keeps the lines', async () => {
  const frozen = processThatStops();
  const signal = new AbortController().signal;
  const stale = compareList(frozen.pool, LIST, 'stale', signal);
  const failure = expect(stale).rejects.toThrow(StoreUnavailable);
  await frozen.reached;
  const check = await compareList(harness.db, LIST, 'next', signal);
  frozen.goOn();
  await failure;
  await finishList(harness.db, LIST, 'stale');
  expect(await lineCount()).toBe(4);
  await finishList(harness.db, LIST, 'next');
  expect(check).toMatchObject({ examined: 8, differences: 2 });
  expect(await listById(harness.db, LIST)).toMatchObject(RIGHT);
  expect(await findings()).toEqual(FOUND);
  expect(await lineCount()).toBe(0);
});

test('a list is compared again after a crash between its event and its completion', async () => {
  const dying = poolOf(async (text) => {
    if (text.includes(`state = 'done'`)) throw new StoreUnavailable('the process ends');
  });
  await expect(react(dying)).rejects.toThrow('the process ends');
  await react(harness.db);
  await react(harness.db);
  expect(await listById(harness.db, LIST)).toMatchObject(RIGHT);
  expect(await findings()).toEqual(FOUND);
  expect(await lineCount()).toBe(0);
  expect(await finished()).toHaveLength(1);
});

test('a comparison ends when its Postgres session is closed', async () => {
  const cut = processThatStops();
  const one = react(cut.pool);
  const failure = expect(one).rejects.toThrow(StoreUnavailable);
  await cut.reached;
  const ended = await harness.db.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()`,
  );
  expect(ended.rowCount).toBe(1);
  await react(harness.db);
  cut.goOn();
  await failure;
  expect(await listById(harness.db, LIST)).toMatchObject(RIGHT);
  expect(await findings()).toEqual(FOUND);
});
