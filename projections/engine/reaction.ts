import type { DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventStore, Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { withBlocked } from './advance.ts';
import { type BlockedKeyPosition, blockedKeys } from './blocked-keys.ts';
import {
  advanceCheckpoint,
  advanceValues,
  type CheckpointAdvance,
  type CheckpointBatch,
  type CheckpointLease,
  leaseAfter,
  readLease,
} from './checkpoint.ts';
import type { FoldParts } from './decode.ts';
import { type BlockedEvent, describeFailure, type Foldable, isUnreadable } from './fold.ts';
import type { FoldEvent } from './projection.ts';
import { type RetryResult, readBlockedEvent, retryWaitingEvents } from './retry-blocked-key.ts';
import { assertKind } from './schema.ts';
import type { Subscription } from './subscription/subscription.ts';
import { inTransaction, isOutage } from './transaction.ts';

/** The services that a reaction receives with the events. */
export interface ReactionIo {
  /** Reports the position of everything that the reaction's commands appended; read-your-writes waits for it. */
  appended(position: Position): void;
  /** Aborted when the process ends; unfinished events are delivered again. */
  readonly signal: AbortSignal;
}

/**
 * Its effects happen *before* the checkpoint advances, so after a crash events are delivered again: effects are
 * idempotent commands, with ids derived from the event's. Only on the live log: no rebuild and no view as of an instant
 * calls a reaction (G4).
 */
export interface Reaction {
  readonly name: string;
  readonly eventTypes: readonly string[];
  /** Event types that its commands append and reads wait for; absent where no read waits (e-mail, long runs). */
  readonly appends?: readonly string[];
  /** Where a new reaction starts in an existing log; at the first event if absent. */
  readonly startAt?: 'head';
  /** Maximum events per batch; default 200. */
  readonly batchSize?: number;
  /** An error blocks the event's stream, after events were tried one by one. Outages block nothing. */
  react(batch: readonly FoldEvent[], io: ReactionIo): Promise<void>;
}

/** `eventTypes` names the types of `Event`; the engine delivers no others. */
export const reactionTo = <Event extends DomainEvent>(
  definition: Omit<Reaction, 'eventTypes' | 'react'> & {
    readonly eventTypes: readonly Event['type'][];
    react(batch: readonly FoldEvent<Event>[], io: ReactionIo): Promise<void>;
  },
): Reaction => definition as Reaction;

/** The version in the checkpoints of reactions, which have no tables. */
const VERSION = 1;

/** 0: waits for no other reaction's events; more: reacts to what others append; -1: appends nothing. */
export function layersOf(reactions: readonly Reaction[]): ReadonlyMap<string, number> {
  const depth = (reaction: Reaction, path: readonly Reaction[]): number =>
    Math.max(
      0,
      ...reactions
        .filter((other) => !path.includes(other) && other.appends?.some((type) => reaction.eventTypes.includes(type)))
        .map((other) => 1 + depth(other, [...path, other])),
    );
  return new Map(reactions.map((one) => [one.name, !one.appends?.length ? -1 : depth(one, [one])]));
}

/** Creates the checkpoints of new reactions, and records the depth of each. Throws `NameTaken`. */
export async function ensureReactions(db: pg.Pool, store: EventStore, reactions: readonly Reaction[]): Promise<void> {
  const layers = layersOf(reactions);
  for (const reaction of reactions) {
    const start = reaction.startAt === 'head' ? await store.head() : undefined;
    await db.query(
      `insert into engine.checkpoints ("projection", "partition", "kind", "version", "position", "layer")
       values ($1, 0, 'reaction', $2, $3, $4::int)
       on conflict ("projection", "partition") do update set "layer" = excluded."layer"
         where checkpoints."kind" = 'reaction'`,
      [reaction.name, VERSION, start ?? null, layers.get(reaction.name)],
    );
    // Checked after the insert, so that of two processes that start together one sees the other's row.
    await assertKind(db, reaction.name, 'reaction');
  }
}

export function reactionSubscription(reaction: Reaction, checkpoints: CheckpointBatch): Subscription {
  const { db } = checkpoints;
  return {
    id: reaction.name,
    partitions: 1,
    version: VERSION,
    eventFilter: { types: new Set(reaction.eventTypes), personal: false },
    pageSize: reaction.batchSize ?? 200,
    readLease: (partition) => readLease(db, reaction.name, VERSION, partition),
    async process(lease, { events, next }, signal) {
      if (events.length === 0) return checkpoints.advance({ lease, to: next, events: 0 });
      const outcome = await reactTo(reaction, events, lease.blockedKeys, signal);
      return recordReaction(db, { lease, to: next, events: events.length }, outcome);
    },
  };
}

/** Keeps the furthest position that a reaction reports. */
class AppendedPosition implements ReactionIo {
  last: Position | null = null;

  constructor(readonly signal: AbortSignal) {}

  appended(position: Position): void {
    if (this.last === null || position > this.last) this.last = position;
  }
}

interface Outcome {
  readonly appended: Position | null;
  readonly blocked: readonly BlockedEvent[];
}

/** One by one if the batch fails as a whole, so that only failing streams are blocked. */
async function reactTo(
  reaction: Reaction,
  events: readonly Foldable[],
  blockedStreams: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Outcome> {
  const io = new AppendedPosition(signal);
  const stopped = new Set(blockedStreams);
  const ready = events.filter((event): event is FoldEvent => !isUnreadable(event) && !stopped.has(event.streamId));
  if (ready.length === events.length) {
    try {
      await reaction.react(ready, io);
      return { appended: io.last, blocked: [] };
    } catch (failure) {
      if (isOutage(failure) || signal.aborted) throw failure;
    }
  }
  const blocked: BlockedEvent[] = [];
  for (const event of events) {
    const entry = { key: event.streamId, eventId: event.id, position: event.position };
    if (stopped.has(event.streamId)) {
      blocked.push(entry);
      continue;
    }
    try {
      if (isUnreadable(event)) throw event.error;
      await reaction.react([event], io);
    } catch (failure) {
      if (isOutage(failure) || signal.aborted) throw failure;
      stopped.add(event.streamId);
      blocked.push({ ...entry, error: describeFailure(failure) });
    }
  }
  return { appended: io.last, blocked };
}

const ADVANCE_AND_RAISE = advanceCheckpoint({ raisesAppended: true });

/** After the effects; with what they appended, and newly blocked streams. */
async function recordReaction(
  db: pg.Pool,
  advance: CheckpointAdvance,
  { appended, blocked }: Outcome,
): Promise<CheckpointLease | null> {
  const query = { name: 'engine-react', text: ADVANCE_AND_RAISE, values: [...advanceValues(advance), appended] };
  if (blocked.length === 0) {
    const { rows } = await db.query(query);
    return rows[0] ? leaseAfter(advance.lease, advance.to, rows[0].fence) : null;
  }
  return inTransaction(db, async (client) => {
    const { rows } = await client.query(query);
    return rows[0] ? withBlocked(client, advance, rows[0].fence, blocked) : null;
  });
}

/** Returns how many events were processed and how many still wait. */
export async function retryBlockedStreams(
  parts: FoldParts,
  reaction: Reaction,
  signal: AbortSignal,
): Promise<RetryResult> {
  const all = { taken: 0, waiting: 0 };
  for (const { key } of await blockedKeys(parts.db, reaction.name)) {
    const retried = await retryBlockedStream(parts, reaction, key, signal);
    all.taken += retried?.taken ?? 0;
    all.waiting += retried?.waiting ?? 0;
  }
  return all;
}

/** Retries one blocked stream of a reaction, like `retryBlockedKey` for a key of a read model. */
export async function retryBlockedStream(
  { db, ...readers }: FoldParts,
  reaction: Reaction,
  streamId: string,
  signal: AbortSignal,
): Promise<RetryResult | null> {
  const io = new AppendedPosition(signal);
  return inTransaction(db, async (client) => {
    const take = async (blocked: BlockedKeyPosition) => {
      const event = await readBlockedEvent(readers, blocked, {});
      await reaction.react([event], io);
    };
    const retried = await retryWaitingEvents(client, reaction.name, streamId, take, signal);
    await client.query(
      `update engine.checkpoints set "appendedPosition" = greatest("appendedPosition", $2::text) where "projection" = $1`,
      [reaction.name, io.last],
    );
    return retried;
  });
}
