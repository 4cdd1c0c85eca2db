import { randomUUID } from 'node:crypto';
import { migrateCalls } from '@fynbos/application/integrators/calls-schema.ts';
import { MOST_KEPT, pruneCalls, sealedAs } from '@fynbos/application/integrators/prune-calls.ts';
import type { KeyRing } from '@fynbos/platform/keys.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { seal } from '@fynbos/platform/sealing.ts';
import { isDataError } from '@fynbos/projections/engine/transaction.ts';
import type { Pool } from 'pg';
import type { ItemAnswer } from '../../rentals/record.ts';

/** One call of an integrator, while it goes on. */
export interface OpenCall {
  readonly callId: string;
  readonly integratorId: string;
  readonly keyId: string;
  readonly at: Date;
  readonly began: number;
  readonly form: 'object' | 'array' | 'stream';
  readonly dryRun: boolean;
  readonly counts: Record<ItemAnswer['result'], number>;
  readonly refused: RefusedItem[];
  line: number;
  /** Of the answer; 0 until it is given. */
  status: number;
  durationMs: number;
}

type WhoCalls = Pick<OpenCall, 'integratorId' | 'keyId' | 'at' | 'form' | 'dryRun'>;

interface RefusedItem {
  readonly line: number;
  readonly answer: ItemAnswer;
  readonly item: unknown;
}

const FLUSH_MS = 1_000;
/** Most refused items kept of one call: who sends a million bad lines needs to see a few. */
const MOST_OF_CALL = 100;
/** After so many rows of an integrator its log is shortened; at each writing it cost more than the writing. */
const PRUNED_AFTER = MOST_KEPT / 4;
/** Longest item kept, and most of its errors, in characters of their JSON. */
const LONGEST = 16_384;
const NAME = /^[A-Za-z0-9._/-]{1,64}$/;

const named = (item: unknown, field: string): string | null => {
  const value = (item as Record<string, unknown> | null | undefined)?.[field];
  return typeof value === 'string' && NAME.test(value) ? value : null;
};

/** The first errors, as many as there is room for. */
function keptErrors(errors: ItemAnswer['errors'] = []): ItemAnswer['errors'] {
  let room = LONGEST;
  return errors.filter((error) => {
    room -= JSON.stringify(error).length;
    return room >= 0;
  });
}

/** The item's JSON; undefined where it has none, is nested too deeply for one, or is too long to keep. */
function keptText(item: unknown): string | undefined {
  try {
    const text = item === undefined ? undefined : JSON.stringify(item);
    return text !== undefined && text.length <= LONGEST ? text : undefined;
  } catch {
    return undefined;
  }
}

const rowOf = ({ callId, integratorId, keyId, at, form, dryRun, status, durationMs, counts }: OpenCall): object => ({
  callId,
  integratorId,
  keyId,
  at,
  form,
  dryRun,
  status,
  durationMs,
  recorded: counts.recorded,
  duplicate: counts.duplicate,
  conflict: counts.conflict,
  rejected: counts.rejected,
  unavailable: counts.unavailable,
});

/**
 * The integrators' recent calls: when, what, how it came out and how long it took, and the items that were refused. A
 * bounded log beside the events: written in the background, together, so that a call does not wait for it; what a crash
 * takes of the last second is not missed. Nothing in it can be read as a person's but what is sealed.
 */
export class CallLog {
  private waiting: OpenCall[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private made: Promise<unknown> | undefined;
  /** Rows of each integrator that this process wrote since it last shortened its log; absent before the first time. */
  private readonly written = new Map<string, number>();

  constructor(
    private readonly pool: Pool,
    private readonly keys: KeyRing,
    private readonly logger: Logger,
  ) {}

  /** Begins the record of a call. Named field by field: copies of what is not named would not die young (docs/decisions/0031). */
  open({ integratorId, keyId, at, form, dryRun }: WhoCalls): OpenCall {
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
      line: 0,
      status: 0,
      durationMs: 0,
    };
  }

  /** Counts what was answered; `items` are what was sent, in the same order. */
  note(call: OpenCall, answers: readonly ItemAnswer[], items: readonly unknown[]): void {
    answers.forEach((answer, index) => {
      call.counts[answer.result]++;
      const isRefused = answer.result === 'conflict' || answer.result === 'rejected';
      if (isRefused && !call.dryRun && call.refused.length < MOST_OF_CALL)
        call.refused.push({ line: call.line + index, answer, item: items[index] });
    });
    call.line += answers.length;
  }

