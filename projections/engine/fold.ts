import type { CheckpointLease } from './checkpoint.ts';
import type { FoldEvent } from './projection.ts';
import type { AnyProjection, ProjectionInstance } from './projection-instance.ts';
import { type Row, streamKey } from './table.ts';

/** A failed event, or an event that waits behind it. */
export interface BlockedEvent {
  readonly key: string;
  readonly eventId: string;
  readonly position: string;
  /** Set on the failed event; absent on events that wait behind it. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** An event that the codec could not decode: it blocks its stream. */
export interface Unreadable {
  readonly id: string;
  readonly streamId: string;
  readonly position: string;
  readonly error: unknown;
}

export type Foldable = FoldEvent | Unreadable;
export const isUnreadable = (event: Foldable): event is Unreadable => 'error' in event;

/** 0 to count - 1: FNV-1a over UTF-16 units, the same in every process and release. */
export function partitionOf(key: string, count: number): number {
  if (count === 1) return 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % count;
}

/** An event and one key that it changes. */
export interface KeyedEvent {
  readonly key: string;
  readonly event: Foldable;
  /** Why the key is unknown. Such an event fails at once. */
  readonly failed?: unknown;
}

/**
 * An undecodable event, or one for which `keys` throws, fails with its stream as key. While that key is `blocked`,
 * later events of the stream wait behind it. Not with several partitions: only one knows of the block, and the rows of
 * `audit-log`, one per event, have no order.
 */
export function keysOf(
  projection: AnyProjection,
  event: Foldable,
  blocked: ReadonlySet<string>,
): { readonly keys: readonly string[]; readonly failed?: unknown } {
  if (blocked.size > 0 && projection.partitions === 1 && blocked.has(streamKey(event.streamId)))
    return { keys: [streamKey(event.streamId)] };
  if (isUnreadable(event)) return { keys: [streamKey(event.streamId)], failed: event.error };
  try {
    return { keys: projection.keys(event) };
  } catch (failed) {
    return { keys: [streamKey(event.streamId)], failed };
  }
}

/** The events with their keys in the partition of the lease, in order. */
export function keyedEventsOf(
  instance: ProjectionInstance,
  { partition, blockedKeys }: Pick<CheckpointLease, 'partition' | 'blockedKeys'>,
  events: readonly Foldable[],
): KeyedEvent[] {
  const { projection } = instance;
  const count = projection.partitions;
  const keyedEvents: KeyedEvent[] = [];
  const blocked = new Set(blockedKeys);
  for (const event of events) {
    const { keys, failed } = keysOf(projection, event, blocked);
    if (failed !== undefined) blocked.add(streamKey(event.streamId));
    for (const key of keys) if (partitionOf(key, count) === partition) keyedEvents.push({ key, event, failed });
  }
  return keyedEvents;
}

/** Kind and code of the error, never the message, which may quote personal data. */
export function describeFailure(failure: unknown): { code: string; message: string } {
  if (!(failure instanceof Error)) return { code: 'unknown', message: 'The fold threw a value that is not an Error.' };
  const code = (failure as { code?: unknown }).code;
  const where = failure.stack?.match(/\(?((?:[\w@-]+\/){1,2}[\w.-]+\.ts:\d+)/)?.[1];
  return {
    code: typeof code === 'string' ? code : failure.name,
    message: `${failure.name}${where ? ` at ${where}` : ''}`,
  };
}

/** A handler returned a row with another primary key, which could never be loaded again. */
class RowUnderForeignKey extends Error {
  override readonly name = 'RowUnderForeignKey';
}

/** Applies an event to the row of a key. An error blocks the key. */
export function evolveRow(
  { projection }: ProjectionInstance,
  row: Row | null,
  event: FoldEvent,
  key: string,
): Row | null {
  const after: Row | null = projection.evolve(row, event, key);
  if (after && String(after[projection.primaryKey]) !== key) throw new RowUnderForeignKey();
  return after;
}

/** Events to fold, with the rows and the blocked keys before them. */
export interface KeyedBatch {
  readonly instance: ProjectionInstance;
  readonly keyedEvents: readonly KeyedEvent[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly blockedKeys: ReadonlySet<string>;
}

/** The changes of a batch. A null row is deleted. */
export interface FoldResult {
  readonly changed: ReadonlyMap<string, Row | null>;
  readonly blocked: readonly BlockedEvent[];
}

/** A key with a failing event keeps its row, and its later events wait behind that event. */
export function foldKeyedEvents({ instance, keyedEvents, rows, blockedKeys }: KeyedBatch): FoldResult {
  const changed = new Map<string, Row | null>();
  const blocked: BlockedEvent[] = [];
  const newlyBlocked = new Set<string>();
  for (const { key, event, failed } of keyedEvents) {
    const { id: eventId, position } = event;
    if (blockedKeys.has(key) || newlyBlocked.has(key)) {
      blocked.push({ key, eventId, position });
      continue;
    }
    if (failed !== undefined) {
      newlyBlocked.add(key);
      blocked.push({ key, eventId, position, error: describeFailure(failed) });
      continue;
    }
    const before = changed.has(key) ? (changed.get(key) as Row | null) : (rows.get(key) ?? null);
    try {
      changed.set(key, evolveRow(instance, before, event as FoldEvent, key));
    } catch (failure) {
      newlyBlocked.add(key);
      blocked.push({ key, eventId, position, error: describeFailure(failure) });
    }
  }
  for (const [key, row] of changed) if (row === (rows.get(key) ?? null)) changed.delete(key);
  return { changed, blocked };
}
