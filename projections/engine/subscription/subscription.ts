import type pg from 'pg';
import { advancePage, type Page } from '../advance.ts';
import { acquireLease, type CheckpointBatch, type CheckpointLease } from '../checkpoint.ts';
import { type AnyProjection, liveInstance } from '../projection-instance.ts';
import { sqlOf } from '../table.ts';
import type { EventFilter } from './log-tail.ts';

/** A consumer of the log with fenced checkpoints: a read model or a reaction. */
export interface Subscription {
  readonly id: string;
  readonly partitions: number;
  /** The subscription owns only checkpoints of this version. */
  readonly version: number;
  readonly eventFilter: EventFilter;
  /** Maximum events per page. */
  readonly pageSize: number;
  /** Acquires the lease of a partition, or returns null where it cannot advance (another version is live). */
  hold(partition: number): Promise<CheckpointLease | null>;
  /** Processes a page. Returns null when another worker advanced the checkpoint; then nothing was written. */
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
    partitions: projection.partitions,
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
