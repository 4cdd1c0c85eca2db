import type { Pool } from 'pg';
import { columnOf, liveTable, rowsOf } from '../engine/read-model.ts';
import { type RecalculationRow, recalculations } from './recalculations.ts';

const RECALCULATIONS_TABLE = liveTable(recalculations);

/** A page of the recalculations, newest first, and the number of all. */
export async function recalculationRows(
  db: Pool,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly RecalculationRow[]; readonly total: number }> {
  const page = `select * from ${RECALCULATIONS_TABLE} order by "orderedAt" desc, id offset $1 limit $2`;
  const rows = await rowsOf<RecalculationRow>(db, page, [offset, limit]);
  const [total = 0] = await columnOf<number>(db, 'total', `select count(*)::int as total from ${RECALCULATIONS_TABLE}`);
  return { rows, total };
}
