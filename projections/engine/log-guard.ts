import { setTimeout as sleep } from 'node:timers/promises';
import { CHECKPOINT_STREAM } from '@fynbos/domain/checkpoint/events.ts';
import type { LogGate, LogRefusal } from '@fynbos/event-store/log-gate.ts';
import { logEnd } from '@fynbos/event-store/log-position.ts';
import { type EventStore, type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { ConfigurationError } from '@fynbos/platform/configuration-error.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { logMismatch } from '@fynbos/platform/metrics.ts';
import { isThere, isUnavailable } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import { assertStoreIdentity, signedMark } from './store-identity.ts';

/** The log is behind what was processed, or another one: see `LogRefusal`. */
export class LogMismatch extends ConfigurationError {
  override readonly name = 'LogMismatch';
}

export interface GuardTimes {
  /** Pause between two comparisons while the log is right. */
  readonly everyMs: number;
  /** Pause while it is not, or the store does not answer. */
  readonly againMs: number;
  /** How long a mismatch has to last: a read from a follower of a cluster may be some moments old. */
  readonly graceMs: number;
}

const defaultTimes: GuardTimes = { everyMs: 3_000, againMs: 500, graceMs: 3_000 };

const WHAT_TO_DO =
  'Nothing is written until the right log is back. Stop the product; put the data of the event store back, or let EVENTSTORE_URL (without it: DATABASE_URL) name the right store; then start it again (docs/operations.md, "The event log is behind or another").';

const behind = (found: Position | undefined, expected: string): LogRefusal => ({
  kind: 'behind',
  message: `The event log ${found === undefined ? 'is empty' : `ends at ${found}`}, but ${expected}: events are missing. ${WHAT_TO_DO}`,
});

const other = (found: string): LogRefusal => ({
  kind: 'other',
  message: `This is not the event log of this installation: ${found}. ${WHAT_TO_DO}`,
});

/** Positions of one store have one form. */
const form = (position: Position): string => position.replace(/\d/g, '9');

/** The furthest checkpoint of any subscription; null where none has taken an event. */
async function furthestCheckpoint(db: pg.Pool): Promise<{ name: string; position: Position } | null> {
  if (!(await isThere(db, 'engine.checkpoints'))) return null;
  const { rows } = await db.query<{ name: string; position: Position }>(
    `select "projection" as name, "position" from engine.checkpoints
     where "position" is not null order by "position" desc limit 1`,
  );
  return rows[0] ?? null;
}

/**
 * Compares the log with what this installation knows of it: the event of the latest signed checkpoint is where it was, with
 * its hash, and the log reaches as far as the furthest subscription. Null where both hold. The only place that decides
 * this. Throws `StoreUnavailable` and what Postgres throws.
 */
export async function compareLog(store: EventStore, db: pg.Pool): Promise<LogRefusal | null> {
  // Before the log is read: a subscription that advances meanwhile must not seem ahead of it.
  const furthest = await furthestCheckpoint(db);
  const signed = await signedMark(db);
  const head = await store.head();
  if (signed) {
    const [event] = await store.readStream(CHECKPOINT_STREAM, { from: signed.revision, limit: 1 });
    const checkpoint = `signed checkpoint ${signed.revision + 1}`;
    if (!event && (head === undefined || head < signed.position))
      return behind(head, `${checkpoint} was recorded at ${signed.position}`);
    if (!event) return other(`${checkpoint}, recorded at ${signed.position}, is not in it`);
    if (event.id !== signed.eventId || event.position !== signed.position || event.metadata.hash !== signed.hash)
      return other(`${checkpoint} was recorded at ${signed.position}, and another event is in its place`);
  }
  if (furthest === null || (head !== undefined && head >= furthest.position && form(head) === form(furthest.position)))
    return null;
  const expected = `${furthest.name} has processed events up to ${furthest.position}`;
  if (head !== undefined && form(head) !== form(furthest.position))
    return other(`its positions look like ${head}, and ${expected}`);
  // The server's own events may follow ours.
  const end = await logEnd(store, head);
  return end !== undefined && end >= furthest.position ? null : behind(end, expected);
}

interface GuardParts {
  readonly gate: LogGate;
  readonly db: pg.Pool;
}

/**
 * What each process asks before it works: the log is the one that read models and reactions have processed, and all of it.
 * Throws `StandsElsewhere`, `LogMismatch` where a mismatch lasts, `StoreUnavailable` and what Postgres throws.
 */
export async function assertLogHolds({ gate, db }: GuardParts, times: Partial<GuardTimes> = {}): Promise<void> {
  const { againMs, graceMs } = { ...defaultTimes, ...times };
  await assertStoreIdentity(gate.raw, db);
  for (const began = performance.now(); ; await sleep(againMs)) {
    const found = await compareLog(gate.raw, db);
    if (found === null) return;
    if (performance.now() - began >= graceMs) throw new LogMismatch(found.message);
  }
}

/**
 * Goes on comparing while the process works, at once after the store was away, and closes the gate as long as the log does
 * not hold. Opens it again when it does: everything that was refused is tried again by its callers. Gives how to stop it.
 */
export function startLogGuard(
  { gate, db, logger }: GuardParts & { readonly logger: Logger },
  times: Partial<GuardTimes> = {},
): { close(): Promise<void> } {
  const { everyMs, againMs, graceMs } = { ...defaultTimes, ...times };
  let ended = false;
  let pause = new AbortController();
  let wasAway = false;
  let suspectSince: number | null = null;

  const open = (): void => {
    if (gate.refusal !== null)
      logger.warn(
        { was: gate.refusal.kind },
        'the event log is the right one again; commands are taken and subscriptions go on',
      );
    gate.refusal = null;
    gate.refusedSince = null;
    logMismatch.set(0);
  };
  const close = (found: LogRefusal): void => {
    if (gate.refusal === null) logger.error({ kind: found.kind }, found.message);
    gate.refusal = found;
    gate.refusedSince ??= new Date();
    logMismatch.set(1);
  };

  const look = async (): Promise<void> => {
    const found = await compareLog(gate.raw, db);
    if (found === null) open();
    else {
      suspectSince ??= performance.now();
      // After an outage the log may have been lost with the server: nothing may be written to it meanwhile.
      if (wasAway || gate.refusal !== null || performance.now() - suspectSince >= graceMs) close(found);
    }
    if (found === null) suspectSince = null;
    wasAway = false;
  };

  const working = (async () => {
    while (!ended) {
      await look().catch((err: unknown) => {
        // That it is away is told by whoever needs it; everything else is told here.
        if (!(err instanceof StoreUnavailable) && !isUnavailable(err)) logger.warn({ err }, 'the log was not compared');
        wasAway = true;
      });
      if (ended) return;
      pause = new AbortController();
      const { signal } = pause;
      const isCalm = !wasAway && suspectSince === null;
      await sleep(isCalm ? everyMs : againMs, undefined, { signal }).catch(() => undefined);
    }
  })();
  gate.onUnavailable = () => {
    // Only the first call that fails: while the store is away it is not to be asked more often than `againMs`.
    if (!wasAway) pause.abort();
    wasAway = true;
  };
  return {
    close() {
      gate.onUnavailable = undefined;
      ended = true;
      pause.abort();
      return working;
    },
  };
}
