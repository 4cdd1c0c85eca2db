import { createHash } from 'node:crypto';
import type { RecalculationDefinition, RecalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import {
  type AgentReservation,
  countReservations,
  reservationsOfAgents,
} from '@fynbos/projections/incentives/queries.ts';
import { findPromotion } from '@fynbos/projections/promotions/queries.ts';
import type pg from 'pg';
import { loadMany } from '../handle.ts';
import { previewOf, type Reevaluated, type Reevaluation } from './reevaluate.ts';
import { Totals } from './results.ts';
import type { SimulationRow } from './scratch.ts';

const MAX_SLICE_ROWS = 1000;

/** The reservations of a definition. A slice has whole agents, or a part of a single large one. */
interface Reservations {
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
    async *slices(size = MAX_SLICE_ROWS) {
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

/** A re-evaluated reservation and its row in the preview. */
interface Previewed {
  readonly reevaluated: Reevaluated;
  readonly row: SimulationRow;
}

/** The number of reservations of a slice, and those that still belong to their agents. */
interface PreviewedSlice {
  readonly size: number;
  readonly previewed: readonly Previewed[];
}

/** Re-evaluates slices and previews the correction of each reservation. Loads the next slice in parallel. */
export async function* previewSlices(
  log: EventLog,
  reevaluation: Reevaluation,
  slices: AsyncGenerator<readonly AgentReservation[]>,
  now: Date,
): AsyncGenerator<PreviewedSlice> {
  for await (const { size, decided, accounts } of ahead(slices, (slice) => loadSlice(log, reevaluation, slice))) {
    const previewed = decided.map((one): Previewed => {
      const account = accounts.get(one.agentId) ?? rewardsAccountDecider.initial;
      return { reevaluated: one, row: previewOf(account, one, now) };
    });
    yield { size, previewed };
  }
}

/** What a correction would book: its totals, and a digest that is the same for the same rows in the same order. */
export class CorrectionPreview {
  private readonly hash = createHash('sha256');
  private readonly sums = new Totals();

  /** Adds reservations in their order. Those without a correction do not count. */
  add(previewed: readonly Previewed[]): void {
    for (const { reevaluated: reevaluation, row } of previewed) {
      const { agentId, reservationNo, correctionGrossCents, correctionPayeCents, correctionNettCents } = row;
      const isBooked = correctionGrossCents !== 0 || correctionPayeCents !== 0;
      if (!isBooked && reevaluation.next === null) continue;
      // A new decision may book nothing yet, for example on hold; its outcome counts too.
      const { status, reason, grossCents, payeCents } = reevaluation.next ?? {};
      const amounts = [correctionGrossCents, correctionPayeCents, correctionNettCents];
      this.hash.update(
        `${JSON.stringify([agentId, reservationNo, ...amounts, status, reason, grossCents, payeCents])}\n`,
      );
      if (isBooked)
        this.sums.add({
          agentId,
          grossCents: correctionGrossCents,
          payeCents: correctionPayeCents,
          nettCents: correctionNettCents,
        });
    }
  }

  /** Call once, after the last `add`. */
  digest(): string {
    return this.hash.digest('hex');
  }

  totals(): RecalculationTotals {
    return this.sums.totals();
  }
}

/** Loads each element while the one before is processed. */
async function* ahead<From, To>(source: AsyncGenerator<From>, load: (from: From) => Promise<To>): AsyncGenerator<To> {
  let next: Promise<To> | undefined;
  for await (const from of source) {
    const loading = load(from);
    loading.catch(() => undefined);
    if (next) yield await next;
    next = loading;
  }
  if (next) yield await next;
}

async function loadSlice(log: EventLog, reevaluation: Reevaluation, slice: readonly AgentReservation[]) {
  const agentIds = [...new Set(slice.map(({ agentId }) => agentId))];
  const [decided, loaded] = await Promise.all([
    reevaluation.decide(slice),
    loadMany(log, rewardsAccountDecider, agentIds.map(accountStreamOf)),
  ]);
  const accounts = new Map(agentIds.map((agentId) => [agentId, loaded.get(accountStreamOf(agentId))?.state]));
  return { size: slice.length, decided, accounts };
}
