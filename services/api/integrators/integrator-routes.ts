import { AFTER_EVERY_EVENT, rowAsOf } from '@fynbos/application/as-of.ts';
import {
  addIntegrator,
  changeIntegrator,
  makeKey,
  removeIntegrator,
  revokeKey,
} from '@fynbos/application/integrators/manage-integrators.ts';
import type { WithLog } from '@fynbos/application/services.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { INTEGRATOR_SCOPES } from '@fynbos/domain/integrator/events.ts';
import { integratorStreamOf } from '@fynbos/domain/integrator/integrator.ts';
import { requireRow } from '@fynbos/projections/engine/projection.ts';
import { type IntegratorRow, integrators } from '@fynbos/projections/integrators/integrators.ts';
import { allIntegrators, integratorById } from '@fynbos/projections/integrators/queries.ts';
import { z } from 'zod';
import { requiredText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { asOfOf } from '../lists/list-request.ts';
import { answerMemoryList, type MemoryList } from '../lists/memory-list.ts';
import { LIST_QUERY } from '../lists/table-routes.ts';
import { integratorAnswer, keyAnswer } from './answers.ts';

const who = { admin: 'integrators:change' } as const;
const reads = [integrators.name];
const list: MemoryList<IntegratorRow> = {
  filters: { name: 'contains', status: 'equals', scopes: 'contains', addedAt: 'contains' },
  search: ['name', 'id'],
  sorts: ['name', 'addedAt', 'updatedAt'],
};
const form = z.object({
  name: requiredText('Name is required!'),
  scopes: z.array(z.enum(INTEGRATOR_SCOPES, 'Unknown scope.')).min(1, 'At least one scope is required!'),
});

const rowOf = ({ log }: WithLog, id: string, at: Date) =>
  rowAsOf<IntegratorRow>(log, integrators, { streamIds: [integratorStreamOf(id)], key: id, at });

const all = route.get('/admin/integrators', {
  who,
  summary: 'List integrators and their live keys, without secrets',
  reads,
  query: LIST_QUERY,
  answer: z.array(integratorAnswer),
  handle: ({ query }, services) =>
    answerMemoryList(services, query, integrators, list, (table) => allIntegrators(services.db, table)),
});

const show = route.get('/admin/integrators/{id}', {
  who,
  summary: 'Get an integrator, now or as of an instant',
  reads,
  answer: integratorAnswer,
  handle: async ({ params: { id }, query }, services) => {
    const at = asOfOf(query);
    if (at === null) return { body: await integratorById(services.db, id) };
    const row = await rowOf(services, id, at);
    if (!row) throw new DomainError('not-found', 'integrator.not-yet', 'This integrator did not exist at that time.');
    return { body: row };
  },
});

const add = route.post('/admin/integrators', {
  who,
  summary: 'Add an integrator with its first key; the answer shows the key once',
  body: form,
  answer: keyAnswer.extend({ id: z.string(), name: z.string(), scopes: z.array(z.enum(INTEGRATOR_SCOPES)) }),
  status: 201,
  handle: async ({ body, context }, services) => {
    const { integrator, keyId, apiKey, position } = await addIntegrator(services, body, context);
    const { integratorId, name, scopes } = integrator;
    return { position, body: { id: integratorId, name, scopes, keyId, apiKey } };
  },
});

const change = route.put('/admin/integrators/{id}', {
  ifMatch: 'required',
  who,
  summary: 'Change the name and scopes of an integrator',
  body: form.partial(),
  answer: integratorAnswer,
  handle: async ({ params, version, body, context }, services) => {
    const { position } = await changeIntegrator(services, { integratorId: params.id, version }, body, context);
    return { body: requireRow(await rowOf(services, params.id, AFTER_EVERY_EVENT)), position };
  },
  current: ({ params }, services) => rowOf(services, params.id, AFTER_EVERY_EVENT),
});

const remove = route.delete('/admin/integrators/{id}', {
  who,
  summary: 'Remove an integrator: revokes its keys, removes its webhooks and makes its refused items unreadable',
  status: 204,
  handle: async ({ params, context }, services) => {
    const { position } = await removeIntegrator(services, params.id, context);
    return { position };
  },
});

const addKey = route.post('/admin/integrators/{id}/keys', {
  who,
  summary: 'Create another key; the answer shows it once',
  answer: keyAnswer,
  status: 201,
  handle: async ({ params, context }, services) => {
    const { position, ...body } = await makeKey(services, params.id, context);
    return { position, body };
  },
});

const endKey = route.delete('/admin/integrators/{id}/keys/{keyId}', {
  who,
  summary: 'Revoke a key',
  status: 204,
  handle: async ({ params, context }, services) => {
    const { position } = await revokeKey(services, params.id, params.keyId, context);
    return { position };
  },
});

export const integratorRoutes = tagged('Integrators', [all, show, add, change, remove, addKey, endKey]);
