import type { Day } from '@fynbos/domain/calendar.ts';
import type { Pool } from 'pg';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { type JournalRow, journal } from './journal.ts';

/** The rows booked from one day to another, both included, as a query to stream. */
export const journalQuery = (from: Day, to: Day) => ({
  text: `select * from ${liveTable(journal)} where "bookedOn" between $1 and $2 order by "bookedOn", "valueOn", kind`,
  values: [from, to],
});

/** The rows booked from one day to another, both included. */
export const journalRows = async (db: Pool, from: Day, to: Day): Promise<JournalRow[]> =>
  (await db.query<JournalRow>(journalQuery(from, to))).rows;

/** All rows of the journal, by day. */
export const wholeJournal = (db: Pool): Promise<readonly JournalRow[]> =>
  rowsOf(db, `select * from ${liveTable(journal)} order by "bookedOn"`);
