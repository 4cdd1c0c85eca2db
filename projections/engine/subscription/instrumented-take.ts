import { batchSeconds, takenEvents } from '@fynbos/platform/metrics.ts';
import { inSpan, isTracing } from '@fynbos/platform/tracing.ts';
import type { Page } from '../advance.ts';
import type { CheckpointLease } from '../checkpoint.ts';
import { isUnreadable } from '../fold.ts';
import type { Subscription } from './subscription.ts';

/** Processes a page with metrics and a trace. The trace continues the one of the request that appended the events. */
export async function instrumentedTake(
  subscription: Subscription,
  lease: CheckpointLease,
  page: Page,
  signal: AbortSignal,
): Promise<CheckpointLease | null> {
  const { id } = subscription;
  const end = batchSeconds.startTimer({ follower: id });
  const take = () => subscription.take(lease, page, signal);
  const facts = { 'fynbos.follower': id, 'fynbos.partition': lease.partition, 'fynbos.events': page.events.length };
  const isWorthASpan = isTracing() && page.events.length > 0;
  const after = await (isWorthASpan ? inSpan(`take ${id}`, facts, correlationsOf(page), take) : take());
  end();
  if (after) takenEvents.inc({ follower: id }, page.events.length);
  return after;
}

const correlationsOf = ({ events }: Page): string[] =>
  events.flatMap((event) => (isUnreadable(event) ? [] : [event.metadata.correlationId]));
