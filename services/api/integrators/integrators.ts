import { handle } from '@fynbos/application/handle.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { INTEGRATOR_SCOPES } from '@fynbos/domain/integrator/events.ts';
import { integratorDecider, integratorStream } from '@fynbos/domain/integrator/integrator.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type IntegratorRow, integrators } from '@fynbos/projections/integrators/integrators.ts';
import { z } from 'zod';
import { asOfOf, rowAsOf } from '../audit/as-of.ts';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listAnswer } from '../lists/answers.ts';
import { parseListRequest } from '../lists/list-request.ts';
import { memoryPage } from '../lists/memory-list.ts';
import { listSource } from '../lists/past-list.ts';
import { LIST_QUERY } from '../lists/table-routes.ts';
import { answeringStale, neededVersion, Stale } from '../lists/version.ts';
import { integratorCallRoutes } from './integrator-calls.ts';

const tag = 'Integrators';
const who = { admin: 'integrators:change' } as const;
const reads = [integrators.name];
const table = readModelTable(integrators).sql;
const list = {
  filters: { name: 'contains', status: 'equals', scopes: 'contains', addedAt: 'contains' },
  search: ['name', 'id'],
  sorts: ['name', 'addedAt', 'updatedAt'],
} as const;

/** Integrators as a resource: the list, one now or as of a moment, name and scopes, and what they did lately. */
export function integratorResource(services: Services): Route[] {
  const { log, pool } = services;
  const record = async (id: string): Promise<IntegratorRow> => {
    const { rows } = await pool.query<IntegratorRow>(`select * from ${table} where id = $1`, [id]);
    if (!rows[0]) throw new DomainError('not-found', 'integrator.unknown', 'There is no such integrator.');
    return rows[0];
  };
  return [
    route({
      method: 'get',
      paths: ['/admin/integrators'],
      who,
      summary: 'Integrators and their live keys, without secrets',
      tag,
      reads,
      query: LIST_QUERY,
      handle: async ({ query }) => {
        const request = parseListRequest(query);
        const source = await listSource(services, integrators, query);
        if ('answer' in source) return source.answer;
        const { rows } = await pool.query<IntegratorRow>(
          `select * from ${source.table.sql} order by "addedAt" desc, id`,
        );
        return listAnswer('integrators', request, memoryPage(list, rows, request), (item) => item);
      },
    }),
    ...integratorCallRoutes(services),
    route({
      method: 'get',
      paths: ['/admin/integrators/{id}'],
      who,
      summary: 'An integrator, now or as of a moment',
      tag,
      reads,
      handle: async ({ params, query }) => {
        const id = params.id as string;
        const at = asOfOf(query);
        if (at === null) return { body: await record(id) };
        const row = await rowAsOf<IntegratorRow>(log, integrators, [integratorStream(id)], id, at);
        if (!row)
          throw new DomainError('not-found', 'integrator.not-yet', 'This integrator was not there at that moment.');
        return { body: row };
      },
    }),
    route({
      method: 'put',
      paths: ['/admin/integrators/{id}'],
      ifMatch: 'needed',
      who,
      summary: 'Change the name and scopes of an integrator',
      tag,
      body: z
        .object({
          name: needed('Name is required!'),
          scopes: z.array(z.enum(INTEGRATOR_SCOPES)).min(1, 'At least one scope is required!'),
        })
        .partial(),
      handle: (call) =>
        answeringStale(call, async () => {
          const id = call.params.id as string;
          const version = neededVersion(call.request);
          const current = await record(id);
          if (current.version !== version) throw new Stale(current);
          const at = call.context.now.toISOString();
          const changed = await handle(
            log,
            integratorDecider,
            integratorStream(id),
            ({ name, scopes }) => ({ type: 'ChangeIntegrator' as const, at, name, scopes, ...call.body }),
            call.context,
          );
          const { name, scopes } = changed.state;
          return {
            body: { ...current, name, scopes, version: changed.revision + 1 },
            position: changed.position ?? null,
          };
        }),
    }),
  ];
}
