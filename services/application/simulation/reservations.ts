import type { RecalculationDefinition } from '@fynbos/domain/recalculation/definition.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { type PromotionRow, promotions } from '@fynbos/projections/promotions/promotions.ts';
import type pg from 'pg';

/** Reservations in one slice. */
const AT_ONCE = 1000;

/** A decided reservation of an agent. A reservation without an agent earns nothing under any terms. */
export interface ReservationOf {
  readonly agentId: number;
  readonly reservationNo: string;
}

/** The SQL condition of a definition's reservations, with values from `$1`. */
function conditionOf({ from, to, reassess }: RecalculationDefinition, promoCode: string | null) {
  const text = `"agentId" is not null and "invoiceDate" between $1 and $2
    and ($3::text is null or "promotionId" = $3 or "promoCode" = $4)`;
  return { text, values: [from, to, reassess?.promotionId ?? null, promoCode] };
}

/** The reservations of a definition. A slice has whole agents, or a part of a single large one. */
export interface Reservations {
  readonly total: number;
  slices(size?: number): AsyncGenerator<readonly ReservationOf[]>;
}

/** Finds the reservations of a definition in the read model, by agent. */
export async function reservationsOf(db: pg.Pool, definition: RecalculationDefinition): Promise<Reservations> {
  const table = readModelTable(incentives).sql;
  const { rows: named } = await db.query<Pick<PromotionRow, 'codeKey'>>(
    `select "codeKey" from ${readModelTable(promotions).sql} where id = $1`,
    [definition.reassess?.promotionId ?? null],
  );
  const { text, values } = conditionOf(definition, named[0]?.codeKey ?? null);
  const { rows: agents } = await db.query<{ agentId: number; count: number }>(
    `select "agentId", count(*)::int as count from ${table} where ${text} group by 1 order by 1`,
    values,
  );
  return {
    total: agents.reduce((sum, { count }) => sum + count, 0),
    async *slices(size = AT_ONCE) {
      for (let at = 0; at < agents.length; ) {
        const begin = at;
        let count = agents[at++]?.count ?? 0;
        while (at < agents.length && count + (agents[at]?.count ?? 0) <= size) count += agents[at++]?.count ?? 0;
        const { rows } = await db.query<ReservationOf>(
          `select "agentId", "reservationNo" from ${table} where "agentId" = any($5) and ${text} order by 1, 2`,
          [...values, agents.slice(begin, at).map(({ agentId }) => agentId)],
        );
        for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
      }
    },
  };
}
