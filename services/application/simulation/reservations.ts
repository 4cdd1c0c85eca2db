import type { RecalculationDefinition } from '@fynbos/domain/recalculation/events.ts';
import {
  type AgentReservation,
  countReservations,
  reservationsOfAgents,
} from '@fynbos/projections/incentives/queries.ts';
import { findPromotion } from '@fynbos/projections/promotions/queries.ts';
import type pg from 'pg';

const AT_ONCE = 1000;

/** The reservations of a definition. A slice has whole agents, or a part of a single large one. */
export interface Reservations {
  readonly total: number;
  slices(size?: number): AsyncGenerator<readonly AgentReservation[]>;
}

/** Finds the reservations of a definition in the read model, by agent. */
export async function reservationsOf(db: pg.Pool, definition: RecalculationDefinition): Promise<Reservations> {
  const { from, to, reassess } = definition;
  const promotion = reassess && (await findPromotion(db, reassess.promotionId));
  const which = { from, to, promotionId: reassess?.promotionId ?? null, promoCode: promotion?.codeKey ?? null };
  const agents = await countReservations(db, which);
  return {
    total: agents.reduce((sum, { count }) => sum + count, 0),
    async *slices(size = AT_ONCE) {
      for (let at = 0; at < agents.length; ) {
        const begin = at;
        let count = agents[at++]?.count ?? 0;
        while (at < agents.length && count + (agents[at]?.count ?? 0) <= size) count += agents[at++]?.count ?? 0;
        const rows = await reservationsOfAgents(
          db,
          which,
          agents.slice(begin, at).map(({ agentId }) => agentId),
        );
        for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
      }
    },
  };
}
