import type { Route } from '@fynbos/api/http/route.ts';
import { z } from 'zod';

type Get = (path: string) => Promise<{ readonly status: number; readonly body: unknown }>;

const takes = ({ query }: Pick<Route, 'query'>, name: string): boolean =>
  query instanceof z.ZodObject && name in query.shape;

/**
 * Calls every GET that declares an answer. The test's app compares each answer with its schema
 * (`services/api/testing/checked-answers.ts`).
 * `get` calls a path below `/api`. `paths`: the path to call for a declared path. `ids`: the id to use below a list
 * whose answer has no first record with an `id`; others use that of the first record. `uncalled`: declared paths that
 * the records cannot serve, with the reason.
 * Returns the paths that were called, and the answers other than 200. A path without a sample or a reason has failed.
 */
export async function callEveryGet(
  routes: readonly Pick<Route, 'method' | 'paths' | 'query' | 'answer'>[],
  get: Get,
  { paths, ids, uncalled }: Readonly<Record<'paths' | 'ids' | 'uncalled', Readonly<Record<string, string>>>>,
): Promise<{ readonly called: readonly string[]; readonly failed: readonly string[] }> {
  const called: string[] = [];
  const failed: string[] = [];
  const firstId = async (list: string): Promise<string | null> => {
    if (list in ids) return ids[list] ?? null;
    const { body } = await get(`${list}?range=[0,0]`);
    const [first] = Array.isArray(body) ? (body as { id?: string | number }[]) : [];
    return first?.id === undefined ? null : encodeURIComponent(first.id);
  };
  for (const route of routes) {
    const [declared = ''] = route.paths;
    if (route.method !== 'get' || !route.answer || declared in uncalled) continue;
    let path = paths[declared] ?? declared;
    if (path.includes('{')) {
      const id = await firstId(declared.slice(0, declared.indexOf('/{')));
      if (id !== null) path = declared.replace(/\{\w+\}/, id);
    }
    if (path.includes('{')) {
      failed.push(`${declared} has no sample`);
      continue;
    }
    const asked = path + (takes(route, 'range') ? '?range=[0,39]' : '');
    const { status, body } = await get(asked);
    called.push(declared);
    if (status !== 200) failed.push(`${asked} answers ${status} ${JSON.stringify(body)}`);
  }
  return { called, failed };
}
