import type { Checkpoint } from '@fynbos/domain/audit/checkpoint.ts';
import { pause } from '@fynbos/platform/pause.ts';
import { z } from 'zod';
import { GENESIS, verifyStream } from '../hash-chain.ts';
import type { EventStore, RecordedEvent } from '../port.ts';
import { validCheckpoints } from './checkpoint-chain.ts';
import { ExpectedEvents } from './expected-events.ts';
import { Findings, finding } from './finding.ts';
import { Macs, type VerificationKeys } from './macs.ts';

export interface VerifyLogOptions extends VerificationKeys {
  /** Checkpoints from the checkpoint archive. */
  readonly elsewhere?: readonly Checkpoint[];
  /** The number of the last checkpoint known to exist. Default: 0. */
  readonly known?: number;
  /** Called after each page with the number of events read and a lower bound of the total. */
  readonly onProgress?: (done: number, total: number) => Promise<void> | void;
  /** Milliseconds to pause after each page, so that other work can run. Default: no pause. */
  readonly pauseMs?: number;
  readonly signal?: AbortSignal;
}

export const logVerification = z.object({
  intact: z.boolean(),
  events: z.int(),
  streams: z.int(),
  checkpoints: z.int(),
  /** Events that a checkpoint covers. For later events only chains and MACs are verified. */
  covered: z.int(),
  /** The number of all findings; at most 100 are listed. */
  count: z.int(),
  findings: z.array(finding),
});
export type LogVerification = z.output<typeof logVerification>;

const EVENTS_PER_READ = 1_000;

interface Head {
  revision: number;
  hash: string;
}

/** Reports a stream once, because everything after a break fails too. */
class Chains {
  readonly heads = new Map<string, Head>();
  readonly broken = new Set<string>();

  constructor(
    private readonly store: EventStore,
    private readonly findings: Findings,
  ) {}

  async check(event: RecordedEvent, covered: boolean): Promise<void> {
    const { streamId, revision, metadata } = event;
    const head = this.heads.get(streamId) ?? { revision: -1, hash: GENESIS };
    const holds = verifyStream([event], head) === null;
    this.heads.set(streamId, { revision: Math.max(revision, head.revision), hash: String(metadata.hash ?? '') });
    if (holds || this.broken.has(streamId)) return;
    this.broken.add(streamId);
    const expected = head.revision + 1;
    if (revision === expected) {
      const what = covered
        ? `revision ${revision} of ${streamId} was edited.`
        : `revision ${revision} of ${streamId} was edited or inserted; no checkpoint covers it yet.`;
      this.findings.add('edited', event, what, event);
    } else if (revision < expected) {
      const what = `revision ${revision} of ${streamId} follows a later one.`;
      this.findings.add('reordered', event, what, event);
    } else {
      const [elsewhere] = await this.store.readStream(streamId, { from: expected, limit: 1 });
      const kind = elsewhere?.revision === expected ? 'reordered' : 'removed';
      const what =
        kind === 'removed'
          ? `revision ${expected} of ${streamId} is gone.`
          : `revision ${expected} of ${streamId} follows a later one.`;
      this.findings.add(kind, { streamId, revision: expected }, what, {
        id: elsewhere?.id ?? null,
        position: event.position,
      });
    }
  }
}

/**
 * Every stream's hash chain, every MAC and every checkpoint. Reports events that were edited, removed, inserted or
 * moved in the database, in log order. Reads the log once; memory grows with the number of streams. If `signal` aborts,
 * throws its reason.
 */
export async function verifyLog(
  store: EventStore,
  { keys, publicKey, elsewhere = [], known = 0, onProgress, pauseMs = 0, signal }: VerifyLogOptions,
): Promise<LogVerification> {
  const findings = new Findings();
  const checkpoints = await validCheckpoints(store, { publicKey, elsewhere, known }, findings);
  const last = checkpoints.at(-1);
  const total = last ? last.first + last.events : 0;
  const chains = new Chains(store, findings);
  const macs = new Macs({ keys, publicKey }, findings, chains.broken);
  const expected = new ExpectedEvents(checkpoints, store, findings, (streamId) => chains.broken.add(streamId));
  let [events, covered, from] = [0, 0, undefined as string | undefined];
  for (let atEnd = false; !atEnd; ) {
    signal?.throwIfAborted();
    const page = await store.readAll({ from, limit: EVENTS_PER_READ });
    const tampered = await store.findTamperedEvents?.(page.events);
    for (const event of page.events) {
      const covering = await expected.check(event);
      if (covering) covered++;
      await chains.check(event, covering !== null);
      macs.check(event, covering);
      const { id, streamId, revision } = event;
      const difference = chains.broken.has(streamId) ? undefined : tampered?.get(id);
      if (difference === undefined) continue;
      const what = `revision ${revision} of ${streamId}: ${difference}.`;
      findings.add('edited', event, what, event);
    }
    events += page.events.length;
    await onProgress?.(events, Math.max(total, events));
    // An abort during the pause takes effect at the start of the next page.
    if (pauseMs > 0 && !page.atEnd) await pause(pauseMs, signal);
    ({ atEnd } = page);
    from = page.next;
  }
  await expected.end();
  return {
    intact: findings.count === 0,
    events,
    streams: chains.heads.size,
    checkpoints: checkpoints.length,
    covered,
    count: findings.count,
    findings: findings.named,
  };
}
