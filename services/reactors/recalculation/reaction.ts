import type { RecalculationEvent, RecalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import { recalculationDecider, recalculationStreamOf } from '@fynbos/domain/recalculation/recalculation.ts';
import { amountsOf, plus } from '@fynbos/domain/rewards-account/amounts.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { handle, load } from '@fynbos/event-store/handle.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import type pg from 'pg';
import { readModelReaches } from '../read-model-reaches.ts';
import { contextBecauseOf } from '../rewards/reaction-context.ts';
import { DecideAgain } from '../what-if/decide-again.ts';
import { reservationsOf } from '../what-if/reservations.ts';
import { type Booking, bookCorrections } from './book.ts';
import { reassess } from './reassess.ts';

export interface RecalculationDeps {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly now: () => Date;
}

type Ordered = FoldEvent<Extract<RecalculationEvent, { type: 'RecalculationOrdered' }>>;

/** Entries an account gets at once: some 200 kB, below what a store takes in one append. */
const AT_ONCE = 500;

/** Sums of what was booked, an agent counted once. */
class Booked {
  private readonly agents = new Set<number>();
  private reservations = 0;
  private amounts = amountsOf(0, 0);

  add(bookings: readonly Booking[]): void {
    for (const booking of bookings) {
      this.agents.add(booking.agentId);
      this.reservations++;
      this.amounts = plus(this.amounts, booking);
    }
  }

  totals(): RecalculationTotals {
    return { reservations: this.reservations, agents: this.agents.size, ...this.amounts };
  }
}

async function noteProgress(db: pg.Pool, id: string, done: number, total: number): Promise<void> {
  await db.query(
    `insert into what_if.bookings ("recalculationId", done, total) values ($1, $2, $3)
     on conflict ("recalculationId") do update set done = $2, total = $3, "updatedAt" = now()`,
    [id, done, total],
  );
}

/** Carries out a recalculation against the books as they are now. Cut off, it goes on when it is called again: no entry comes twice. */
async function carryOut(deps: RecalculationDeps, event: Ordered, signal: AbortSignal): Promise<void> {
  const { log, db, now } = deps;
  const { recalculationId, definition, how, reason, text } = event.data;
  const stream = recalculationStreamOf(recalculationId);
  if ((await load(log, recalculationDecider, stream, { personal: false })).state.status === 'finished') return;
  for (const readModel of [incentives.name, promotions.name])
    await readModelReaches(db, readModel, event.position, signal);
  const context = { ...contextBecauseOf(event, 'recalculate', now()), causationId: recalculationId, reason: text };
  const again = await DecideAgain.open(log, db, definition);
  const reservations = await reservationsOf(db, definition);
  const booked = new Booked();
  let done = 0;
  for await (const slice of reservations.slices(AT_ONCE)) {
    if (signal.aborted) throw new StoreUnavailable('the process ends');
    const decided = await again.decide(slice);
    booked.add(
      how === 'reassess'
        ? await reassess(log, decided, context)
        : await bookCorrections(log, recalculationId, { reason, text }, decided, context),
    );
    done += slice.length;
    await noteProgress(db, recalculationId, done, reservations.total);
  }
  const finish = { type: 'FinishRecalculation', booked: booked.totals(), at: now().toISOString() } as const;
  await handle(log, recalculationDecider, stream, finish, context, { personal: false });
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
