import type { Projection } from './projection.ts';

/** A read model of any row and event type. The engine knows neither type; readers of its table know the row. */
// biome-ignore lint/suspicious/noExplicitAny: rows and events of every read model pass through here; each is typed where it is written.
export type AnyProjection<Row extends object = any> = Projection<Row, any>;

/** The live one, or another next to it: the next version, or a view as of an instant. */
export interface ProjectionInstance {
  readonly projection: AnyProjection;
  /** Name of its checkpoints and blocked keys; the read model's name for the live one. */
  readonly id: string;
  readonly schema: string;
}

/** `"name"`: an identifier quoted for SQL, safe for any content. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `audit-log` → `rm_audit_log`: the schema of the live read model. */
export const schemaOf = (name: string): string => `rm_${name.replaceAll('-', '_')}`;

/** `audit-log` → `auditLog`: the table in that schema. */
export const tableOf = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The instance that readers see. */
export const liveInstance = (projection: AnyProjection): ProjectionInstance => ({
  projection,
  id: projection.name,
  schema: schemaOf(projection.name),
});

/** An instance next to the live one. `tag` is its purpose; `id` makes its name unique. */
export function sideInstance(projection: AnyProjection, tag: 'next' | 'asof', id: string): ProjectionInstance {
  const suffix = `__${tag}_${id}`;
  return { projection, id: `${projection.name}${suffix}`, schema: `${schemaOf(projection.name)}${suffix}` };
}

/** `"rm_balances"."balances"`: the table of an instance, for SQL. */
export const qualifiedTable = (instance: ProjectionInstance): string =>
  `${quoted(instance.schema)}.${quoted(tableOf(instance.projection.name))}`;
