import type pg from 'pg';
import pgTypes from 'pg';
import { type ProjectionInstance, qualifiedTable, quoted } from './projection-instance.ts';

export type Row = Record<string, unknown>;

const parseInstant = pgTypes.types.getTypeParser(pgTypes.types.builtins.TIMESTAMPTZ);

/**
 * Makes a loaded row equal one that stayed in memory: numbers as number, a date as `YYYY-MM-DD`, an instant as ISO 8601
 * UTC with milliseconds.
 */
const PARSERS: Record<number, (text: string) => unknown> = {
  20: Number,
  1700: Number,
  1082: (text) => text,
  1184: (text) => (parseInstant(text) as Date).toISOString(),
};

/** Type parsers for `pg` queries that read read-model rows; see `PARSERS` above for what each type becomes. */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[oid]) || pgTypes.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/** The SQL for the table of one instance; compiled once. */
export interface TableSql {
  readonly columns: readonly string[];
  readonly primaryKey: string;
  /** $1: keys. Rows in column order. */
  readonly load: string;
  /** `insert … on conflict`, with rows as a JSON array from the parameter, if `guard` is true. */
  upsert(parameter: string, guard?: string): string;
  /** Fragment `delete`, which reads keys as a text array from the given parameter, if `guard` is true. */
  remove(parameter: string, guard?: string): string;
  /** Converts a row of `load` to the form that folds use. */
  rowOf(values: readonly unknown[]): Row;
}

/** `bigint not null default 0` → `bigint`: the bare type, for casts and record definitions. */
const bareType = (type: string): string =>
  type.split(/\s+(?=not\s+null|null\b|default\b|check\b|collate\b)/i)[0] ?? type;

export function tableSql(instance: ProjectionInstance): TableSql {
  const { columns: types, primaryKey } = instance.projection;
  const columns = Object.keys(types);
  const target = qualifiedTable(instance);
  const list = columns.map(quoted).join(', ');
  const record = Object.entries<string>(types)
    .map(([name, type]) => `${quoted(name)} ${bareType(type)}`)
    .join(', ');
  const keyType = bareType(String(types[primaryKey]));
  const changes = columns
    .filter((name) => name !== primaryKey)
    .map((name) => `${quoted(name)} = excluded.${quoted(name)}`);
  const onConflict = changes.length > 0 ? `update set ${changes.join(', ')}` : 'nothing';
  const where = (guard?: string, also = '') => [guard, also].filter(Boolean).join(' and ') || 'true';
  return {
    columns,
    primaryKey,
    load: `select ${list} from ${target} where ${quoted(primaryKey)} = any($1::text[]::${keyType}[])`,
    upsert: (parameter, guard) =>
      `insert into ${target} (${list}) select ${list} from json_to_recordset(${parameter}::json) as r(${record})
       where ${where(guard)} on conflict (${quoted(primaryKey)}) do ${onConflict}`,
    remove: (parameter, guard) =>
      `delete from ${target} where ${where(guard, `${quoted(primaryKey)} = any(${parameter}::text[]::${keyType}[])`)}`,
    rowOf(values) {
      const row: Row = {};
      for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i];
      return row;
    },
  };
}

const compiled = new WeakMap<object, Map<string, TableSql>>();

/** The compiled SQL of an instance, cached per projection object and schema. */
export function sqlOf(instance: ProjectionInstance): TableSql {
  const bySchema = compiled.get(instance.projection) ?? new Map<string, TableSql>();
  compiled.set(instance.projection, bySchema);
  const sql = bySchema.get(instance.schema) ?? tableSql(instance);
  bySchema.set(instance.schema, sql);
  return sql;
}

const STREAM = 'stream:';

/** The key that an event blocks when its own keys are unknown. No row has it. */
export const streamKey = (streamId: string): string => `${STREAM}${streamId}`;

/** The rows of these keys, by key; keys without a row are absent. */
export async function loadRows(
  db: pg.Pool | pg.ClientBase,
  instance: ProjectionInstance,
  keys: readonly string[],
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  // Postgres cannot cast the key of a stream to the type of a number.
  const rowKeys = keys.filter((key) => !key.startsWith(STREAM));
  if (rowKeys.length === 0) return rows;
  const sql = sqlOf(instance);
  const found = await db.query({ text: sql.load, values: [rowKeys], rowMode: 'array', types: rowTypes });
  for (const values of found.rows) {
    const row = sql.rowOf(values);
    rows.set(String(row[sql.primaryKey]), row);
  }
  return rows;
}
