import type { Projection } from './projection.ts';

/** A read model of any row and event: what the engine, which knows neither, works with. */
// biome-ignore lint/suspicious/noExplicitAny: rows and events of every read model pass through here; each is typed where it is written.
export type AnyProjection = Projection<any, any>;

/** One building of a read model: the live one, or another beside it (next version, as of a date). */
export interface ProjectionInstance {
  readonly projection: AnyProjection;
  /** Name of its checkpoints and parked keys; the read model's own name for the live one. */
  readonly id: string;
  /** Schema of its table. */
  readonly schema: string;
}

/** `"name"`, safe in SQL whatever it holds. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `audit-log` → `rm_audit_log`: the schema of the live read model. */
export const schemaOf = (name: string): string => `rm_${name.replaceAll('-', '_')}`;

/** `audit-log` → `auditLog`: the table in that schema. */
export const tableOf = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The building that readers see. */
export const liveInstance = (projection: AnyProjection): ProjectionInstance => ({
  projection,
  id: projection.name,
  schema: schemaOf(projection.name),
});

/** A building of its own beside the live one. `tag` says what for (`next`, `asof`), `id` makes it the only one. */
export function sideInstance(projection: AnyProjection, tag: 'next' | 'asof', id: string): ProjectionInstance {
  const suffix = `__${tag}_${id}`;
  return { projection, id: `${projection.name}${suffix}`, schema: `${schemaOf(projection.name)}${suffix}` };
}

/** `"rm_balances"."balances"`: the table of a building, for SQL. */
export const qualifiedTable = (build: ProjectionInstance): string =>
  `${quoted(build.schema)}.${quoted(tableOf(build.projection.name))}`;
