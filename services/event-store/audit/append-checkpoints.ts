import { setTimeout as sleep } from 'node:timers/promises';
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
import { macFault } from './macs.ts';
import { packManifest } from './manifest.ts';
import { merkleRoot } from './merkle.ts';
import { isSigned, type Signer, statementHash, statementOf } from './signature.ts';

/** Events under one checkpoint at most: its manifest stays far below what a store takes as one event. */
const EVENTS_UNDER_ONE = 2_000;
const PAGE = 2_000;

/** Where the events after the last checkpoint begin: how many events lie under checkpoints, and the position of the last. */
export interface Covered {
  readonly events: number;
  readonly position: Position | undefined;
}

export interface CheckpointParts {
  readonly log: EventLog;
  readonly signer: Signer;
  readonly now: () => Date;
  /** What the caller kept of the last call; found again by counting from the first event where it is missing or does not fit. */
  readonly covered?: Covered | undefined;
  /** The number of the last checkpoint that is known to have been made, here or in a second place; 0 when not given. */
  readonly known?: number;
  /** Whether a person vouches for events without a MAC, which older releases recorded; never for a wrong one. */
  readonly vouch?: boolean;
  /** Most events under one checkpoint; 2,000 when not given. */
  readonly most?: number;
  /** Milliseconds between two checkpoints, in which others get on with theirs; none when not given. */
  readonly restMs?: number;
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

/** What would be signed does not hold, so nothing is: a proof names what. The message says where it was seen. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/** Where the position of the `events`th event is not known: counts. */
async function count({ log, signal }: CheckpointParts, events: number): Promise<Covered> {
  let [seen, position] = [0, undefined as Position | undefined];
  while (seen < events && !signal?.aborted) {
    const page = await log.store.readAll({
      ...(position === undefined ? {} : { from: position }),
      limit: Math.min(PAGE, events - seen),
      lazily: true,
    });
    if (page.events.length === 0) throw new NotSigned('the log holds fewer events than its checkpoints cover');
    seen += page.events.length;
    position = page.events.at(-1)?.position;
  }
  return { events: seen, position };
}

/** The checkpoint to go on from. Throws `NotSigned` where it is not ours, or checkpoints after it are gone. */
async function lastCheckpoint({
  log,
  signer,
  known = 0,
}: CheckpointParts): Promise<{ checkpoint: Checkpoint | null; head: StreamHead }> {
  const [last] = await log.store.readStream(CHECKPOINT_STREAM, { direction: 'backwards', limit: 1 });
  if ((last?.revision ?? -1) + 1 < known) throw new NotSigned(`checkpoint ${known} was made and is gone`);
  if (!last) return { checkpoint: null, head: { streamId: CHECKPOINT_STREAM, revision: -1, lastHash: GENESIS } };
  const head = { streamId: CHECKPOINT_STREAM, revision: last.revision, lastHash: last.metadata.hash };
  const { data: checkpoint } = checkpointEvents.LogCheckpointed.safeParse(last.data);
  if (!checkpoint || checkpoint.publicKey !== signer.publicKey || !isSigned(checkpoint))
    throw new NotSigned(`revision ${last.revision} of ${CHECKPOINT_STREAM} is no checkpoint of ours`);
  return { checkpoint, head };
}

/** How many of the events bear no MAC. Throws `NotSigned` at a wrong one, and at a missing one for which nobody vouches. */
function withoutMac({ log, signer, vouch }: CheckpointParts, events: readonly RecordedEvent[]): number {
  let missing = 0;
  for (const event of events) {
    const fault = macFault(event, { keys: log.keys, publicKey: signer.publicKey });
    if (fault === 'wrong' || (fault === 'missing' && !vouch))
      throw new NotSigned(
        `revision ${event.revision} of ${event.streamId} bears ${fault === 'wrong' ? 'a wrong' : 'no'} MAC`,
      );
    if (fault === 'missing') missing++;
  }
  return missing;
}

function signed(parts: CheckpointParts, before: Checkpoint | null, events: readonly RecordedEvent[]): Checkpoint {
  const { signer, now } = parts;
  const stated = {
    number: (before?.number ?? 0) + 1,
    first: (before?.first ?? 1) + (before?.events ?? 0),
    events: events.length,
    root: merkleRoot(events.map(({ metadata }) => metadata.hash)),
    manifest: packManifest(events),
    previous: before ? statementHash(before) : GENESIS,
    signedAt: now().toISOString(),
    vouched: withoutMac(parts, events),
  };
  return { ...stated, publicKey: signer.publicKey, signature: signer.sign(statementOf(stated)) };
}

/**
 * Signs what was appended since the last checkpoint, 2,000 events a checkpoint and the rest under one more; a rest that
 * holds nothing but checkpoints waits. Appended at an exact revision, so of two processes at it only one succeeds.
 * Throws `StoreUnavailable`, and `NotSigned` where the log holds less than its checkpoints cover, where checkpoints are gone,
 * and at an event that bears a wrong MAC or none: what was forged must not come to bear our signature.
 */
export async function appendCheckpoints(parts: CheckpointParts): Promise<CheckpointsAppended> {
  const { log, now, most = EVENTS_UNDER_ONE, restMs = 0, signal } = parts;
  let { checkpoint, head } = await lastCheckpoint(parts);
  const events = checkpoint ? checkpoint.first + checkpoint.events - 1 : 0;
  let covered = parts.covered?.events === events ? parts.covered : await count(parts, events);
  const checkpoints: Checkpoint[] = [];
  while (!signal?.aborted) {
    const { position } = covered;
    const page = await log.store.readAll({
      ...(position === undefined ? {} : { from: position }),
      limit: most,
      lazily: true,
    });
    const last = page.events.at(-1);
    if (!last || page.events.every(({ streamId }) => streamId === CHECKPOINT_STREAM)) break;
    const data = signed(parts, checkpoint, page.events);
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
    if (restMs > 0) await sleep(restMs, undefined, { signal }).catch(() => undefined);
  }
  return { checkpoints, covered, last: checkpoint?.number ?? 0 };
}
