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

const tableOfBuild = (build: ProjectionInstance): ReadModelTable => {
  const table = tableOf(build.projection.name);
  return { schema: build.schema, table, name: `${build.schema}.${table}`, sql: qualifiedTable(build) };
};

/** The live table of a read model; the name outlives a swap, which puts another building under it. */
export const readModelTable = (projection: AnyProjection): ReadModelTable => tableOfBuild(liveInstance(projection));

/** The table of a building beside the live one, as of a date for instance; `replay.ts` gives its schema. */
export const scratchTable = (projection: AnyProjection, schema: string): ReadModelTable =>
  tableOfBuild({ projection, id: schema, schema });
