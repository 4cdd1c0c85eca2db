import type pg from 'pg';
import { advancePage, type Page } from './advance.ts';
import { acquireLease, type CheckpointBatch, type CheckpointLease } from './checkpoint.ts';
import type { EventFilter } from './log-tail.ts';
import { partitionsOf } from './partition.ts';
import { type AnyProjection, liveInstance } from './projection-instance.ts';
import { sqlOf } from './table.ts';

/** Something that follows the log with fenced checkpoints: a read model or a reaction. */
export interface Subscription {
  readonly id: string;
  readonly partitions: number;
  /** Only checkpoints of this version are its own. */
  readonly version: number;
  readonly eventFilter: EventFilter;
  /** Most events a page. */
  readonly pageSize: number;
  /** Its checkpoint, or null where it cannot advance (another version is live). */
  hold(partition: number): Promise<CheckpointLease | null>;
  /** Processes a page. Null: another worker advanced the checkpoint; nothing was written. */
  take(lease: CheckpointLease, page: Page, signal: AbortSignal): Promise<CheckpointLease | null>;
}

/** A live read model as a subscription. */
export function projectionSubscription(
  db: pg.Pool,
  projection: AnyProjection,
  checkpoints: CheckpointBatch,
): Subscription {
  const instance = liveInstance(projection);
  sqlOf(instance);
  return {
    id: instance.id,
    partitions: partitionsOf(projection),
    version: projection.version,
    eventFilter: {
      types: new Set(projection.eventTypes),
      personal: projection.personal ?? false,
      stored: projection.stored ?? false,
    },
    pageSize: 1000,
    hold: (partition) => acquireLease(db, instance.id, projection.version, partition),
    take: (lease, page) => advancePage(db, instance, lease, page, checkpoints),
  };
}
