import { type WhatIfRun, whatIfRun } from '@fynbos/application/simulation/record.ts';
import { type Grouping, groupTable, reservationsTable } from '@fynbos/application/simulation/scratch.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import type pg from 'pg';
import { badList, type ListRequest } from '../lists/list-request.ts';
import type { ListPage } from '../lists/table-list.ts';
import { csvLines, harmless } from '../reports/csv.ts';
import { pagesOf, withHeader } from '../reports/rows.ts';

const AMOUNTS = [
  ...['grossCents', 'payeCents', 'nettCents'],
  ...['assumedGrossCents', 'assumedPayeCents', 'assumedNettCents'],
  ...['correctionGrossCents', 'correctionPayeCents', 'correctionNettCents'],
] as const;
const KEYS: Readonly<Record<Grouping | 'reservation', string>> = {
  agent: 'agentId',
  promotion: 'promotionId',
  month: 'month',
  reservation: 'reservationNo',
};
const FILTERS = ['agentId', 'promotionId', 'month'] as const;

/** A what-if with a result to look into; 404 and 409 where there is none, or none any more. */
export async function resultOf(pool: pg.Pool, id: string): Promise<WhatIfRun & { readonly schema: string }> {
  const run = await whatIfRun(pool, id);
  if (!run) throw new DomainError('not-found', 'what-if.unknown', 'There is no such what-if.');
  if (run.state !== 'done') throw new DomainError('conflict', 'what-if.not-done', 'This what-if has no result.');
  const { schema } = run;
  if (schema === null)
    throw new DomainError('not-found', 'what-if.gone', 'Results are kept for a week, and this one is gone. Ask again.');
  return { ...run, schema };
}

/** A page of a result: groups, or the reservations behind them; the largest correction first where no order is asked for. */
export async function resultPage(
  pool: pg.Pool,
  schema: string,
  by: Grouping | 'reservation',
  { filter, offset, limit, sort }: ListRequest,
): Promise<ListPage<object>> {
  const table = by === 'reservation' ? reservationsTable(schema) : groupTable(schema, by);
  const key = KEYS[by];
  const sortable: readonly string[] = [key, ...AMOUNTS];
  if (sort && !sortable.includes(sort.field)) throw badList('Results cannot be sorted by that.');
  const unknown = Object.keys(filter).find(
    (name) => name !== 'changed' && !(FILTERS as readonly string[]).includes(name),
  );
  if (unknown !== undefined) throw badList('Results cannot be filtered by that.');
  const [agentId, promotionId, month] = FILTERS.map((name) =>
    filter[name] === undefined ? null : String(filter[name]),
  );
  const columns = by === 'reservation' ? FILTERS : FILTERS.filter((name) => name === key);
  const values = { agentId, promotionId, month };
  const conditions = columns.map((name, at) => `($${at + 1}::text is null or "${name}"::text = $${at + 1})`);
  if (filter.changed === true) conditions.push('("correctionGrossCents" <> 0 or "correctionPayeCents" <> 0)');
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const order = sort
    ? `"${sort.field}" ${sort.descending ? 'desc' : 'asc'}`
    : by === 'month'
      ? '"month"'
      : 'abs("correctionNettCents") desc';
  const parameters = columns.map((name) => values[name]);
  const { rows } = await pool.query(
    `select *, count(*) over ()::int as "total" from ${table} ${where} order by ${order}, "${key}" offset $${columns.length + 1} limit $${columns.length + 2}`,
    [...parameters, offset, limit ?? 1000],
  );
  return {
    rows: rows.map(({ total: _total, ...row }) => ({ id: String(row[key]), ...row })),
    total: rows[0]?.total ?? 0,
    atLeast: false,
  };
}

const NAMED: Readonly<Record<Grouping | 'reservation', readonly string[]>> = {
  agent: ['agentId', 'loyaltyTrackingNo'],
  promotion: ['promotionId', 'promoCode'],
  month: ['month'],
  reservation: ['reservationNo', 'loyaltyTrackingNo', 'promoCode', 'month', 'status', 'assumedStatus'],
};

/** A result as CSV in pieces: Rand with two decimals, text made harmless, sorted by its first column. */
export async function* resultCsv(pool: pg.Pool, schema: string, by: Grouping | 'reservation'): AsyncGenerator<string> {
  const names = NAMED[by];
  const counts = by === 'reservation' ? [] : ['reservations', 'corrected'];
  const header = csvLines([[...names, ...counts, ...AMOUNTS.map((name) => name.replace(/Cents$/, ''))]]);
  const table = by === 'reservation' ? reservationsTable(schema) : groupTable(schema, by);
  yield* withHeader(header, pagesOf(pool, `select * from ${table} order by "${KEYS[by]}"`), (rows) =>
    csvLines(
      rows.map((row) => [
        ...names.map((name) => harmless(row[name] === null ? null : String(row[name]))),
        ...counts.map((name) => String(row[name])),
        ...AMOUNTS.map((name) => plainRand(row[name])),
      ]),
    ),
  );
}
