import { type Ageing, ageingAsOf, ageingNow } from '@fynbos/application/liability/ageing.ts';
import { forecast } from '@fynbos/application/liability/forecast.ts';
import { termsAt } from '@fynbos/application/reward-policy/current-policy.ts';
import { AGE_BUCKETS } from '@fynbos/domain/ledger/owed.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import {
  isOwedSort,
  type OwedAgent,
  type OwedFilter,
  owedAgentsPage,
  owedAgentsQuery,
} from '@fynbos/projections/liability/owed.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { z } from 'zod';
import { type Call, route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import type { Services } from '../http/services.ts';
import { type ExportColumn, fieldColumns, sendCsv } from '../lists/export.ts';
import { asOfMoment, badList, type ListRequest, parseListRequest } from '../lists/list-request.ts';
import { DEEPEST_ROW, listAnswer } from '../lists/table-list.ts';
import { agentsOwedAnswer, forecastAnswer, liabilityAnswer } from './answers.ts';
import { ageingCsv, forecastCsv } from './liability-csv.ts';

const reads = [balances.name, incentives.name, agents.name];
const query = z.object({ asOf: asOfMoment });

const columns: readonly ExportColumn<OwedAgent>[] = [
  ...fieldColumns('loyaltyTrackingNo', 'agentId', 'firstName', 'surname', 'agencyName', 'standing'),
  ...AGE_BUCKETS.map(({ bucket, label }) => ({ heading: label, cell: (row: OwedAgent) => ({ cents: row[bucket] }) })),
  { heading: 'owed', cell: ({ balanceCents: cents }) => ({ cents }) },
];

/** Parses the value of a list filter. Throws 400 for an unknown filter or a value of the wrong type. */
function filterOf(field: string, value: unknown): Partial<OwedFilter> {
  if (field === 'standing') {
    if (typeof value === 'string') return { standing: value };
    throw badList('The filter standing must be a text.');
  }
  if (field === 'agentId') {
    const agentId = typeof value === 'object' ? Number.NaN : Number(value);
    if (Number.isInteger(agentId) && Math.abs(agentId) < 2 ** 31) return { agentId };
    throw badList('The filter agentId must be a whole number.');
  }
  const age = field === 'age' ? AGE_BUCKETS.find(({ bucket }) => bucket === value)?.bucket : undefined;
  if (age) return { age };
  throw badList(`Unknown filter: ${field}.`);
}

function owedFilter({ filter, sort }: ListRequest): OwedFilter {
  const { field, descending } = sort ?? { field: 'balanceCents', descending: true };
  if (!isOwedSort(field)) throw badList(`The list cannot be sorted by ${field}.`);
  const filters = Object.entries(filter).map(([name, value]) => filterOf(name, value));
  return Object.assign({ sort: { field, descending } }, ...filters);
}

const agedFor = async (services: Services, call: Call<unknown, z.output<typeof query>>): Promise<Ageing | null> => {
  const { asOf } = call.query;
  if (asOf === undefined) return ageingNow(services, services.now());
  return services.exports.past(call, (gone) => ageingAsOf(services, new Date(asOf), gone));
};
const common = { who: { admin: 'reports:see' }, reads } as const;
/** Liability ageing now and as of a moment, the agents behind its figures, and the cash forecast. */
export const liabilityRoutes = tagged('Reports', [
  route.get('/admin/liability', {
    ...common,
    summary: 'Get balances owed by age and by what prevents their payment, now or as of an instant',
    query,
    answer: liabilityAnswer,
    handle: async (call, services) => {
      const found = await agedFor(services, call);
      return found ? { body: { ...found, ages: AGE_BUCKETS } } : undefined;
    },
  }),
  route.get('/admin/reports/liability.csv', {
    ...common,
    summary: 'Download the liability ageing as CSV, now or as of an instant',
    query,
    handle: async (call, services) => {
      const found = await agedFor(services, call);
      return found ? sendFile(call.response, `liability-${found.on}.csv`, ageingCsv(found)) : undefined;
    },
  }),
  route.get('/admin/agents-owed.csv', {
    ...common,
    summary: 'Download all agents with a balance as CSV: its ages, and what prevents its payment',
    handle: async (call, { now, log, exports }) => {
      const at = now();
      const query = owedAgentsQuery(owedFilter(parseListRequest(call.query)), at, await termsAt(log, at));
      return sendCsv<OwedAgent>(call, exports, { name: 'agents-owed', query, columns });
    },
  }),
  route.get('/admin/agents-owed', {
    ...common,
    summary: 'List agents with a balance, its ages, and what prevents its payment; filters standing, age and agentId',
    answer: agentsOwedAnswer,
    handle: async (call, { now, db, log }) => {
      const request = parseListRequest(call.query);
      const at = now();
      const filter = owedFilter(request);
      const page = await owedAgentsPage(db, filter, at, await termsAt(log, at), {
        limit: request.limit ?? DEEPEST_ROW,
        offset: request.offset,
      });
      const rows = page.rows.map((row) => ({ id: row.agentId, ...row }));
      return listAnswer('agents-owed', request, { rows, total: page.total });
    },
  }),
  route.get('/admin/forecast', {
    ...common,
    reads: [...reads, tax.name],
    summary: 'Get the cash forecast: amounts payable by month, amounts without a date, and PAYE to SARS',
    answer: forecastAnswer,
    handle: async (_call, services) => ({ body: await forecast(services, services.now()) }),
  }),
  route.get('/admin/reports/forecast.csv', {
    ...common,
    reads: [...reads, tax.name],
    summary: 'Download the cash forecast as CSV',
    handle: async ({ response }, services) => {
      const found = await forecast(services, services.now());
      return sendFile(response, `forecast-${found.on}.csv`, forecastCsv(found));
    },
  }),
]);
