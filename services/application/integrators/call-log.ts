import { randomUUID } from 'node:crypto';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import { open, seal } from '@fynbos/platform/crypto/sealing.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { insertRows } from '@fynbos/platform/postgres.ts';
import { isDataError } from '@fynbos/projections/engine/transaction.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { type ItemOutcome, itemError } from '../rentals/record-rental-events.ts';
import { MOST_KEPT, pruneCalls, sealedAs } from './calls-schema.ts';

interface CallLogServices {
  readonly db: Pool;
  readonly log: { readonly keys: KeyRing };
  readonly callLog: CallLog;
}

/** Rows returned at most. */
const SHOWN = 100;

type CallRow = Pick<LoggedCall, 'callId' | 'keyId' | 'at' | 'form' | 'dryRun' | 'status' | 'durationMs'> &
  LoggedCall['counts'];

/** A refused item of a call. */
export const refusedItemRow = z.object({
  itemId: z.string(),
  callId: z.string(),
  integratorId: z.string(),
  at: z.date(),
  line: z.int(),
  type: z.string().nullable(),
  eventId: z.string().nullable(),
  reservationNo: z.string().nullable(),
  result: z.enum(['conflict', 'rejected']),
  errors: z.array(itemError),
  retriedAt: z.date().nullable(),
  retryResult: z.string().nullable(),
  /** With the driver's name masked. Null if it was too long to store, not JSON, or its key was destroyed. */
  item: z.unknown(),
});
type RefusedItemRow = z.output<typeof refusedItemRow>;
type RefusedRow = Omit<RefusedItemRow, 'item'> & { readonly sealed: string | null };

/** The latest calls of an integrator, the newest first. */
export async function latestCalls({ db, callLog }: CallLogServices, integratorId: string): Promise<readonly CallRow[]> {
  await callLog.flush();
  const { rows } = await db.query<CallRow>(
    `select "callId", "keyId", "at", "form", "dryRun", "status", "durationMs", "recorded", "duplicate", "conflict", "rejected", "unavailable"
     from integrations.calls where "integratorId" = $1 order by "at" desc limit ${SHOWN}`,
    [integratorId],
  );
  return rows;
}

async function opened(
  { log }: CallLogServices,
  integratorId: string,
  rows: readonly RefusedRow[],
): Promise<RefusedItemRow[]> {
  const subject = sealedAs(integratorId);
  const key = (await log.keys.keysFor([subject], { create: false })).get(subject);
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    item: key && sealed ? JSON.parse(open(key, sealed, row.itemId)) : null,
  }));
}

/** The latest refused items of an integrator, the newest first. */
export async function latestRefusedItems(
  services: CallLogServices,
  integratorId: string,
): Promise<readonly RefusedItemRow[]> {
  await services.callLog.flush();
  const { rows } = await services.db.query<RefusedRow>(
    `select * from integrations."refusedItems" where "integratorId" = $1 order by "at" desc, "line" limit ${SHOWN}`,
    [integratorId],
  );
  return opened(services, integratorId, rows);
}

/** One refused item; null if there is none. */
export async function refusedItem(
  services: CallLogServices,
  integratorId: string,
  itemId: string,
): Promise<RefusedItemRow | null> {
  await services.callLog.flush();
  const { rows } = await services.db.query<RefusedRow>(
    `select * from integrations."refusedItems" where "integratorId" = $1 and "itemId" = $2`,
    [integratorId, itemId],
  );
  return (await opened(services, integratorId, rows))[0] ?? null;
}

/** Records the result of sending a refused item again. */
export async function recordRetry(db: Pool, itemId: string, at: Date, result: string): Promise<void> {
  await db.query(`update integrations."refusedItems" set "retriedAt" = $2, "retryResult" = $3 where "itemId" = $1`, [
    itemId,
    at,
    result,
  ]);
}

/** An integrator's call in progress. */
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
const MOST_OF_CALL = 100;
/** Rows of an integrator after which its log is pruned; pruning after each write would take longer than the write. */
const PRUNED_AFTER = MOST_KEPT / 4;
/** Length limits of a stored item, and of all its errors, in characters of their JSON. */
const LONGEST = 16_384;
const NAME = /^[A-Za-z0-9._/-]{1,64}$/;

const named = (item: unknown, field: string): string | null => {
  const value = (item as Record<string, unknown> | null | undefined)?.[field];
  return typeof value === 'string' && NAME.test(value) ? value : null;
};

/** The first errors within the length limit. */
function keptErrors(errors: ItemOutcome['errors'] = []): ItemOutcome['errors'] {
  let room = LONGEST;
  return errors.filter((error) => {
    room -= JSON.stringify(error).length;
    return room >= 0;
  });
}

/** The item's JSON; undefined if it cannot be serialised or is too long. */
function keptText(item: unknown): string | undefined {
  try {
    const text = item === undefined ? undefined : JSON.stringify(item);
    return text !== undefined && text.length <= LONGEST ? text : undefined;
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
      if (isRefused && !call.dryRun && call.refused.length < MOST_OF_CALL)
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
        const text = keptText(item);
        return {
          itemId,
          callId,
          integratorId,
          at,
          line,
          result: outcome.result,
          errors: keptErrors(outcome.errors),
          type: named(item, 'type'),
          eventId: named(item, 'eventId'),
          reservationNo: named(item, 'reservationNo'),
          sealed: key && text !== undefined ? seal(key, text, itemId) : null,
        };
      }),
    );
  }

  private async prune(calls: readonly LoggedCall[]): Promise<void> {
    for (const { integratorId, refused } of calls) {
      const before = this.written.get(integratorId) ?? PRUNED_AFTER;
      this.written.set(integratorId, before + 1 + refused.length);
    }
    const due = [...new Set(calls.map(({ integratorId }) => integratorId))].filter(
      (integratorId) => (this.written.get(integratorId) ?? 0) >= PRUNED_AFTER,
    );
    if (due.length === 0) return;
    await pruneCalls(this.db, due);
    for (const integratorId of due) this.written.set(integratorId, 0);
  }
}
