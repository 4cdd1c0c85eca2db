import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { projections } from '@fynbos/projections/registry.ts';
import type { Pool } from 'pg';
import type { Exports } from '../http/exports.ts';
import type { Route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

/** Names of read models by the schema of their live table. */
const NAMES = new Map(
  projections.map((projection) => [readModelTable(projection).name.split('.')[0], projection.name] as const),
);

export interface RecordedReads {
  readonly used: Set<string>;
  readonly undeclared: Set<string>;
}

/** The pool, or a session of it, that passes the text of each query to `note`. */
const recorded = <Db extends Pick<Pool, 'query'>>(db: Db, note: (text: string) => void): Db =>
  new Proxy(db, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        const [query] = given;
        if (property === 'query') note(typeof query === 'string' ? query : (query as { text: string }).text);
        const result: unknown = member.apply(target, given);
        return property === 'connect' ? (result as Promise<Db>).then((session) => recorded(session, note)) : result;
      };
    },
  });

/**
 * Adds the read models of a GET's queries to `used`, and those that `reads` lacks to `undeclared`: `/admin/payouts:
 * agents`.
 */
export function withRecordedReads(route: Route, { used, undeclared }: RecordedReads): Route {
  if (route.method !== 'get') return route;
  const note = (text: string): void => {
    for (const [schema] of text.matchAll(/\brm_\w+/g)) {
      const name = NAMES.get(schema);
      if (name === undefined) continue;
      used.add(name);
      if (!route.reads?.includes(name)) undeclared.add(`${route.paths[0]}: ${name}`);
    }
  };
  let services: Services | undefined;
  return {
    ...route,
    handle(call, { db, exports, ...others }) {
      // One pool for every call, because lists keep their counts by the pool.
      services ??= {
        ...others,
        db: recorded(db, note),
        exports: Object.assign(Object.create(exports) as Exports, {
          stream: (caller, send) => exports.stream(caller, (own) => send(recorded(own, note))),
        } satisfies Pick<Exports, 'stream'>),
      };
      return route.handle(call, services);
    },
  };
}
