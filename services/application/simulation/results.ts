import type { Amounts } from '@fynbos/domain/amounts.ts';
import { amountsOf, plus } from '@fynbos/domain/amounts.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { RecalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import type pg from 'pg';
import { AMOUNT_COLUMNS, groupTable, reservationsTable, type SimulationGrouping } from './scratch.ts';
import type { SimulationRun } from './simulation-store.ts';
import { findSimulation } from './start-simulation.ts';

/** The correction of one reservation in its agent's account. */
export interface AccountCorrection extends Amounts {
  readonly agentId: number;
}

/** Sums of bookings. Each agent counts once. */
export class Totals {
  private readonly agents = new Set<number>();
  private reservations = 0;
  private amounts = amountsOf(0, 0);

  add(booking: AccountCorrection): void {
    this.agents.add(booking.agentId);
    this.reservations++;
    this.amounts = plus(this.amounts, booking);
  }

  totals(): RecalculationTotals {
    return { reservations: this.reservations, agents: this.agents.size, ...this.amounts };
  }
}

/** The rows of a result: sums by a grouping, or the single reservations. */
export type ResultBy = SimulationGrouping | 'reservation';

const KEY_COLUMNS: Readonly<Record<ResultBy, string>> = {
  agent: 'agentId',
  promotion: 'promotionId',
  month: 'month',
  reservation: 'reservationNo',
};
const FILTER_COLUMNS = ['agentId', 'promotionId', 'month'] as const;

/** Selection and order of a page. `changed`: only rows with a correction. */
export interface ResultQuery {
  readonly filter: Readonly<Partial<Record<(typeof FILTER_COLUMNS)[number], string>>> & { readonly changed?: boolean };
  readonly sort: { readonly field: string; readonly descending: boolean } | null;
  readonly offset: number;
  readonly limit: number;
}

export const sortFieldsOf = (by: ResultBy): readonly string[] => [KEY_COLUMNS[by], ...AMOUNT_COLUMNS];

/** The columns that filter a result: all of a reservation's, otherwise the one of the grouping. */
const filterColumns = (by: ResultBy) =>
  by === 'reservation' ? FILTER_COLUMNS : FILTER_COLUMNS.filter((name) => name === KEY_COLUMNS[by]);
export const resultFiltersOf = (by: ResultBy): readonly string[] => [...filterColumns(by), 'changed'];

/** A simulation with a result. Throws `what-if.unknown`, `what-if.not-done` and, after a week, `what-if.gone`. */
export async function resultOf(db: pg.Pool, id: string): Promise<SimulationRun & { readonly schema: string }> {
  const run = await findSimulation(db, id);
  if (run.state !== 'done') throw new DomainError('conflict', 'what-if.not-done', 'This simulation has no result.');
  const { schema } = run;
  if (schema === null)
    throw new DomainError('not-found', 'what-if.gone', 'Results are kept for a week. Run the simulation again.');
  return { ...run, schema };
}

const tableOf = (schema: string, by: ResultBy): string =>
  by === 'reservation' ? reservationsTable(schema) : groupTable(schema, by);

/** A page of a result, the largest correction first if no order is given. `sort.field` is one of `sortFieldsOf`. */
export async function resultPage(
  db: pg.Pool,
  schema: string,
  by: ResultBy,
  { filter, sort, offset, limit }: ResultQuery,
): Promise<{ rows: object[]; total: number }> {
  const key = KEY_COLUMNS[by];
  const columns = filterColumns(by);
  const conditions = columns.map((name, at) => `($${at + 1}::text is null or "${name}"::text = $${at + 1})`);
  if (filter.changed) conditions.push('("correctionGrossCents" <> 0 or "correctionPayeCents" <> 0)');
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const order = sort
    ? `"${sort.field}" ${sort.descending ? 'desc' : 'asc'}`
    : by === 'month'
      ? '"month"'
      : 'abs("correctionNettCents") desc';
  const { rows } = await db.query(
    `select *, count(*) over ()::int as "total" from ${tableOf(schema, by)} ${where} order by ${order}, "${key}"
     offset $${columns.length + 1} limit $${columns.length + 2}`,
    [...columns.map((name) => filter[name] ?? null), offset, limit],
  );
  return {
    rows: rows.map(({ total: _total, ...row }) => ({ id: String(row[key]), ...row })),
    total: rows[0]?.total ?? 0,
  };
}

/** All rows of a result by their key, as a query to stream. */
export const wholeResult = (schema: string, by: ResultBy): string =>
  `select * from ${tableOf(schema, by)} order by "${KEY_COLUMNS[by]}"`;
