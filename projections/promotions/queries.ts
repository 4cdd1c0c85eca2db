import { DomainError } from '@fynbos/domain/errors.ts';
import type { Pool } from 'pg';
import { type ReadModelTable, readModelTable } from '../engine/read-model.ts';
import { type PromotionRow, promotions } from './promotions.ts';

const live = readModelTable(promotions);

/** All promotions, newest first; from a table as of an instant if one is given. */
export async function allPromotions(
  db: Pool,
  table: Pick<ReadModelTable, 'sql'> = live,
): Promise<readonly PromotionRow[]> {
  return (await db.query<PromotionRow>(`select * from ${table.sql} order by "createdAt" desc, id`)).rows;
}

/** A promotion; null where there is none, or the read model does not have it yet. */
export async function findPromotion(db: Pool, id: string): Promise<PromotionRow | null> {
  return (await db.query<PromotionRow>(`select * from ${live.sql} where id = $1`, [id])).rows[0] ?? null;
}

/** A promotion. Throws `DomainError` not-found. */
export async function promotionById(db: Pool, id: string): Promise<PromotionRow> {
  const found = await findPromotion(db, id);
  if (!found) throw new DomainError('not-found', 'promotion.unknown', 'Promotion not found.');
  return found;
}

/** The ids of all promotions, in order. */
export async function promotionIds(db: Pool): Promise<readonly string[]> {
  return (await db.query<{ id: string }>(`select id from ${live.sql} order by id`)).rows.map(({ id }) => id);
}
