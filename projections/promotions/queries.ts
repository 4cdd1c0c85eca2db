import { DomainError } from '@fynbos/domain/errors.ts';
import type { Pool } from 'pg';
import { columnOf, type ReadModelTable, readModelTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { type PromotionRow, promotions } from './promotions.ts';

const live = readModelTable(promotions);

/** All promotions, newest first; from a table as of an instant if one is given. */
export const allPromotions = (db: Pool, table: ReadModelTable = live): Promise<readonly PromotionRow[]> =>
  rowsOf(db, `select * from ${table.sql} order by "createdAt" desc, id`);

/** A promotion; null where there is none, or the read model does not have it yet. */
export const findPromotion = (db: Pool, id: string): Promise<PromotionRow | null> =>
  rowOf(db, `select * from ${live.sql} where id = $1`, [id]);

export async function promotionById(db: Pool, id: string): Promise<PromotionRow> {
  const found = await findPromotion(db, id);
  if (!found) throw new DomainError('not-found', 'promotion.unknown', 'Promotion not found.');
  return found;
}

/** The ids of all promotions, in order. */
export const promotionIds = (db: Pool): Promise<readonly string[]> =>
  columnOf(db, 'id', `select id from ${live.sql} order by id`);
