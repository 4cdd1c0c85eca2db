import {
  CHECKPOINT_STREAM,
  type Checkpoint,
  type CheckpointEvent,
  checkpointEvents,
} from '@fynbos/domain/checkpoint/events.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { EventLog, StreamHead } from '../event-log.ts';
import { GENESIS } from '../hash-chain.ts';
import type { Position, RecordedEvent } from '../port.ts';
import { packManifest } from './manifest.ts';
import { merkleRoot } from './merkle.ts';
import { type Signer, statementHash, statementOf } from './signature.ts';

/** Events under one checkpoint at most: its manifest stays far below what a store takes as one event. */
const EVENTS_UNDER_ONE = 2_000;
const PAGE = 2_000;

/** Where the events after the last checkpoint begin: how many events lie under checkpoints, and the position of the last. */
export interface Covered {
  readonly events: number;
  readonly position: Position | undefined;
}

/** The log holds fewer events than its checkpoints cover: some were removed, and nothing can be signed until they are back. */
export class LogFallsShort extends Error {
  override readonly name = 'LogFallsShort';
}

export interface CheckpointParts {
  readonly log: EventLog;
  readonly signer: Signer;
  readonly now: () => Date;
  /** What the caller kept of the last call; found again by counting from the first event where it is missing or does not fit. */
  readonly covered?: Covered | undefined;
  /** Most events under one checkpoint; 2,000 when not given. */
  readonly most?: number;
  readonly signal?: AbortSignal;
}

export interface CheckpointsAppended {
  /** In their order. */
  readonly checkpoints: readonly Checkpoint[];
  /** Where the next call begins; undefined where another process was at it at the same time. */
  readonly covered: Covered | undefined;
  /** The number of the last checkpoint that is in the log now; 0 where there is none. */
  readonly last: number;
}

/** Where the position of the `events`th event is not known: counts. */
async function count({ log, signal }: CheckpointParts, events: number): Promise<Covered> {
  let [seen, position] = [0, undefined as Position | undefined];
  while (seen < events && !signal?.aborted) {
    const page = await log.store.readAll({
      ...(position === undefined ? {} : { from: position }),
      limit: Math.min(PAGE, events - seen),
    });
    if (page.events.length === 0) throw new LogFallsShort('the log holds fewer events than its checkpoints cover');
    seen += page.events.length;
    position = page.events.at(-1)?.position;
  }
  return { events: seen, position };
}

async function lastCheckpoint(log: EventLog): Promise<{ checkpoint: Checkpoint | null; head: StreamHead }> {
  const [last] = await log.store.readStream(CHECKPOINT_STREAM, { direction: 'backwards', limit: 1 });
  if (!last) return { checkpoint: null, head: { streamId: CHECKPOINT_STREAM, revision: -1, lastHash: GENESIS } };
  const head = { streamId: CHECKPOINT_STREAM, revision: last.revision, lastHash: last.metadata.hash };
  return { checkpoint: checkpointEvents.LogCheckpointed.parse(last.data), head };
}

function signed(signer: Signer, before: Checkpoint | null, events: readonly RecordedEvent[], now: Date): Checkpoint {
  const stated = {
    number: (before?.number ?? 0) + 1,
    first: (before?.first ?? 1) + (before?.events ?? 0),
    events: events.length,
    root: merkleRoot(events.map(({ metadata }) => metadata.hash)),
    manifest: packManifest(events),
    previous: before ? statementHash(before) : GENESIS,
    signedAt: now.toISOString(),
  };
  return { ...stated, publicKey: signer.publicKey, signature: signer.sign(statementOf(stated)) };
}

/**
 * Signs what was appended since the last checkpoint, 2,000 events a checkpoint and the rest under one more; a rest that
 * holds nothing but checkpoints waits. Appended at an exact revision, so of two processes at it only one succeeds.
 * Throws `StoreUnavailable`, and `LogFallsShort`.
 */
export async function appendCheckpoints(parts: CheckpointParts): Promise<CheckpointsAppended> {
  const { log, signer, now, most = EVENTS_UNDER_ONE, signal } = parts;
  let { checkpoint, head } = await lastCheckpoint(log);
  const events = checkpoint ? checkpoint.first + checkpoint.events - 1 : 0;
  let covered = parts.covered?.events === events ? parts.covered : await count(parts, events);
  const checkpoints: Checkpoint[] = [];
  while (!signal?.aborted) {
    const { position } = covered;
    const page = await log.store.readAll({
      ...(position === undefined ? {} : { from: position }),
      limit: most,
    });
    const last = page.events.at(-1);
    if (!last || page.events.every(({ streamId }) => streamId === CHECKPOINT_STREAM)) break;
    const data = signed(signer, checkpoint, page.events, now());
    const event: CheckpointEvent = { type: 'LogCheckpointed', data };
    const context: CommandContext = {
      actor: { kind: 'system', id: 'checkpoints' },
      now: now(),
      correlationId: `checkpoint-${data.number}`,
    };
    const [outcome] = await log.append([{ stream: head, events: [event], context }]);
    if (!outcome?.ok) return { checkpoints, covered: undefined, last: checkpoint?.number ?? 0 };
    ({ head } = outcome);
    checkpoint = data;
    checkpoints.push(data);
    covered = { events: covered.events + page.events.length, position: last.position };
    if (page.atEnd) break;
  }
  return { checkpoints, covered, last: checkpoint?.number ?? 0 };
}
