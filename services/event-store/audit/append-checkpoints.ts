import {
  CHECKPOINT_STREAM,
  type Checkpoint,
  type CheckpointEvent,
  checkpointEvents,
} from '@fynbos/domain/audit/checkpoint.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { pause } from '@fynbos/platform/pause.ts';
import type { EventLog, StreamHead } from '../event-log.ts';
import { GENESIS } from '../hash-chain.ts';
import type { Position, RecordedEvent } from '../port.ts';
import { macProblem } from './macs.ts';
import { packManifest } from './manifest.ts';
import { merkleRoot } from './merkle.ts';
import { isSigned, type Signer, statementHash, statementOf } from './signature.ts';

/** Maximum number of events under one checkpoint. It keeps the manifest far below a store's limit for one event. */
const MAX_EVENTS_PER_CHECKPOINT = 2_000;
const EVENTS_PER_READ = 2_000;

/** Where the events after the last checkpoint begin: their number before it, and the position of the last one. */
export interface Covered {
  readonly events: number;
  readonly position: Position | undefined;
}

export interface CheckpointAppendServices {
  readonly log: EventLog;
  readonly signer: Signer;
  readonly now: () => Date;
  /** Of the previous call. Counted from the first event if it is missing or does not match. */
  readonly covered?: Covered | undefined;
  /** The number of the last checkpoint known to exist, in the log or in the checkpoint archive. Default: 0. */
  readonly known?: number;
  /** Whether a person vouches for events without a MAC, which older releases recorded. Never applies to a wrong MAC. */
  readonly vouch?: boolean;
  /** Maximum number of events under one checkpoint. Default: 2,000. */
  readonly maxEvents?: number;
  /** Milliseconds to pause between two checkpoints, so that other work can run. Default: no pause. */
  readonly pauseMs?: number;
  readonly signal?: AbortSignal;
}

export interface CheckpointsAppended {
  /** In ascending order. */
  readonly checkpoints: readonly Checkpoint[];
  /** Where the next call begins. Undefined if another process was appending checkpoints at the same time. */
  readonly covered: Covered | undefined;
  /** The number of the last checkpoint in the log; 0 if there is none. */
  readonly last: number;
}

/** Thrown before anything is signed. The message says where; a verification of the log finds the cause. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

/** Counts the events to find the position of the `events`th event. */
async function countEvents({ log, signal }: CheckpointAppendServices, events: number): Promise<Covered> {
  let [seen, position] = [0, undefined as Position | undefined];
  while (seen < events && !signal?.aborted) {
    const page = await log.store.readAll({
      from: position,
      limit: Math.min(EVENTS_PER_READ, events - seen),
      hints: { lazily: true },
    });
    if (page.events.length === 0) throw new NotSigned('the log holds fewer events than its checkpoints cover');
    seen += page.events.length;
    position = page.events.at(-1)?.position;
  }
  return { events: seen, position };
}

/** Throws `NotSigned` if this installation did not sign it, or if later checkpoints are missing. */
async function lastCheckpoint({
  log,
  signer,
  known = 0,
}: CheckpointAppendServices): Promise<{ checkpoint: Checkpoint | null; head: StreamHead }> {
  const [last] = await log.store.readStream(CHECKPOINT_STREAM, { direction: 'backwards', limit: 1 });
  if ((last?.revision ?? -1) + 1 < known) throw new NotSigned(`checkpoint ${known} was made and is gone`);
  if (!last) return { checkpoint: null, head: { streamId: CHECKPOINT_STREAM, revision: -1, lastHash: GENESIS } };
  const head = { streamId: CHECKPOINT_STREAM, revision: last.revision, lastHash: last.metadata.hash };
  const { data: checkpoint } = checkpointEvents.LogCheckpointed.safeParse(last.data);
  if (!checkpoint || checkpoint.publicKey !== signer.publicKey || !isSigned(checkpoint))
    throw new NotSigned(`revision ${last.revision} of ${CHECKPOINT_STREAM} is no checkpoint of ours`);
  return { checkpoint, head };
}

/** Throws `NotSigned` for a wrong MAC, and for a missing one unless `vouch` is set. */
function withoutMac({ log, signer, vouch }: CheckpointAppendServices, events: readonly RecordedEvent[]): number {
  let missing = 0;
  for (const event of events) {
    const fault = macProblem(event, { keys: log.keys, publicKey: signer.publicKey });
    if (fault === 'wrong' || (fault === 'missing' && !vouch))
      throw new NotSigned(
        `revision ${event.revision} of ${event.streamId} has ${fault === 'wrong' ? 'a wrong' : 'no'} MAC`,
      );
    if (fault === 'missing') missing++;
  }
  return missing;
}

function signCheckpoint(
  services: CheckpointAppendServices,
  before: Checkpoint | null,
  events: readonly RecordedEvent[],
): Checkpoint {
  const { signer, now } = services;
  const stated = {
    number: (before?.number ?? 0) + 1,
    first: (before?.first ?? 1) + (before?.events ?? 0),
    events: events.length,
    root: merkleRoot(events.map(({ metadata }) => metadata.hash)),
    manifest: packManifest(events),
    previous: before ? statementHash(before) : GENESIS,
    signedAt: now().toISOString(),
    vouched: withoutMac(services, events),
  };
  return { ...stated, publicKey: signer.publicKey, signature: signer.sign(statementOf(stated)) };
}

/**
 * 2,000 events per checkpoint, and the remainder under one more; a remainder of checkpoints only waits. Each is
 * appended at an exact revision, so one of two processes succeeds. Throws `NotSigned` if the log holds less than its
 * checkpoints cover, checkpoints are missing, or a MAC is wrong or missing: a forged event must never receive our
 * signature. Throws `StoreUnavailable`.
 */
export async function appendCheckpoints(services: CheckpointAppendServices): Promise<CheckpointsAppended> {
  const { log, now, maxEvents = MAX_EVENTS_PER_CHECKPOINT, pauseMs = 0, signal } = services;
  let { checkpoint, head } = await lastCheckpoint(services);
  const events = checkpoint ? checkpoint.first + checkpoint.events - 1 : 0;
  let covered = services.covered?.events === events ? services.covered : await countEvents(services, events);
  const checkpoints: Checkpoint[] = [];
  while (!signal?.aborted) {
    const { position } = covered;
    const page = await log.store.readAll({ from: position, limit: maxEvents, hints: { lazily: true } });
    const last = page.events.at(-1);
    if (!last || page.events.every(({ streamId }) => streamId === CHECKPOINT_STREAM)) break;
    const data = signCheckpoint(services, checkpoint, page.events);
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
    if (pauseMs > 0) await pause(pauseMs, signal);
  }
  return { checkpoints, covered, last: checkpoint?.number ?? 0 };
}
