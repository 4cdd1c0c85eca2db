import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { RecalculationEvent } from '@fynbos/domain/recalculation/events.ts';
import { recalculationDecider, recalculationStreamOf } from '@fynbos/domain/recalculation/recalculation.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import type pg from 'pg';
import { causedBy } from '../caused-by.ts';
import { handle, load } from '../handle.ts';
import { previewSlices, WouldBook } from '../simulation/preview.ts';
import { Reevaluation } from '../simulation/reevaluate.ts';
import { reservationsOf } from '../simulation/reservations.ts';
import { Totals } from '../simulation/totals.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';
import { bookCorrections } from './book.ts';
import { reassess } from './reassess.ts';

export interface RecalculationDeps {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly now: () => Date;
}

type Ordered = FoldEvent<Extract<RecalculationEvent, { type: 'RecalculationOrdered' }>>;

/** Entries an account gets at once: some 200 kB, below what a store takes in one append. */
const AT_ONCE = 500;

async function noteProgress(db: pg.Pool, id: string, done: number, total: number): Promise<void> {
  await db.query(
    `insert into what_if.bookings ("recalculationId", done, total) values ($1, $2, $3)
     on conflict ("recalculationId") do update set done = $2, total = $3, "updatedAt" = now()`,
    [id, done, total],
  );
}

/** Whether a release that compared nothing was booking it: its entries are in the books, and the comparison would meet them. */
async function isHalfBooked(db: pg.Pool, id: string): Promise<boolean> {
  return ((await db.query('select from what_if.bookings where "recalculationId" = $1', [id])).rowCount ?? 0) > 0;
}

/**
 * Compares what would be booked with what two people saw, line by line, before anything is booked. Gives whether to go on;
 * where it is something else, the correction is refused. What was begun is not compared again: its own entries change the books.
 */
async function isAsApproved(deps: RecalculationDeps, event: Ordered, signal: AbortSignal): Promise<boolean> {
  const { log, db, now } = deps;
  const { recalculationId, definition } = event.data;
  const stream = recalculationStreamOf(recalculationId);
  const { state } = await load(log, recalculationDecider, stream, { personal: false });
  if (state.status !== 'ordered') return state.status === 'begun';
  if (await isHalfBooked(db, recalculationId)) return true;
  const again = await Reevaluation.open(log, db, definition, event.position);
  const reservations = await reservationsOf(db, definition);
  const wouldBook = new WouldBook();
  for await (const { previewed } of previewSlices(log, again, reservations.slices(), dayOf(now()))) {
    if (signal.aborted) throw new StoreUnavailable('the process ends');
    wouldBook.add(previewed);
  }
  const begin = {
    type: 'BeginRecalculation',
    digest: wouldBook.digest(),
    found: wouldBook.totals(),
    at: now().toISOString(),
  } as const;
  const context = contextOf(event, now());
  const begun = await handle(log, recalculationDecider, stream, begin, context, { personal: false });
  // Another process may have begun it, or refused it, meanwhile: its word counts.
  return begun.state.status === 'begun';
}

const contextOf = (event: Ordered, now: Date): CommandContext => ({
  ...causedBy(event, 'recalculate', now),
  causationId: event.data.recalculationId,
  reason: event.data.text,
});

/**
 * Carries out a recalculation where it books what was approved, by the terms as they stood when it was. Cut off, it goes on
 * when it is called again: no entry comes twice.
 */
async function carryOut(deps: RecalculationDeps, event: Ordered, signal: AbortSignal): Promise<void> {
  const { log, db, now } = deps;
  const { recalculationId, definition, how, reason, text } = event.data;
  for (const readModel of [incentives.name, promotions.name])
    await waitForReadModel(db, readModel, event.position, signal);
  if (!(await isAsApproved(deps, event, signal))) return;
  const context = contextOf(event, now());
  const again = await Reevaluation.open(log, db, definition, event.position);
  const reservations = await reservationsOf(db, definition);
  const booked = new Totals();
  let done = 0;
  for await (const slice of reservations.slices(AT_ONCE)) {
    if (signal.aborted) throw new StoreUnavailable('the process ends');
    const decided = await again.decide(slice);
    const bookings =
      how === 'reassess'
        ? await reassess(log, decided, event.position, context)
        : await bookCorrections(log, recalculationId, { reason, text }, decided, context);
    for (const booking of bookings) booked.add(booking);
    done += slice.length;
    await noteProgress(db, recalculationId, done, reservations.total);
  }
  const finish = { type: 'FinishRecalculation', booked: booked.totals(), at: now().toISOString() } as const;
  await handle(log, recalculationDecider, recalculationStreamOf(recalculationId), finish, context, { personal: false });
}

/** An ordered recalculation is carried out. No read waits for it: a year of rewards takes its time. */
export const recalculationReaction = (deps: RecalculationDeps): Reaction => ({
  name: 'recalculate',
  eventTypes: ['RecalculationOrdered'],
  appends: [],
  startAt: 'first',
  batchSize: 1,
  async react(batch, { signal }) {
    for (const event of batch as readonly Ordered[]) await carryOut(deps, event, signal);
  },
});
