import type { LogGate } from '@fynbos/event-store/log-gate.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import type pg from 'pg';
import { CheckpointBatch } from './checkpoint.ts';
import type { FoldParts } from './decode.ts';
import type { AnyProjection } from './projection-instance.ts';
import { ensureReactions, type Reaction, reactionSubscription } from './reaction.ts';
import { ensureEngine, ensureLive } from './schema.ts';
import { Announcer } from './subscription/announcer.ts';
import { LogTail } from './subscription/log-tail.ts';
import { projectionSubscription } from './subscription/subscription.ts';
import { type SchedulerTimes, SubscriptionScheduler } from './subscription/subscription-scheduler.ts';

export interface EngineParts extends FoldParts {
  /** Refuses to process a wrong log; when absent, every log is processed. */
  readonly gate?: Pick<LogGate, 'refusal'>;
  readonly queues: Queues;
  readonly logger: Logger;
  readonly times?: Partial<SchedulerTimes>;
  /** See `LogTail`. */
  readonly paceMs?: number;
}

export interface Engine {
  /** Stops after the pages in progress. The caller keeps ownership of the pool, the store and the queues. */
  close(): Promise<void>;
}

/**
 * Existing tables stay. With `store`, a new read model counts as incomplete until it contains what the log holds now.
 */
export async function prepareReadModels(
  db: pg.Pool,
  projections: readonly AnyProjection[],
  store?: EventStore,
): Promise<void> {
  await ensureEngine(db);
  for (const projection of projections) await ensureLive(db, projection, store);
}

/** Another live version is not advanced until `upgradeProjections` has swapped in this one. Any number of processes. */
export async function startProjections(parts: EngineParts, projections: readonly AnyProjection[]): Promise<Engine> {
  await prepareReadModels(parts.db, projections, parts.store);
  const checkpoints = new CheckpointBatch(parts.db);
  return schedule(
    'projections',
    parts,
    projections.map((projection) => projectionSubscription(projection, checkpoints)),
  );
}

/** Any number of processes may run this. */
export async function startReactions(parts: EngineParts, reactions: readonly Reaction[]): Promise<Engine> {
  await ensureEngine(parts.db);
  await ensureReactions(parts.db, parts.store, reactions);
  const checkpoints = new CheckpointBatch(parts.db);
  return schedule(
    'reactions',
    parts,
    reactions.map((reaction) => reactionSubscription(reaction, checkpoints)),
  );
}

function schedule(
  queue: string,
  parts: EngineParts,
  subscriptions: ConstructorParameters<typeof SubscriptionScheduler>[2],
): Engine {
  const tail = new LogTail(parts.store, parts.decoder, parts.paceMs);
  const announcer = new Announcer(parts.db);
  const scheduler = new SubscriptionScheduler(queue, { ...parts, tail, announcer }, subscriptions, parts.times);
  scheduler.start();
  return {
    async close() {
      // Both are closed together because the scheduler may be waiting for the tail.
      await Promise.all([scheduler.close(), tail.close()]);
    },
  };
}
