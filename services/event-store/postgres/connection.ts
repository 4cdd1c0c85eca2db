import { isUnavailable } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import { type Position, type RecordedEvent, StoreUnavailable } from '../port.ts';

/**
 * For calls that are safe to repeat (reads; appends, which identify their events): tries once more if the connection
 * was dead, as after a server restart. Throws `StoreUnavailable` if that fails too.
 */
export async function mapConnectionErrors<T>(call: () => Promise<T>): Promise<T> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await call();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (isRepeated) throw new StoreUnavailable('the event store cannot be reached', { cause: error });
    }
  }
}

/** The form of `positionOf`. One column instead of three saves a reader of many events a tenth of its time. */
const POSITION = `lpad(epoch::text, 6, '0') || '-' || lpad("transactionId"::text, 20, '0') || '-' || lpad(position::text, 19, '0')`;
export const COLUMNS = `${POSITION}, "streamId", revision, id, type, data, metadata`;

/** A row in which every column is the text that Postgres sends: no parser creates Dates, and JSON is parsed once. */
export type EventRow = [
  position: Position,
  streamId: string,
  revision: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

/** The rows of a query as texts. A query with a name is planned once per session. Throws `StoreUnavailable`. */
export const textRowsOf = <Row extends string[] = EventRow>(
  db: pg.Pool,
  text: string,
  values: unknown[],
  name?: string,
): Promise<Row[]> => {
  const types = { getTypeParser: () => (column: string) => column };
  return mapConnectionErrors(async () => (await db.query<Row>({ name, text, values, rowMode: 'array', types })).rows);
};

export const recorded = (row: EventRow): RecordedEvent => ({
  id: row[3],
  type: row[4],
  data: JSON.parse(row[5]),
  metadata: JSON.parse(row[6]),
  streamId: row[1],
  revision: Number(row[2]),
  position: row[0],
});
