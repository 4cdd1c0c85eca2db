import { CHECKPOINT_STREAM } from '@fynbos/domain/audit/checkpoint.ts';
import { ConfigurationError } from '@fynbos/platform/config/configuration-error.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { logMismatch } from '@fynbos/platform/metrics.ts';
import { pause } from '@fynbos/platform/pause.ts';
import { isUnavailable, tableExists } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import type { LogGate, LogRefusal } from '../log-gate.ts';
import { logEnd } from '../log-position.ts';
import { type EventStore, type Position, StoreUnavailable } from '../port.ts';
import { assertStoreIdentity, signedMark } from './store-identity.ts';

/** The log is behind the processed events, or it is a different log: see `LogRefusal`. */
export class LogMismatch extends ConfigurationError {
  override readonly name = 'LogMismatch';
}

export interface GuardTimes {
  /** Pause between two comparisons while the log is valid, in milliseconds. */
  readonly everyMs: number;
  /** Pause while the log is invalid or the store does not answer, in milliseconds. */
  readonly retryMs: number;
  /** How long a mismatch must last before it counts: a read from a cluster follower may be slightly old. */
  readonly graceMs: number;
}

const DEFAULT_TIMES: GuardTimes = { everyMs: 3_000, retryMs: 500, graceMs: 3_000 };

const REMEDY =
  'Nothing is written until the right log is back. Stop the product; put the data of the event store back, or let EVENTSTORE_URL (without it: DATABASE_URL) name the right store; then start it again (docs/operations.md, "The event log is incomplete or another log").';

const behind = (found: Position | undefined, expected: string): LogRefusal => ({
  kind: 'behind',
  message: `The event log ${found === undefined ? 'is empty' : `ends at ${found}`}, but ${expected}: events are missing. ${REMEDY}`,
});

const other = (found: string): LogRefusal => ({
  kind: 'other',
  message: `This is not the event log of this installation: ${found}. ${REMEDY}`,
});

/** The shape of a position. All positions of one store have the same shape. */
const shapeOf = (position: Position): string => position.replace(/\d/g, '9');

/** The furthest checkpoint of any subscription; null where no subscription has processed an event. */
async function furthestCheckpoint(db: pg.Pool): Promise<{ name: string; position: Position } | null> {
  if (!(await tableExists(db, 'engine.checkpoints'))) return null;
  const { rows } = await db.query<{ name: string; position: Position }>(
    `select "projection" as name, "position" from engine.checkpoints
     where "position" is not null order by "position" desc limit 1`,
  );
  return rows[0] ?? null;
}

/**
 * The latest signed checkpoint must be at its position with its hash, and the log must reach the furthest subscription:
 * then null. Only this code decides it.
 */
export async function compareLog(store: EventStore, db: pg.Pool): Promise<LogRefusal | null> {
  // Read before the log, so that a subscription that advances during the read does not seem ahead of the log.
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
  if (
    furthest === null ||
    (head !== undefined && head >= furthest.position && shapeOf(head) === shapeOf(furthest.position))
  )
    return null;
  const expected = `${furthest.name} has processed events up to ${furthest.position}`;
  if (head !== undefined && shapeOf(head) !== shapeOf(furthest.position))
    return other(`its positions look like ${head}, and ${expected}`);
  // The server's own events may follow the product's events.
  const end = await logEnd(store, head);
  return end !== undefined && end >= furthest.position ? null : behind(end, expected);
}

interface GuardServices {
  readonly gate: LogGate;
  readonly db: pg.Pool;
}

/**
 * Checks before a process starts that the log is the one that was processed, and complete. Throws `WrongEventStore`,
 * `LogMismatch` where a mismatch lasts, and `StoreUnavailable`.
 */
export async function assertLogHolds({ gate, db }: GuardServices, times: Partial<GuardTimes> = {}): Promise<void> {
  const { retryMs, graceMs } = { ...DEFAULT_TIMES, ...times };
  await assertStoreIdentity(gate.raw, db);
  for (const began = performance.now(); ; await pause(retryMs)) {
    const found = await compareLog(gate.raw, db);
    if (found === null) return;
    if (performance.now() - began >= graceMs) throw new LogMismatch(found.message);
  }
}

/**
 * Regularly, and at once after an outage. Closes the gate while the log is invalid; callers retry what was refused.
 * `close` stops it.
 */
export const startLogGuard = (
  services: GuardServices & { readonly logger: Logger },
  times: Partial<GuardTimes> = {},
): { close(): Promise<void> } => new LogGuard(services, { ...DEFAULT_TIMES, ...times });

class LogGuard {
  private ended = false;
  private waiting = new AbortController();
  private wasUnavailable = false;
  private suspectSince: number | null = null;
  private readonly working: Promise<void>;

  constructor(
    private readonly services: GuardServices & { readonly logger: Logger },
    private readonly times: GuardTimes,
  ) {
    services.gate.onUnavailable = () => {
      // Only the first failed call triggers a check: an unavailable store is asked at most once per `retryMs`.
      if (!this.wasUnavailable) this.waiting.abort();
      this.wasUnavailable = true;
    };
    this.working = this.watch();
  }

  close(): Promise<void> {
    this.services.gate.onUnavailable = undefined;
    this.ended = true;
    this.waiting.abort();
    return this.working;
  }

  private async watch(): Promise<void> {
    const { everyMs, retryMs } = this.times;
    while (!this.ended) {
      await this.compare().catch((err: unknown) => {
        // Callers report an unavailable store themselves; only other errors are logged here.
        if (!(err instanceof StoreUnavailable) && !isUnavailable(err))
          this.services.logger.warn({ err }, 'the check of the event log failed; retrying');
        this.wasUnavailable = true;
      });
      if (this.ended) return;
      this.waiting = new AbortController();
      const isHealthy = !this.wasUnavailable && this.suspectSince === null;
      await pause(isHealthy ? everyMs : retryMs, this.waiting.signal);
    }
  }

  private async compare(): Promise<void> {
    const { gate, db } = this.services;
    const found = await compareLog(gate.raw, db);
    if (found === null) {
      this.suspectSince = null;
      this.openGate();
    } else {
      this.suspectSince ??= performance.now();
      // After an outage the log may have been lost with the server. Writing stays disabled until the log is checked.
      const lasts = performance.now() - this.suspectSince >= this.times.graceMs;
      if (this.wasUnavailable || gate.refusal !== null || lasts) this.closeGate(found);
    }
    this.wasUnavailable = false;
  }

  private openGate(): void {
    const { gate, logger } = this.services;
    if (gate.refusal !== null)
      logger.warn(
        { was: gate.refusal.kind },
        'the event log is the right one again; commands and subscriptions continue',
      );
    gate.refusal = null;
    gate.refusedSince = null;
    logMismatch.set(0);
  }

  private closeGate(found: LogRefusal): void {
    const { gate, logger } = this.services;
    if (gate.refusal === null) logger.error({ kind: found.kind }, found.message);
    gate.refusal = found;
    gate.refusedSince ??= new Date();
    logMismatch.set(1);
  }
}
