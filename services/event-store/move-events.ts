import { allPages } from './all-pages.ts';
import type { EventStore, Position, RecordedEvent, StoredEvent } from './port.ts';

export interface MoveOptions {
  /** Called after each page with the number of events copied or compared so far. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

const EVENTS_PER_READ = 1_000;

/** The target holds an event that the source lacks or holds differently. Nothing is appended after it is found. */
export class TargetDiffers extends Error {
  override readonly name = 'TargetDiffers';
}

const readPage = (store: EventStore, from: Position | undefined) => store.readAll({ from, limit: EVENTS_PER_READ });

const sameText = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether two events are equal. Their positions are not compared, because each store has its own. */
const isSame = (one: RecordedEvent, other: RecordedEvent): boolean =>
  one.id === other.id &&
  one.streamId === other.streamId &&
  one.revision === other.revision &&
  one.type === other.type &&
  sameText(one.data, other.data) &&
  sameText(one.metadata, other.metadata);

const stored = ({ id, type, data, metadata }: RecordedEvent): StoredEvent => ({ id, type, data, metadata });

/** The last event's position in the source. Throws `TargetDiffers` if the source does not contain it. */
async function lastCopiedPosition(source: EventStore, target: EventStore): Promise<Position | undefined> {
  const [end] = (await target.readAll({ direction: 'backwards', limit: 1 })).events;
  if (!end) return undefined;
  const existing = await source.readEvent(end.id);
  if (!existing || !isSame(existing, end))
    throw new TargetDiffers('the target ends with an event that the source does not hold');
  return existing.position;
}

/** Splits a page into runs of consecutive events of one stream, one append each. */
function runsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const runs: RecordedEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0]?.streamId === event.streamId && run.length < 100) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

/**
 * Copies from where the target ends, in log order, unchanged. Exact revisions: an interrupted copy resumes, and stops
 * if another program writes to the target. The source may grow. Returns the number of events. Throws `TargetDiffers`,
 * `WrongExpectedRevision`.
 */
export async function copyEvents(
  source: EventStore,
  target: EventStore,
  { onProgress, signal }: MoveOptions = {},
): Promise<number> {
  let copied = 0;
  let page = await readPage(source, await lastCopiedPosition(source, target));
  while (!signal?.aborted) {
    const next = page.atEnd ? undefined : readPage(source, page.next);
    // Awaited in the next iteration. If an append fails first, the caller receives that error.
    next?.catch(() => undefined);
    await target.appendInOrder(
      runsOf(page.events).map((run) => {
        const { streamId, revision } = run[0] as RecordedEvent;
        return { streamId, expected: revision === 0 ? 'no-stream' : revision - 1, events: run.map(stored) };
      }),
    );
    copied += page.events.length;
    onProgress?.(copied);
    if (!next) break;
    page = await next;
  }
  return copied;
}

/** A difference between two logs, with its ordinal in them. */
export interface Difference {
  /** Counted from 1. */
  readonly ordinal: number;
  readonly source: Pick<RecordedEvent, 'id' | 'streamId' | 'revision'> | null;
  readonly target: Pick<RecordedEvent, 'id' | 'streamId' | 'revision'> | null;
}

async function* eventsOf(store: EventStore): AsyncGenerator<RecordedEvent> {
  for await (const events of allPages(store)) yield* events;
}

export interface LogComparison {
  readonly equal: number;
  /** Null if there is none. */
  readonly difference: Difference | null;
  /** The source has further events; only with `sourceGrows`. */
  readonly hasMore?: boolean;
}

export interface CompareOptions extends MoveOptions {
  /** A portal appends to the source: events after the end of the target are no difference. */
  readonly sourceGrows?: boolean;
}

/** Same order and content, to the end. Yields positions in both; returns the number and the first difference. */
export async function* equalPairs(
  source: EventStore,
  target: EventStore,
  { onProgress, signal, sourceGrows = false }: CompareOptions = {},
): AsyncGenerator<readonly [source: Position, target: Position], LogComparison> {
  const [ours, theirs] = [eventsOf(source), eventsOf(target)];
  for (let equal = 0; ; equal++) {
    signal?.throwIfAborted();
    const [one, other] = [(await ours.next()).value, (await theirs.next()).value] as (RecordedEvent | undefined)[];
    if (!one && !other) return { equal, difference: null };
    if (one && !other && sourceGrows) return { equal, difference: null, hasMore: true };
    if (!one || !other || !isSame(one, other)) {
      const identityOf = (event: RecordedEvent | undefined) =>
        event ? { id: event.id, streamId: event.streamId, revision: event.revision } : null;
      return { equal, difference: { ordinal: equal + 1, source: identityOf(one), target: identityOf(other) } };
    }
    yield [one.position, other.position];
    if (equal % EVENTS_PER_READ === 0) onProgress?.(equal);
  }
}

/** The final result of `equalPairs`. */
export async function compareLogs(
  source: EventStore,
  target: EventStore,
  options: CompareOptions = {},
): Promise<LogComparison> {
  const pairs = equalPairs(source, target, options);
  for (;;) {
    const { done, value } = await pairs.next();
    if (done) return value;
  }
}
