import type { EventStore, Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import type { Page } from './advance.ts';
import { blockedKeys, blockKey } from './blocked-keys.ts';
import {
  ADVANCE_CHECKPOINT,
  acquireLease,
  advanceValues,
  type CheckpointBatch,
  type CheckpointLease,
  leaseAfter,
} from './checkpoint.ts';
import type { Decoder } from './decode.ts';
import { describeFailure, type Foldable, isUnreadable, type ParkedEvent } from './fold.ts';
import { partitionOf, partitionsOf } from './partition.ts';
import type { FoldEvent } from './projection.ts';
import { type Resumed, readParked, resumeQueue } from './resume.ts';
import { assertKind } from './schema.ts';
import type { Subscription } from './subscription.ts';
import { inTransaction, isOutage } from './transaction.ts';

/** What a reaction is given beside the events. */
export interface ReactionIo {
  /** To be told the position of everything that its commands appended: who reads their own write waits for it. */
  appended(position: Position): void;
  /** Aborted when the process ends; what is not done then comes again. */
  readonly signal: AbortSignal;
}

/**
 * What happens because something happened. Rides the engine as read models do, but its effects lie outside of the
 * transaction: they are done *before* the checkpoint moves, so a crash between makes the same events come again.
 * Effects are therefore idempotent commands (ids derived from the event's).
 * Reactions run on the live log only: no replay, no rebuild and no view as of a date ever calls one.
 */
export interface Reaction {
  readonly name: string;
  readonly eventTypes: readonly string[];
  /** Types of events that its commands append and reads wait for; empty where no read waits (mail, long runs). */
  readonly appends: readonly string[];
  /** Where a new reaction begins in a log that exists already: with the first event, or with what comes from now on. */
  readonly startAt: 'first' | 'head';
  /** Opens `data.personal`. */
  readonly personal?: boolean;
  /** How many partitions, by hash of the stream id. Default 1. */
  readonly partitions?: number;
  /** Most events a batch, 200 when not given. */
  readonly batchSize?: number;
  /** A throw parks the event's stream (after the events were tried one by one); outages are no such throw, they come again. */
  react(batch: readonly FoldEvent[], io: ReactionIo): Promise<void>;
}

const version = 1;

/**
 * How many reactions deep each stands: 0 for one that waits for no other's events, more for one that reacts to what
 * others append, -1 for one that appends nothing.
 */
export function layersOf(reactions: readonly Reaction[]): ReadonlyMap<string, number> {
  const depth = (reaction: Reaction, path: readonly Reaction[]): number =>
    Math.max(
      0,
      ...reactions
        .filter((other) => !path.includes(other) && other.appends.some((type) => reaction.eventTypes.includes(type)))
        .map((other) => 1 + depth(other, [...path, other])),
    );
  return new Map(reactions.map((one) => [one.name, one.appends.length === 0 ? -1 : depth(one, [one])]));
}

/** Makes the checkpoints of reactions that are new, and records how deep each stands. Throws `NameTaken`. */
export async function ensureReactions(db: pg.Pool, store: EventStore, reactions: readonly Reaction[]): Promise<void> {
  const layers = layersOf(reactions);
  for (const reaction of reactions) {
    const start = reaction.startAt === 'head' ? await store.head() : undefined;
    await db.query(
      `insert into engine.checkpoints ("projection", "partition", "kind", "version", "position", "layer")
       select $1, p, 'reaction', $2, $3, $4::int from generate_series(0, $5::int - 1) p
       on conflict ("projection", "partition") do update set "layer" = excluded."layer"
         where checkpoints."kind" = 'reaction'`,
      [reaction.name, version, start ?? null, layers.get(reaction.name), partitionsOf(reaction)],
    );
    // Afterwards, so that of two processes that begin at once one sees the other's.
    await assertKind(db, reaction.name, 'reaction');
  }
}

/** A reaction as a subscription. */
export function reactionSubscription(db: pg.Pool, reaction: Reaction, checkpoints: CheckpointBatch): Subscription {
  const count = partitionsOf(reaction);
  return {
    id: reaction.name,
    partitions: count,
    version,
    eventFilter: { types: new Set(reaction.eventTypes), personal: reaction.personal ?? false },
    pageSize: reaction.batchSize ?? 200,
    hold: (partition) => acquireLease(db, reaction.name, version, partition),
    async take(lease, page, signal) {
      const events = page.events.filter((event) => partitionOf(event.streamId, count) === lease.partition);
      if (events.length === 0) return checkpoints.move({ lease, to: page.next, events: 0 });
      const outcome = await reactTo(reaction, events, lease.parkedKeys, signal);
      return recordReaction(db, lease, page, events.length, outcome);
    },
  };
}

interface Outcome {
  readonly appended: Position | null;
  readonly parked: readonly ParkedEvent[];
}

/** Effects of a batch; one by one when the batch as a whole fails, so that only the streams that fail are parked. */
async function reactTo(
  reaction: Reaction,
  events: readonly Foldable[],
  parkedStreams: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Outcome> {
  let appended: Position | null = null;
  const io: ReactionIo = {
    signal,
    appended(position) {
      if (appended === null || position > appended) appended = position;
    },
  };
  const stopped = new Set(parkedStreams);
  const ready = events.filter((event): event is FoldEvent => !isUnreadable(event) && !stopped.has(event.streamId));
  if (ready.length === events.length) {
    try {
      await reaction.react(ready, io);
      return { appended, parked: [] };
    } catch (failure) {
      if (isOutage(failure) || signal.aborted) throw failure;
    }
  }
  const parked: ParkedEvent[] = [];
  for (const event of events) {
    const entry = { key: event.streamId, eventId: event.id, position: event.position };
    if (stopped.has(event.streamId)) {
      parked.push(entry);
      continue;
    }
    try {
      if (isUnreadable(event)) throw event.error;
      await reaction.react([event], io);
    } catch (failure) {
      if (isOutage(failure) || signal.aborted) throw failure;
      stopped.add(event.streamId);
      parked.push({ ...entry, error: describeFailure(failure) });
    }
  }
  return { appended, parked };
}

/** Moves the fenced checkpoint after the effects, with what they appended and which streams wait from now on. */
async function recordReaction(
  db: pg.Pool,
  lease: CheckpointLease,
  page: Page,
  events: number,
  outcome: Outcome,
): Promise<CheckpointLease | null> {
  const query = {
    name: 'engine-react',
    text: REACTED,
    values: [...advanceValues({ lease, to: page.next, events }), outcome.appended],
  };
  if (outcome.parked.length === 0) {
    const { rows } = await db.query(query);
    return rows[0] ? leaseAfter(lease, page.next, rows[0].fence) : null;
  }
  return inTransaction(db, async (client) => {
    const { rows } = await client.query(query);
    if (!rows[0]) return null;
    await blockKey(client, lease.id, lease.partition, outcome.parked);
    return leaseAfter(
      lease,
      page.next,
      rows[0].fence,
      new Set([...lease.parkedKeys, ...outcome.parked.map((event) => event.key)]),
    );
  });
}

/** `MOVE` that also raises what the reaction's commands appended, $7. */
const REACTED = ADVANCE_CHECKPOINT.replace(
  '"updatedAt" = now()',
  '"updatedAt" = now(), "appendedPosition" = greatest("appendedPosition", $7::text)',
);

/** Retries every stream at which a reaction is blocked. Gives how many events were processed and how many still wait. */
export async function retryBlocked(
  db: pg.Pool,
  store: EventStore,
  decoder: Decoder,
  reaction: Reaction,
  signal: AbortSignal,
): Promise<Resumed> {
  const all = { taken: 0, waiting: 0 };
  for (const { key } of await blockedKeys(db, reaction.name)) {
    const resumed = await resumeReaction(db, store, decoder, reaction, key, signal);
    all.taken += resumed?.taken ?? 0;
    all.waiting += resumed?.waiting ?? 0;
  }
  return all;
}

/** "Go on" for a stream at which a reaction stopped, as `resume` for a key of a read model. */
export async function resumeReaction(
  db: pg.Pool,
  store: EventStore,
  decoder: Decoder,
  reaction: Reaction,
  streamId: string,
  signal: AbortSignal,
): Promise<Resumed | null> {
  let appended: Position | null = null;
  const io: ReactionIo = {
    signal,
    appended(position) {
      if (appended === null || position > appended) appended = position;
    },
  };
  return inTransaction(db, async (client) => {
    const resumed = await resumeQueue(client, reaction.name, streamId, async (parked) => {
      const event = await readParked(store, decoder, parked, reaction);
      await reaction.react([event], io);
    });
    await client.query(
      `update engine.checkpoints set "appendedPosition" = greatest("appendedPosition", $2::text) where "projection" = $1`,
      [reaction.name, appended],
    );
    return resumed;
  });
}
