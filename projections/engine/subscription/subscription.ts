import { batchSeconds, processedEvents } from '@fynbos/platform/metrics.ts';
import { inSpan, isTracing } from '@fynbos/platform/tracing.ts';
import { advancePage, EVENTS_PER_PAGE, type Page } from '../advance.ts';
import { type CheckpointBatch, type CheckpointLease, readInstanceLease } from '../checkpoint.ts';
import { isUnreadable } from '../fold.ts';
import { type AnyProjection, liveInstance } from '../projection-instance.ts';
import type { SubscriptionFilter } from './log-tail.ts';

/** A consumer of the log with fenced checkpoints: a read model or a reaction. */
export interface Subscription {
  readonly id: string;
  readonly partitions: number;
  /** The subscription owns only checkpoints of this version. */
  readonly version: number;
  readonly eventFilter: SubscriptionFilter;
  /** Maximum events per page. */
  readonly pageSize: number;
  /** The lease of a partition, or null where it cannot advance (another version is live). */
  readLease(partition: number): Promise<CheckpointLease | null>;
  /** Processes a page. Returns null when another worker advanced the checkpoint; then nothing was written. */
  process(lease: CheckpointLease, page: Page, signal: AbortSignal): Promise<CheckpointLease | null>;
}

/** A live read model as a subscription. */
export function projectionSubscription(projection: AnyProjection, checkpoints: CheckpointBatch): Subscription {
  const instance = liveInstance(projection);
  return {
    id: instance.id,
    partitions: projection.partitions,
    version: projection.version,
    eventFilter: {
      types: new Set(projection.eventTypes),
      personal: projection.personal ?? false,
      stored: projection.stored ?? false,
    },
    pageSize: EVENTS_PER_PAGE,
    readLease: (partition) => readInstanceLease(checkpoints.db, instance, partition),
    process: (lease, page) => advancePage(checkpoints, instance, lease, page),
  };
}

/** Processes a page with metrics and a trace. The trace continues the one of the request that appended the events. */
export async function processInstrumented(
  subscription: Subscription,
  lease: CheckpointLease,
  page: Page,
  signal: AbortSignal,
): Promise<CheckpointLease | null> {
  const { id } = subscription;
  const end = batchSeconds.startTimer({ follower: id });
  const process = () => subscription.process(lease, page, signal);
  const facts = { 'fynbos.follower': id, 'fynbos.partition': lease.partition, 'fynbos.events': page.events.length };
  const shouldTrace = isTracing() && page.events.length > 0;
  const after = await (shouldTrace ? inSpan(`process ${id}`, facts, correlationsOf(page), process) : process());
  end();
  if (after) processedEvents.inc({ follower: id }, page.events.length);
  return after;
}

const correlationsOf = ({ events }: Page): string[] =>
  events.flatMap((event) => (isUnreadable(event) ? [] : [event.metadata.correlationId]));
