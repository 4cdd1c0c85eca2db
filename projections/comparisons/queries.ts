import type { Pool } from 'pg';
import { liveTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { type ComparisonRow, comparisons } from './comparisons.ts';

const table = liveTable(comparisons);

/** The latest comparisons, newest first. */
export const comparisonRows = (db: Pool, limit: number, offset: number): Promise<ComparisonRow[]> =>
  rowsOf(db, `select * from ${table} order by "requestedAt" desc, id limit $1 offset $2`, [limit, offset]);

export const countComparisons = async (db: Pool): Promise<number> =>
  (await rowOf<{ count: number }>(db, `select count(*)::int as count from ${table}`))?.count ?? 0;

export const comparisonRowById = (db: Pool, id: string): Promise<ComparisonRow | null> =>
  rowOf(db, `select * from ${table} where id = $1`, [id]);
