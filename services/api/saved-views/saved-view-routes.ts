import { adminOf } from '@fynbos/application/caller.ts';
import {
  addView,
  changeView,
  removeView,
  seenView,
  switchViewAlert,
  visibleViews,
} from '@fynbos/application/saved-views/saved-views.ts';
import { VIEW_LIST_NAMES } from '@fynbos/domain/saved-views/lists.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import { z } from 'zod';
import { requiredLine } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { savedViewAnswer } from './answers.ts';

const saved = z.object({ id: z.string() });
const list = z.enum(VIEW_LIST_NAMES, 'List not found.');
const scope = z.enum(['me', 'everyone'], 'Choose who sees the view.');
const name = requiredLine('A name is required!', 60);
const search = z
  .string()
  .max(4_000, 'The filters are too long.')
  .regex(/^(\?[^\s#]*)?$/, 'Must be empty or start with a question mark.');

type Seen = Awaited<ReturnType<typeof seenView>>;
const shown = ({ viewId, ...view }: Seen) => ({ id: viewId, ...view });

/** Saved views of lists. A view is only shown to administrators who see its list; each checks its own permission. */
export const savedViewRoutes = tagged('Saved views', [
  route.get('/admin/saved-views', {
    who: 'administrator',
    summary: 'List your own and shared saved views, of one list or of all',
    reads: [admins.name],
    query: z.object({ list: list.optional() }),
    answer: z.array(savedViewAnswer),
    handle: async ({ caller, query }, services) => {
      const views = await visibleViews(services, adminOf(caller), query.list);
      return { body: views.map(shown) };
    },
  }),
  route.post('/admin/saved-views', {
    who: 'administrator',
    summary: 'Save a view of a list, for oneself or for everyone who sees the list',
    status: 201,
    body: z.object({ list, scope, name, search }),
    answer: saved,
    handle: async ({ caller, body, context }, services) => {
      const { viewId, position } = await addView(services, adminOf(caller), body, context);
      return { body: { id: viewId }, position };
    },
  }),
  route.put('/admin/saved-views/{id}', {
    ifMatch: 'required',
    who: 'administrator',
    summary: 'Rename or share one of your views, or change its filter',
    body: z.object({ name: name.optional(), scope: scope.optional(), search: search.optional() }),
    answer: savedViewAnswer,
    handle: async ({ caller, params, body, version, context }, services) => {
      const fields = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const reader = adminOf(caller);
      const { position } = await changeView(services, reader, { viewId: params.id, version, ...fields }, context);
      return { body: shown(await seenView(services, reader, params.id)), position };
    },
    current: async ({ caller, params }, services) => shown(await seenView(services, adminOf(caller), params.id)),
  }),
  route.delete('/admin/saved-views/{id}', {
    who: 'administrator',
    summary: 'Remove one of your views or, with the right to manage administrators, a shared view',
    status: 204,
    handle: async ({ caller, params, context }, services) => ({
      position: await removeView(services, adminOf(caller), params.id, context),
    }),
  }),
  route.put('/admin/saved-views/{id}/alert', {
    who: 'administrator',
    summary: 'Turn email about new entries of an audit log view on or off for yourself',
    body: z.object({ isOn: z.boolean('Choose on or off.') }),
    answer: saved,
    handle: async ({ caller, params: { id }, body, context }, services) => {
      const alert = { viewId: id, isOn: body.isOn };
      return { body: { id }, position: await switchViewAlert(services, adminOf(caller), alert, context) };
    },
  }),
]);
