import type { Change, ChangeOutcome, EventLog } from '@fynbos/event-store/event-log.ts';
import { pause } from '@fynbos/platform/pause.ts';

/** The result of one round: the changes to append, and the streams that were decided on an outdated state. */
export interface Round<Decided extends Change> {
  readonly changes: readonly Decided[];
  readonly stale?: Iterable<string>;
}

export interface Appending<Decided extends Change> {
  readonly streamIds: readonly string[];
  readonly retries: number;
  readonly decide: (streamIds: readonly string[]) => Promise<Round<Decided>>;
  /** Receives each change with its outcome, and returns whether an appended stream is decided again. */
  readonly onOutcome: (change: Decided, outcome: ChangeOutcome) => boolean;
}

/**
 * The loop behind every append: decides the streams and appends all changes at once. Decides those with a conflict
 * again after a short random pause. Returns the streams that still met a conflict. Throws what `decide` throws, and
 * `StoreUnavailable`.
 */
export async function appendDecided<Decided extends Change>(
  log: EventLog,
  { streamIds, retries, decide, onOutcome }: Appending<Decided>,
): Promise<readonly string[]> {
  let open = streamIds;
  for (let conflicts = 0; open.length > 0; ) {
    const { changes, stale = [] } = await decide(open);
    const outcomes = await log.append(changes);
    const contended = [...stale];
    const unfinished: string[] = [];
    changes.forEach((change, index) => {
      const outcome = outcomes[index] as ChangeOutcome;
      const isUnfinished = onOutcome(change, outcome);
      if (!outcome.ok) contended.push(change.stream.streamId);
      else if (isUnfinished) unfinished.push(change.stream.streamId);
    });
    open = [...unfinished, ...contended];
    if (contended.length === 0) continue;
    if (conflicts >= retries) return contended;
    await pause(Math.random() * 2 ** Math.min(conflicts++, 6) * 5);
  }
  return [];
}
