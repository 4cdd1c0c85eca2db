import type { Pool } from 'pg';
import {
  type AnyProjection,
  liveInstance,
  type ProjectionInstance,
  qualifiedTable,
  tableOf,
} from './projection-instance.ts';

/** The table of a read model under the names that queries use. */
export interface ReadModelTable {
  /** `rm_audit_log.auditLog`: for Kysely's `selectFrom` and `sql.table`. */
  readonly name: string;
  /** `"rm_audit_log"."auditLog"`: for raw SQL. */
  readonly sql: string;
}

const tableOfInstance = (instance: ProjectionInstance): ReadModelTable => ({
  name: `${instance.schema}.${tableOf(instance.projection.name)}`,
  sql: qualifiedTable(instance),
});

/** The live table of a read model; its name is unchanged by a swap. */
export const readModelTable = (projection: AnyProjection): ReadModelTable => tableOfInstance(liveInstance(projection));

/** The table of a read model for raw SQL: the live one, or one as of an instant. */
export type TableOf = (projection: AnyProjection) => string;
export const liveTable: TableOf = (projection) => readModelTable(projection).sql;

/** The table of an instance next to the live one; `rebuild` returns its schema. */
export const scratchTable = (projection: AnyProjection, schema: string): ReadModelTable =>
  tableOfInstance({ projection, id: schema, schema });

/** The rows of a query. Throws Postgres errors. */
export const rowsOf = async <Row>(
  db: Pick<Pool, 'query'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => (await db.query(text, [...values])).rows;

/** The first row of a query, or null. Throws Postgres errors. */
export const rowOf = async <Row>(
  db: Pick<Pool, 'query'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row | null> => (await rowsOf<Row>(db, text, values))[0] ?? null;

/** The values of one column of a query. Throws Postgres errors. */
export const columnOf = async <Value>(
  db: Pick<Pool, 'query'>,
  column: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Value[]> => (await rowsOf<Record<string, Value>>(db, text, values)).map((row) => row[column] as Value);
