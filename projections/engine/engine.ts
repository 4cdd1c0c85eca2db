import type { LogGate } from '@fynbos/event-store/log-gate.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues } from '@fynbos/platform/queue.ts';
import type pg from 'pg';
import { Announcer } from './announcer.ts';
import { CheckpointBatch } from './checkpoint.ts';
import type { Decoder } from './decode.ts';
import { LogTail } from './log-tail.ts';
import type { AnyProjection } from './projection-instance.ts';
import { ensureReactions, type Reaction, reactionFollower } from './reaction.ts';
import { ensureEngine, ensureLive } from './schema.ts';
import { projectionSubscription } from './subscription.ts';
import { type CarrierTimes, SubscriptionScheduler } from './subscription-scheduler.ts';

export interface EngineParts {
  /** The read models' database. */
  readonly db: pg.Pool;
  readonly store: EventStore;
  /** Nothing is taken from a log that it refuses; none: every log is taken. */
  readonly gate?: Pick<LogGate, 'refusal'>;
  readonly decoder: Decoder;
  readonly queues: Queues;
  readonly logger: Logger;
  readonly times?: Partial<CarrierTimes>;
  /** See `Feed`. */
  readonly paceMs?: number;
}

export interface Engine {
  /** Ends after the pages at hand. The pool, the store and the queues remain the caller's. */
  close(): Promise<void>;
}

/**
 * Makes the tables of the engine and of read models that have none yet; leaves those that exist. With `store`, those that
 * are made count as incomplete until they have what is in the log now. Throws `StoreUnavailable` and what Postgres throws.
 */
export async function prepareReadModels(
  db: pg.Pool,
  projections: readonly AnyProjection[],
  store?: EventStore,
): Promise<void> {
  await ensureEngine(db);
  for (const projection of projections) await ensureLive(db, projection, store);
}

/**
 * Starts working on read models in this process. One whose live version is not the one in code stands still here until
 * `renewReadModels` (replay.ts) has put the new version in its place. As many processes as one likes may do this.
 */
export async function startProjections(parts: EngineParts, projections: readonly AnyProjection[]): Promise<Engine> {
  await prepareReadModels(parts.db, projections, parts.store);
  const moves = new CheckpointBatch(parts.db);
  return carry(
    'projections',
    parts,
    projections.map((projection) => projectionSubscription(parts.db, projection, moves)),
  );
}

/** Starts working on reactions in this process, as `startProjections` does on read models. */
export async function startReactions(parts: EngineParts, reactions: readonly Reaction[]): Promise<Engine> {
  await ensureEngine(parts.db);
  await ensureReactions(parts.db, parts.store, reactions);
  const moves = new CheckpointBatch(parts.db);
  return carry(
    'reactions',
    parts,
    reactions.map((reaction) => reactionFollower(parts.db, reaction, moves)),
  );
}

function carry(
  queue: string,
  parts: EngineParts,
  followers: ConstructorParameters<typeof SubscriptionScheduler>[2],
): Engine {
  const feed = new LogTail(parts.store, parts.decoder, parts.paceMs);
  const announcer = new Announcer(parts.db);
  const carrier = new SubscriptionScheduler(queue, { ...parts, feed, announcer }, followers, parts.times);
  carrier.start();
  return {
    async close() {
      // The carrier ends what it does; what it waits for, the feed.
      await Promise.all([carrier.close(), feed.close()]);
    },
  };
}
