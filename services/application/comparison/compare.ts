import { randomUUID } from 'node:crypto';
import { amountsOnly } from '@fynbos/domain/amounts.ts';
import { type Month, monthOf } from '@fynbos/domain/calendar.ts';
import { entryCauseOf } from '@fynbos/domain/comparison/causes.ts';
import {
  type ComparisonDefinition,
  type ComparisonEvent,
  comparisonDecider,
  comparisonStreamOf,
} from '@fynbos/domain/comparison/comparison.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { movementOf } from '@fynbos/domain/rewards-account/movement.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { DecodedEvent } from '@fynbos/event-store/codec.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import type pg from 'pg';
import { causedBy } from '../caused-by.ts';
import { withExclusiveLock } from '../exclusive-lock.ts';
import { eventsOf, handle, type LoadedEvent, load } from '../handle.ts';
import type { Essentials, WithLog } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-models.ts';
import {
  ComparisonSums,
  type MonthMove,
  MonthMoves,
  MonthRewards,
  type MovedRewards,
  reservationOf,
} from './month-rewards.ts';
import { addEntries, assignReservationMonths, beginEntries, type ComparedEntry, recordProgress } from './store.ts';

/** Returns its id. Throws `comparison.to` and `comparison.months`. */
export async function requestComparison(
  { log }: WithLog,
  definition: ComparisonDefinition,
  by: number,
  context: CommandContext,
) {
  const comparisonId = randomUUID();
  const { reason = '' } = context;
  const command = { type: 'RequestComparison', comparisonId, ...definition, reason, by } as const;
  const { position } = await handle(log, {
    decider: comparisonDecider,
    streamId: comparisonStreamOf(comparisonId),
    command,
    context,
  });
  return { comparisonId, position };
}

type Requested = Extract<ComparisonEvent, { type: 'ComparisonRequested' }>;
type AccountEntry = LoadedEvent<RewardsAccountEvent>;

const ACCOUNT_PREFIX = accountStreamOf('');
/** Events that change a balance. */
const BALANCE_EVENT_TYPES = [
  'RewardPosted',
  'AccountAdjusted',
  'OpeningBalanceTaken',
  'PayoutPaid',
  'PayoutReturned',
  'RewardExpired',
];
const RENTAL_PREFIX = rentalStreamOf('');
const EVENTS_PER_READ = 2_500;

type Months = NonNullable<Requested['data']['months']>;
interface Until {
  readonly position: Position;
  /** ISO 8601 UTC. */
  readonly recordedUntil: string;
  readonly signal: AbortSignal;
}

/** The events of a filter up to the end of a comparison, in log order and in pages. */
async function* pagesUntil(
  log: EventLog,
  { position, recordedUntil, signal }: Until,
  filter: { readonly types: readonly string[]; readonly streamPrefixes: readonly string[] },
): AsyncGenerator<DecodedEvent[]> {
  for (let next: Position | undefined, isEnd = false; !isEnd; ) {
    signal.throwIfAborted();
    const from = next === undefined ? {} : { from: next };
    const page = await log.store.readAll({ limit: EVENTS_PER_READ, filter: { ...filter, recordedUntil }, ...from });
    const events = await log.decode(page.events);
    yield events.filter((event) => event.position <= position);
    isEnd = page.atEnd || page.next === undefined || page.next > position;
    next = page.next;
  }
}

/** Events of all accounts (and rewards, where they are read too) so far, for the estimate; null if unknown. */
async function expected(db: pg.Pool, withRewards: boolean): Promise<number | null> {
  const { rows } = await db.query<{ events: number | null }>(
    `select sum("events")::float8 as events from engine.checkpoints where "projection" = any($1)`,
    [withRewards ? [journal.name, incentives.name] : [journal.name]],
  );
  return rows[0]?.events || null;
}

function entryOf(event: AccountEntry, month: Month | null): ComparedEntry | null {
  const { metadata } = event;
  const cause = entryCauseOf(event);
  const movement = amountsOnly(movementOf(event));
  if (cause === null || (movement.grossCents === 0 && movement.payeCents === 0 && movement.nettCents === 0))
    return null;
  const text = event.type === 'AccountAdjusted' ? event.data.text : null;
  return {
    cause,
    agentId: event.data.agentId,
    reservationNo: reservationOf(event),
    month: month ?? (event.type === 'RewardPosted' || event.type === 'RewardExpired' ? event.data.month : null),
    promoCode: event.type === 'RewardPosted' ? event.data.promoCode : null,
    recordedAt: metadata.recordedAt,
    by: `${metadata.actor.kind} ${metadata.actor.id}`,
    reason: metadata.reason ?? text,
    ...movement,
  };
}

