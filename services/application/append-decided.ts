import type { Change, ChangeOutcome, EventLog } from '@fynbos/event-store/event-log.ts';
import { pause } from '@fynbos/platform/pause.ts';

/** The result of one round: the changes to append, and the streams that were decided on an outdated state. */
export interface Round<Decided extends Change> {
  readonly changes: readonly Decided[];
  readonly stale?: Iterable<string>;
}

/** The streams of an append, and how they are decided. */
export interface Appending<Decided extends Change> {
  readonly streamIds: readonly string[];
  /** How often streams with a conflict are decided again. */
  readonly retries: number;
  /** Loads the streams and lets their decider decide. */
  readonly decide: (streamIds: readonly string[]) => Promise<Round<Decided>>;
  /** Receives each change with its outcome, and returns whether an appended stream is decided again. */
  readonly onOutcome: (change: Decided, outcome: ChangeOutcome) => boolean;
}

/**
 * The loop behind every append of the application: the streams are decided, and one append stores the changes. Streams
 * with a conflict are decided again after a short random pause.
 *
 * Returns the streams that still met a conflict. Throws what `decide` throws, and `StoreUnavailable`.
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
