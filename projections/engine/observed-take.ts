import { batchSeconds, takenEvents } from '@fynbos/platform/metrics.ts';
import { inSpan, isTracing } from '@fynbos/platform/tracing.ts';
import type { Page } from './advance.ts';
import type { CheckpointLease } from './checkpoint.ts';
import { isUnreadable } from './fold.ts';
import type { Subscription } from './subscription.ts';

/**
 * Has a follower take a page, measured and, where traces go anywhere, traced: as part of the call's trace that caused its
 * events, or with links to all of them.
 */
export async function observedTake(
  follower: Subscription,
  held: CheckpointLease,
  page: Page,
  signal: AbortSignal,
): Promise<CheckpointLease | null> {
  const { id } = follower;
  const end = batchSeconds.startTimer({ follower: id });
  const take = () => follower.take(held, page, signal);
  const facts = { 'fynbos.follower': id, 'fynbos.partition': held.partition, 'fynbos.events': page.events.length };
  const isWorthASpan = isTracing() && page.events.length > 0;
  const after = await (isWorthASpan ? inSpan(`take ${id}`, facts, correlationsOf(page), take) : take());
  end();
  if (after) takenEvents.inc({ follower: id }, page.events.length);
  return after;
}

const correlationsOf = ({ events }: Page): string[] =>
  events.flatMap((event) => (isUnreadable(event) ? [] : [event.metadata.correlationId]));