/** The moves of invoices into certain months and out of them, by the decisions up to the request. */
async function movesOf(
  log: EventLog,
  months: Months,
  until: Until,
  onPage: (events: number) => Promise<void>,
): Promise<MonthMove[]> {
  const moves = new MonthMoves(months);
  for await (const page of pagesUntil(log, until, { types: ['RewardDecided'], streamPrefixes: [RENTAL_PREFIX] })) {
    for (const event of eventsOf(rentalDecider, { events: page })) {
      if (event.type !== 'RewardDecided') continue;
      const { data, metadata, position } = event;
      const { recordedAt, actor, reason = null } = metadata;
      const by = `${actor.kind} ${actor.id}`;
      const { reservationNo, promoCode } = data;
      moves.add({ position, recordedAt, reservationNo, promoCode, by, reason, month: monthOf(data.invoiceDate) });
    }
    await onPage(page.length);
  }
  return moves.found;
}

const entryOfMove = ({ move, cause, agentId, ...amounts }: MovedRewards): ComparedEntry => {
  const { reservationNo, month, promoCode, recordedAt, by, reason } = move;
  return { cause, agentId, reservationNo, month, promoCode, recordedAt, by, reason, ...amountsOnly(amounts) };
};

/** Reads the accounts up to the request, and stores the entries between the two moments. */
async function compare({ log, db }: Essentials, { data, position }: FoldEvent<Requested>, signal: AbortSignal) {
  const { comparisonId, basis, months, from, to } = data;
  const until = { position, recordedUntil: to, signal };
  const chosen = basis === 'rewards' ? months : null;
  const sums = new ComparisonSums();
  await beginEntries(db, comparisonId, await expected(db, chosen !== null));
  let read = 0;
  const note = async (events: number): Promise<void> => {
    read += events;
    await recordProgress(db, comparisonId, read);
  };
  const rewards = chosen && new MonthRewards(await movesOf(log, chosen, until, note));
  let entries: ComparedEntry[] = [];
  const addMoves = (before?: Position): void => {
    for (const moved of rewards?.moveUntil(before) ?? []) {
      const isOpening = moved.move.recordedAt <= from;
      sums.addAmounts(amountsOnly(moved), isOpening);
      if (!isOpening) entries.push(entryOfMove(moved));
    }
  };
  let stored = 0;
  const store = async (): Promise<void> => {
    for (const entry of entries) sums.addEntry(entry);
    await addEntries(db, comparisonId, stored + 1, entries);
    stored += entries.length;
    entries = [];
  };
  for await (const page of pagesUntil(log, until, { types: BALANCE_EVENT_TYPES, streamPrefixes: [ACCOUNT_PREFIX] })) {
    for (const event of eventsOf(rewardsAccountDecider, { events: page })) {
      addMoves(event.position);
      const month = rewards?.add(event) ?? null;
      if (rewards && month === null) continue;
      const isOpening = event.metadata.recordedAt <= from;
      sums.addAmounts(amountsOnly(movementOf(event)), isOpening);
      const entry = isOpening ? null : entryOf(event, month);
      if (entry) entries.push(entry);
    }
    await store();
    await note(page.length);
  }
  addMoves();
  await store();
  await assignReservationMonths(db, comparisonId);
  return sums.result();
}

/**
 * One process at a time (L15). Reads the log up to the request's own position, so it always leads to the same result.
 * No read waits for it.
 */
export const comparisonReaction = (services: Essentials): Reaction =>
  reactionTo<Requested>({
    name: 'compare-moments',
    eventTypes: ['ComparisonRequested'],
    batchSize: 1,
    async react(batch, { signal }) {
      for (const event of batch) {
        const { comparisonId } = event.data;
        const stream = comparisonStreamOf(comparisonId);
        await withExclusiveLock(services.db, `comparison ${comparisonId}`, signal, async (owned) => {
          const { state } = await load(services.log, comparisonDecider, stream);
          if (state.status !== 'requested') return;
          await waitForReadModel(services.db, incentives.name, event.position, owned);
          const result = await compare(services, event, owned);
          const finish = { type: 'FinishComparison', ...result } as const;
          await handle(services.log, {
            decider: comparisonDecider,
            streamId: stream,
            command: finish,
            context: causedBy(event, 'compare-moments', services.now()),
          });
        });
      }
    },
  });
