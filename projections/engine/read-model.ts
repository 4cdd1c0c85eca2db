import {
  type AnyProjection,
  liveInstance,
  type ProjectionInstance,
  qualifiedTable,
  tableOf,
} from './projection-instance.ts';

/** The table of a read model under the names that queries use. */
export interface ReadModelTable {
  readonly schema: string;
  readonly table: string;
  /** `rm_audit_log.auditLog`: for Kysely's `selectFrom` and `sql.table`. */
  readonly name: string;
  /** `"rm_audit_log"."auditLog"`: for raw SQL. */
  readonly sql: string;
}

const tableOfInstance = (instance: ProjectionInstance): ReadModelTable => {
  const table = tableOf(instance.projection.name);
  return { schema: instance.schema, table, name: `${instance.schema}.${table}`, sql: qualifiedTable(instance) };
};

/** The live table of a read model; its name is unchanged by a swap. */
export const readModelTable = (projection: AnyProjection): ReadModelTable => tableOfInstance(liveInstance(projection));

/** The SQL name of a projection's table: the live one, or one as of an instant. */
export type TableOf = (projection: AnyProjection) => string;
export const liveTable: TableOf = (projection) => readModelTable(projection).sql;

/** The table of an instance next to the live one; `rebuild` returns its schema. */
export const scratchTable = (projection: AnyProjection, schema: string): ReadModelTable =>
  tableOfInstance({ projection, id: schema, schema });
