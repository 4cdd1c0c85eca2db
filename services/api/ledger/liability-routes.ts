import { randOfCents } from '@fynbos/domain/money.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { z } from 'zod';
import { type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listAnswer } from '../lists/answers.ts';
import { type ExportColumn, sendCsv } from '../lists/export.ts';
import { badList, type ListRequest, parseListRequest } from '../lists/list-request.ts';
import { DEEPEST_ROW } from '../lists/table-list.ts';
import { asOfMoment } from '../reports/as-of-moment.ts';
import { sendFile } from '../reports/send.ts';
import { ageing, ageingCsv, termsAt } from './ageing.ts';
import { forecast, forecastCsv } from './forecast.ts';
import { AGES, LIVE_TABLES, POSITION_PARAMETERS, positionsSql, positionValues } from './positions.ts';

const tag = 'Reports';
const who = { admin: 'reports:see' } as const;
const reads = [balances.name, incentives.name, agents.name];

interface Position {
  readonly agentId: number;
  readonly loyaltyTrackingNo: string | null;
  readonly firstName: string | null;
  readonly surname: string | null;
  readonly agencyName: string | null;
  readonly balanceCents: number;
  readonly standing: string;
  readonly [bucket: string]: unknown;
}

const columns: readonly ExportColumn<Position>[] = [
  { heading: 'loyaltyTrackingNo', cell: (row) => row.loyaltyTrackingNo },
  { heading: 'agentId', cell: (row) => row.agentId },
  { heading: 'firstName', cell: (row) => row.firstName },
  { heading: 'surname', cell: (row) => row.surname },
  { heading: 'agencyName', cell: (row) => row.agencyName },
  { heading: 'standing', cell: (row) => row.standing },
  ...AGES.map(({ bucket, label }) => ({ heading: label, cell: (row: Position) => randOfCents(row[bucket] as number) })),
  { heading: 'owed', cell: (row) => randOfCents(row.balanceCents) },
];

const SORTS: Readonly<Record<string, string>> = {
  balanceCents: '"balanceCents"',
  agentId: '"agentId"',
  surname: 'surname',
  id: '"agentId"',
};

/** The part after `positions`: filters by standing and by an age that has something in it, and the order. */
function filterValue(field: 'standing' | 'agentId', value: unknown): string | number {
  const wanted = field === 'agentId' && typeof value !== 'object' ? Number(value) : value;
  if (
    field === 'standing' ? typeof wanted === 'string' : Number.isInteger(wanted) && Math.abs(Number(wanted)) < 2 ** 31
  )
    return wanted as string | number;
  throw badList(`The filter ${field} wants ${field === 'agentId' ? 'a whole number' : 'a text'}.`);
}

function listOf({ filter, sort }: ListRequest): { where: string; values: unknown[]; order: string } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  for (const [field, value] of Object.entries(filter)) {
    if (field === 'standing' || field === 'agentId') {
      values.push(filterValue(field, value));
      conditions.push(`"${field}" = $${POSITION_PARAMETERS + values.length}`);
    } else if (field === 'age' && AGES.some(({ bucket }) => bucket === value)) conditions.push(`"${value}" <> 0`);
    else throw badList(`There is no filter ${field}.`);
  }
  const { field, descending } = sort ?? { field: 'balanceCents', descending: true };
  const column = Object.hasOwn(SORTS, field) ? SORTS[field] : undefined;
  if (column === undefined) throw badList(`There is no sort by ${field}.`);
  return {
    where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`,
    values,
    order: `order by ${column} ${descending ? 'desc' : 'asc'}, "agentId"`,
  };
}

/** Liability ageing (now and as of a moment), the agents behind each of its figures, and the cash forecast. */
export function liabilityRoutes({ pool, exports, log, now }: Services): Route[] {
  const parts = { pool, log };
  const query = z.object({ asOf: asOfMoment });
  const agedFor = async ({ query: { asOf }, caller, response }: Call<unknown, z.output<typeof query>>) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    if (asOf === undefined) return ageing(parts, now(), false, gone.signal);
    return exports.past(caller, () => ageing(parts, new Date(asOf), true, gone.signal));
  };
  const common = { method: 'get', who, tag, reads } as const;
  return [
    route({
      ...common,
      paths: ['/admin/liability'],
      summary: 'What is owed by age and by what stands in the way of its payment, now or as of a moment',
      query,
      handle: async (call) => {
        const found = await agedFor(call);
        return found ? { body: { ...found, ages: AGES } } : undefined;
      },
    }),
    route({
      ...common,
      paths: ['/admin/reports/liability.csv'],
      summary: 'Liability ageing as CSV, now or as of a moment',
      query,
      handle: async (call) => {
        const found = await agedFor(call);
        if (!found) return undefined;
        return sendFile(call.response, `liability-${found.on}.csv`, ageingCsv(found));
      },
    }),
    route({
      ...common,
      paths: ['/admin/agents-owed.csv'],
      summary: 'Agents who are owed something, with the ages and what stands in the way: the whole list as CSV',
      handle: async (call) => {
        const at = now();
        const { where, values, order } = listOf(parseListRequest(call.query));
        const text = `${positionsSql(LIVE_TABLES)} select * from positions ${where} ${order}`;
        const all = [...positionValues(at, await termsAt(log, at)), ...values];
        return sendCsv<Position & Record<string, unknown>>(
          call,
          exports,
          'agents-owed',
          { text, values: all },
          columns,
        );
      },
    }),
    route({
      ...common,
      paths: ['/admin/agents-owed'],
      summary: 'Agents who are owed something; filters standing and age',
      handle: async (call) => {
        const request = parseListRequest(call.query);
        const limit = request.limit ?? DEEPEST_ROW;
        const at = now();
        const { where, values, order } = listOf(request);
        const all = [...positionValues(at, await termsAt(log, at)), ...values];
        const place = `limit $${all.length + 1} offset $${all.length + 2}`;
        const { rows } = await pool.query<Position & { total: number }>(
          `${positionsSql(LIVE_TABLES)} select *, count(*) over ()::int as total from positions ${where} ${order} ${place}`,
          [...all, limit, request.offset],
        );
        const page = { rows, total: rows[0]?.total ?? 0, atLeast: false };
        return listAnswer('agents-owed', request, page, ({ total: _total, ...row }) => ({ id: row.agentId, ...row }));
      },
    }),
    route({
      ...common,
      reads: [...reads, tax.name],
      paths: ['/admin/forecast'],
      summary: 'What will become payable in which month, what has no date and why, and PAYE to SARS',
      handle: async () => ({ body: await forecast(parts, now()) }),
    }),
    route({
      ...common,
      reads: [...reads, tax.name],
      paths: ['/admin/reports/forecast.csv'],
      summary: 'Cash forecast as CSV',
      handle: async ({ response }) => {
        const found = await forecast(parts, now());
        return sendFile(response, `forecast-${found.on}.csv`, forecastCsv(found));
      },
    }),
  ];
}
