import type { Pool } from 'pg';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { type RecalculationRow, recalculations } from './recalculations.ts';

/** The latest 100 recalculations, newest first. */
export const recalculationRows = (db: Pool): Promise<RecalculationRow[]> =>
  rowsOf(db, `select * from ${liveTable(recalculations)} order by "orderedAt" desc limit 100`);
