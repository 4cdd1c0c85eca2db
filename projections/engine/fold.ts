import { partitionOf, partitionsOf } from './partition.ts';
import type { FoldEvent } from './projection.ts';
import type { ProjectionInstance } from './projection-instance.ts';
import type { Row } from './table.ts';

/** An event that a fold could not take, or that stands behind such a one. */
export interface ParkedEvent {
  readonly key: string;
  readonly eventId: string;
  readonly position: string;
  /** Set on the event that parked the key; absent on those that queue behind it. */
  readonly error?: { readonly code: string; readonly message: string };
}

/** An event that the codec could not make readable: it parks its stream. */
export interface Unreadable {
  readonly id: string;
  readonly streamId: string;
  readonly position: string;
  readonly error: unknown;
}

export type Foldable = FoldEvent | Unreadable;
export const isUnreadable = (event: Foldable): event is Unreadable => 'error' in event;

/** The key under which an event waits whose own keys cannot be told. */
export const streamKey = (streamId: string): string => `stream:${streamId}`;

/** One event for one key, of the partition at work. */
export interface KeyedEvent {
  readonly key: string;
  readonly event: Foldable;
  /** Why the key could not be told: the touch parks at once. */
  readonly failed?: unknown;
}

/** Which keys of this partition the events touch, in order. A `keys` that throws, or an unreadable event, touches its stream's key. */
export function keyedEventsOf(build: ProjectionInstance, partition: number, events: readonly Foldable[]): KeyedEvent[] {
  const { projection } = build;
  const count = partitionsOf(projection);
  const touches: KeyedEvent[] = [];
  for (const event of events) {
    if (isUnreadable(event)) {
      const key = streamKey(event.streamId);
      if (partitionOf(key, count) === partition) touches.push({ key, event, failed: event.error });
      continue;
    }
    let keys: readonly string[];
    try {
      keys = projection.keys(event);
    } catch (failed) {
      const key = streamKey(event.streamId);
      if (partitionOf(key, count) === partition) touches.push({ key, event, failed });
      continue;
    }
    for (const key of keys) if (partitionOf(key, count) === partition) touches.push({ key, event });
  }
  return touches;
}

/**
 * What a failure may say in a table and on a screen: the kind of error and, for errors that we raise ourselves, their
 * code. Never the message of an error that met data, for it may quote a person's.
 */
export function describeFailure(failure: unknown): { code: string; message: string } {
  if (!(failure instanceof Error)) return { code: 'unknown', message: 'The fold threw something that is no error.' };
  const code = (failure as { code?: unknown }).code;
  const where = failure.stack?.match(/\(?((?:[\w@-]+\/){1,2}[\w.-]+\.ts:\d+)/)?.[1];
  return {
    code: typeof code === 'string' ? code : failure.name,
    message: `${failure.name}${where ? ` at ${where}` : ''}`,
  };
}

/** A fold gave a row whose primary key is not the key it was asked for; it could never be loaded again. */
class RowUnderForeignKey extends Error {
  override readonly name = 'RowUnderForeignKey';
}

/** The row of a key after an event, by the read model's fold. Throws what parks the key. */
export function evolveRow(
  { projection }: ProjectionInstance,
  row: Row | null,
  event: FoldEvent,
  key: string,
): Row | null {
  const after: Row | null = projection.evolve(row, event, key);
  if (after && String(after[projection.table.primaryKey]) !== key) throw new RowUnderForeignKey();
  return after;
}

/** What a batch changes. `changed`: null means the row goes. */
export interface FoldResult {
  readonly changed: ReadonlyMap<string, Row | null>;
  readonly parked: readonly ParkedEvent[];
}

/**
 * Folds touches in order onto rows. `rows` holds what was loaded; `parkedKeys` those that wait already. A key whose fold
 * throws keeps the row of before that event, and everything later of it queues.
 */
export function foldKeyedEvents(
  build: ProjectionInstance,
  touches: readonly KeyedEvent[],
  rows: ReadonlyMap<string, Row>,
  parkedKeys: ReadonlySet<string>,
): FoldResult {
  const changed = new Map<string, Row | null>();
  const parked: ParkedEvent[] = [];
  const newlyParked = new Set<string>();
  for (const { key, event, failed } of touches) {
    const { id: eventId, position } = event;
    if (parkedKeys.has(key) || newlyParked.has(key)) {
      parked.push({ key, eventId, position });
      continue;
    }
    if (failed !== undefined) {
      newlyParked.add(key);
      parked.push({ key, eventId, position, error: describeFailure(failed) });
      continue;
    }
    const before = changed.has(key) ? (changed.get(key) as Row | null) : (rows.get(key) ?? null);
    try {
      changed.set(key, evolveRow(build, before, event as FoldEvent, key));
    } catch (failure) {
      newlyParked.add(key);
      parked.push({ key, eventId, position, error: describeFailure(failure) });
    }
  }
  for (const [key, row] of changed) if (row === (rows.get(key) ?? null)) changed.delete(key);
  return { changed, parked };
}
