import pg from 'pg';
import type { AllPage, EventFilter, Position, ReadAllOptions, RecordedEvent } from '../port.ts';
import { COLUMNS, type EventRow, mapConnectionErrors, recorded, textRowsOf } from './connection.ts';
import { copiedEvents } from './copy.ts';
import type { PostgresHints } from './hints.ts';
import { type Cursor, cursorOf, positionOf, START } from './position.ts';

const POLL_MS = 10;
const AFTER_LAST_EVENT = cursorOf(positionOf('999999', '0', '0'));

/** Reads the whole log of the store in Postgres. */
export class PostgresLogReader {
  /**
   * No event can appear up to it, so pages that end there need no new horizon. Not the horizon itself: after a crash,
   * Postgres may reassign the ids of lost transactions, which would then count as settled.
   */
  private settled: Cursor = START;

  constructor(
    private readonly db: pg.Pool,
    private readonly hints: PostgresHints,
  ) {}

  /** As `EventStore.readAll`. */
  async readAll({ from, direction, limit, filter, hints }: ReadAllOptions): Promise<AllPage> {
    const conditions = conditionsOf(filter);
    return direction === 'backwards'
      ? this.backwards(from, limit, conditions)
      : this.forwards(from, limit, conditions, hints?.lazily ?? false);
  }

  /** As `EventStore.head`. */
  async head(): Promise<Position | undefined> {
    return (await this.pageToHorizon(AFTER_LAST_EVENT, 0, conditionsOf(undefined))).last;
  }

  private async forwards(
    from: Position | undefined,
    limit: number,
    conditions: unknown[],
    lazily: boolean,
  ): Promise<AllPage> {
    let after = from === undefined ? START : cursorOf(from);
    const events: RecordedEvent[] = [];
    // A fixed copy: a concurrent read may advance `settled`, and the events in between would be lost.
    const upTo = this.settled;
    if (isBefore(after, upTo)) {
      events.push(...(await this.settledPage([after, upTo], limit, conditions, lazily)));
      after = upTo;
    }
    let last: Position | undefined;
    if (events.length < limit) {
      const fresh = await this.pageToHorizon(after, limit - events.length, conditions);
      events.push(...fresh.rows.map(recorded));
      last = fresh.last;
    }
    const atEnd = events.length < limit;
    return { events, next: atEnd ? furthest(from, last) : events.at(-1)?.position, atEnd };
  }

  private async backwards(from: Position | undefined, limit: number, conditions: unknown[]): Promise<AllPage> {
    const last = await this.head();
    const start = from === undefined || (last !== undefined && last < from) ? last : from;
    if (start === undefined) return { events: [], next: undefined, atEnd: true };
    const [epoch, transactionId, position] = cursorOf(start);
    const before = start === from ? position : String(BigInt(position) + 1n);
    const text = `select ${COLUMNS} from eventstore."pageBackwards"($1, $2, $3, $4, $5, $6, $7)`;
    const rows = await textRowsOf(this.db, text, [epoch, transactionId, before, limit, ...conditions]);
    const events = rows.map(recorded);
    return { events, next: events.at(-1)?.position ?? start, atEnd: events.length < limit };
  }

  /** Reads a page up to a fresh horizon, and remembers the horizon. The function's last row is the mark. */
  private async pageToHorizon(
    after: Cursor,
    limit: number,
    conditions: unknown[],
  ): Promise<{ rows: EventRow[]; last: Position | undefined }> {
    const text = `select ${COLUMNS} from eventstore."pageToHorizon"($1, $2, $3, $4, $5, $6, $7, true)`;
    const rows = await textRowsOf(this.db, text, [...after, limit, ...conditions]);
    const mark = rows.pop() as EventRow;
    if (mark[0] !== null) this.settled = later(this.settled, cursorOf(mark[0]));
    if (mark[2] === '1') this.hints.pollAgain(POLL_MS);
    return { rows, last: mark[0] ?? undefined };
  }

  /** Reads a page between two cursors in the settled part of the log. */
  private async settledPage(
    [after, upTo]: readonly [Cursor, Cursor],
    limit: number,
    conditions: unknown[],
    lazily: boolean,
  ): Promise<RecordedEvent[]> {
    const values = [...after, upTo[0], String(BigInt(upTo[1]) + 1n), limit, ...conditions];
    // COPY takes no parameters.
    if (lazily)
      return mapConnectionErrors(() =>
        copiedEvents(this.db, `select * from eventstore.page(${values.map(literal).join(', ')})`),
      );
    const text = `select ${COLUMNS} from eventstore.page($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
    return (await textRowsOf(this.db, text, values)).map(recorded);
  }
}

const conditionsOf = (filter: EventFilter | undefined): unknown[] => [
  filter?.types ?? null,
  filter?.streamPrefixes ?? null,
  filter?.recordedUntil ?? null,
];

/** A parameter as an SQL literal. */
const literal = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]::text[]`;
  return pg.escapeLiteral(String(value));
};

const isBefore = (a: Cursor, b: Cursor): boolean => positionOf(...a) < positionOf(...b);
const later = (a: Cursor, b: Cursor): Cursor => (isBefore(a, b) ? b : a);
const furthest = (a: Position | undefined, b: Position | undefined): Position | undefined =>
  a === undefined || (b !== undefined && a < b) ? b : a;