  /** The call is over; it is written with others within a second. */
  close(call: OpenCall, status: number): void {
    call.status = status;
    call.durationMs = Math.round(performance.now() - call.began);
    this.waiting.push(call);
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Makes the tables where they are missing. */
  ready(): Promise<unknown> {
    this.made ??= migrateCalls(this.pool).catch((error) => {
      this.made = undefined;
      throw error;
    });
    return this.made;
  }

  /** Writes what waits. A failure is logged; the calls it concerned are lost from this log, not from the events. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const calls = this.waiting;
    this.waiting = [];
    if (calls.length > 0)
      this.writing = this.writing
        .then(() => this.write(calls))
        .catch((err) => this.logger.warn({ err }, 'calls of integrators were not logged'));
    return this.writing;
  }

  private async write(calls: readonly OpenCall[]): Promise<void> {
    await this.ready();
    await this.pool.query(
      `insert into integrations.calls ("callId", "integratorId", "keyId", "at", "form", "dryRun", "status", "durationMs",
         "recorded", "duplicate", "conflict", "rejected", "unavailable")
       select * from json_to_recordset($1::json) as r("callId" uuid, "integratorId" text, "keyId" text, "at" timestamptz, "form" text,
         "dryRun" boolean, "status" int, "durationMs" int, "recorded" int, "duplicate" int, "conflict" int, "rejected" int, "unavailable" int)`,
      [JSON.stringify(calls.map(rowOf))],
    );
    const items = await this.sealedItems(calls);
    if (items.length > 0) await this.insertItems(items);
    await this.prune(calls);
  }

  /** All at once; where Postgres does not take one of them, one by one, so that the others are kept. */
  private async insertItems(items: readonly object[]): Promise<void> {
    const insert = (some: readonly object[]) =>
      this.pool.query(
        `insert into integrations."refusedItems" ("itemId", "callId", "integratorId", "at", "line", "type", "eventId", "reservationNo",
           "result", "errors", "sealed")
         select * from json_to_recordset($1::json) as r("itemId" uuid, "callId" uuid, "integratorId" text, "at" timestamptz, "line" int,
           "type" text, "eventId" text, "reservationNo" text, "result" text, "errors" jsonb, "sealed" text)`,
        [JSON.stringify(some)],
      );
    try {
      await insert(items);
    } catch (error) {
      if (!isDataError(error)) throw error;
      for (const item of items)
        await insert([item]).catch((err) => {
          if (!isDataError(err)) throw err;
          this.logger.warn({ err }, 'a refused item was not logged');
        });
    }
  }

  private async sealedItems(calls: readonly OpenCall[]): Promise<object[]> {
    const senders = calls.filter(({ refused }) => refused.length > 0).map(({ integratorId }) => sealedAs(integratorId));
    if (senders.length === 0) return [];
    const keys = await this.keys.keysFor([...new Set(senders)], { create: true });
    return calls.flatMap(({ callId, integratorId, at, refused }) =>
      refused.map(({ line, answer, item }) => {
        const itemId = randomUUID();
        const key = keys.get(sealedAs(integratorId));
        const text = keptText(item);
        return {
          ...{ itemId, callId, integratorId, at, line, result: answer.result, errors: keptErrors(answer.errors) },
          ...{
            type: named(item, 'type'),
            eventId: named(item, 'eventId'),
            reservationNo: named(item, 'reservationNo'),
          },
          sealed: key && text !== undefined ? seal(key, text, itemId) : null,
        };
      }),
    );
  }

  private async prune(calls: readonly OpenCall[]): Promise<void> {
    for (const { integratorId, refused } of calls) {
      const before = this.written.get(integratorId) ?? PRUNED_AFTER;
      this.written.set(integratorId, before + 1 + refused.length);
    }
    const due = [...new Set(calls.map(({ integratorId }) => integratorId))].filter(
      (integratorId) => (this.written.get(integratorId) ?? 0) >= PRUNED_AFTER,
    );
    if (due.length === 0) return;
    await pruneCalls(this.pool, due);
    for (const integratorId of due) this.written.set(integratorId, 0);
  }
}
