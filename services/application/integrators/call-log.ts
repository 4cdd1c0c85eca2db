import { randomUUID } from 'node:crypto';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import { seal } from '@fynbos/platform/crypto/sealing.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { insertRows } from '@fynbos/platform/postgres.ts';
import { isDataError } from '@fynbos/projections/engine/transaction.ts';
import type { Pool } from 'pg';
import type { ItemOutcome } from '../rentals/record-rental-events.ts';
import { MAX_STORED_CALLS, pruneCalls, sealedAs } from './calls-schema.ts';

export interface LoggedCall {
  readonly callId: string;
  readonly integratorId: string;
  readonly keyId: string;
  readonly at: Date;
  readonly began: number;
  readonly form: 'object' | 'array' | 'stream';
  readonly dryRun: boolean;
  readonly counts: Record<ItemOutcome['result'], number>;
  readonly refused: RefusedItem[];
  /** HTTP status of the response; 0 until it is sent. */
  status: number;
  durationMs: number;
}

type NewCall = Pick<LoggedCall, 'integratorId' | 'keyId' | 'at' | 'form' | 'dryRun'>;

interface RefusedItem {
  readonly line: number;
  readonly outcome: ItemOutcome;
  readonly item: unknown;
}

const FLUSH_MS = 1_000;
/** Refused items stored per call. */
const MAX_ITEMS_PER_CALL = 100;
/** Rows of an integrator after which its log is pruned; pruning after each write would take longer than the write. */
const PRUNE_INTERVAL_ROWS = MAX_STORED_CALLS / 4;
/** Length limits of a stored item, and of all its errors, in characters of their JSON. */
const MAX_ITEM_LENGTH = 16_384;
const IDENTIFIER = /^[A-Za-z0-9._/-]{1,64}$/;

const identifierIn = (item: unknown, field: string): string | null => {
  const value = (item as Record<string, unknown> | null | undefined)?.[field];
  return typeof value === 'string' && IDENTIFIER.test(value) ? value : null;
};

/** The first errors within the length limit. */
function storedErrors(errors: ItemOutcome['errors'] = []): ItemOutcome['errors'] {
  let remainingLength = MAX_ITEM_LENGTH;
  return errors.filter((error) => {
    remainingLength -= JSON.stringify(error).length;
    return remainingLength >= 0;
  });
}

/** The item's JSON; undefined if it cannot be serialised or is too long. */
function storedText(item: unknown): string | undefined {
  try {
    const text = item === undefined ? undefined : JSON.stringify(item);
    return text !== undefined && text.length <= MAX_ITEM_LENGTH ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Bounded: time, form, results, duration, and refused items, which are sealed because they may contain personal data.
 * Written in the background, once a second, so that no call waits; a crash may lose the last second.
 */
export class CallLog {
  private pending: LoggedCall[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  /** Rows of each integrator written since this process last pruned its log; absent before the first time. */
  private readonly written = new Map<string, number>();

  constructor(
    private readonly db: Pool,
    private readonly keys: KeyRing,
    private readonly logger: Logger,
  ) {}

  /** Copies field by field: a copy by rest or spread lives longer in memory (docs/decisions/0031). */
  open({ integratorId, keyId, at, form, dryRun }: NewCall): LoggedCall {
    return {
      callId: randomUUID(),
      integratorId,
      keyId,
      at,
      began: performance.now(),
      form,
      dryRun,
      counts: { recorded: 0, duplicate: 0, conflict: 0, rejected: 0, unavailable: 0 },
      refused: [],
      status: 0,
      durationMs: 0,
    };
  }

  /** Counts outcomes; `items` are the sent values in the same order. Batches of a stream may end in another order. */
  note(call: LoggedCall, outcomes: readonly ItemOutcome[], items: readonly unknown[], firstLine: number): void {
    outcomes.forEach((outcome, index) => {
      call.counts[outcome.result]++;
      const isRefused = outcome.result === 'conflict' || outcome.result === 'rejected';
      if (isRefused && !call.dryRun && call.refused.length < MAX_ITEMS_PER_CALL)
        call.refused.push({ line: firstLine + index, outcome, item: items[index] });
    });
  }

  /** Completes the entry of a call, which is written within a second. */
  close(call: LoggedCall, status: number): void {
    call.status = status;
    call.durationMs = Math.round(performance.now() - call.began);
    this.pending.push(call);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes the pending calls. A failure is logged; these calls are then missing from the log, not from the events. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const calls = this.pending;
    this.pending = [];
    if (calls.length > 0)
      this.writing = this.writing
        .then(() => this.write(calls))
        .catch((err) => this.logger.warn({ err }, 'calls of integrators could not be logged'));
    return this.writing;
  }

  private async write(calls: readonly LoggedCall[]): Promise<void> {
    const rows = calls.map(({ counts, began: _began, refused: _refused, ...call }) => ({
      ...call,
      ...counts,
    }));
    await insertRows(this.db, 'integrations.calls', rows);
    const items = await this.sealedItems(calls);
    if (items.length > 0) await this.insertItems(items);
    await this.prune(calls);
  }

  /** Inserts items together, or one by one if Postgres rejects the data of one of them. */
  private async insertItems(items: readonly object[]): Promise<void> {
    const insert = (some: readonly object[]) => insertRows(this.db, 'integrations."refusedItems"', some);
    try {
      await insert(items);
    } catch (error) {
      if (!isDataError(error)) throw error;
      for (const item of items)
        await insert([item]).catch((err) => {
          if (!isDataError(err)) throw err;
          this.logger.warn({ err }, 'a refused item could not be logged');
        });
    }
  }

  private async sealedItems(calls: readonly LoggedCall[]): Promise<object[]> {
    const senders = calls.filter(({ refused }) => refused.length > 0).map(({ integratorId }) => sealedAs(integratorId));
    if (senders.length === 0) return [];
    const keys = await this.keys.keysFor([...new Set(senders)], { create: true });
    return calls.flatMap(({ callId, integratorId, at, refused }) =>
      refused.map(({ line, outcome, item }) => {
        const itemId = randomUUID();
        const key = keys.get(sealedAs(integratorId));
        const text = storedText(item);
        return {
          itemId,
          callId,
          integratorId,
          at,
          line,
          result: outcome.result,
          errors: storedErrors(outcome.errors),
          type: identifierIn(item, 'type'),
          eventId: identifierIn(item, 'eventId'),
          reservationNo: identifierIn(item, 'reservationNo'),
          sealed: key && text !== undefined ? seal(key, text, itemId) : null,
        };
      }),
    );
  }

  private async prune(calls: readonly LoggedCall[]): Promise<void> {
    for (const { integratorId, refused } of calls) {
      const before = this.written.get(integratorId) ?? PRUNE_INTERVAL_ROWS;
      this.written.set(integratorId, before + 1 + refused.length);
    }
    const due = [...new Set(calls.map(({ integratorId }) => integratorId))].filter(
      (integratorId) => (this.written.get(integratorId) ?? 0) >= PRUNE_INTERVAL_ROWS,
    );
    if (due.length === 0) return;
    await pruneCalls(this.db, due);
    for (const integratorId of due) this.written.set(integratorId, 0);
  }
}
