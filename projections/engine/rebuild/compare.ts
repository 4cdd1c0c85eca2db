import type pg from 'pg';
import { type ProjectionInstance, qualifiedTable, quoted } from '../projection-instance.ts';

const shown = 20;

export interface RowDifference {
  readonly key: string;
  readonly kind: 'only-live' | 'only-rebuilt' | 'different';
  /** Columns that differ; names only, since a value may be personal data. */
  readonly columns: readonly string[];
}

/** The differences between two instances of a read model at the same position, row by row. */
export interface Comparison {
  readonly liveRows: number;
  readonly rebuiltRows: number;
  readonly onlyLive: number;
  readonly onlyRebuilt: number;
  readonly different: number;
  readonly equal: boolean;
  /** The first differences by key. */
  readonly first: readonly RowDifference[];
  /** Number of blocked keys of each instance: rows of blocked keys are older than the failed event. Stored under these names. */
  readonly parkedLive: number;
  readonly parkedRebuilt: number;
}

/**
 * Compares two instances of a read model in the transaction of `client`. The snapshot of the transaction shows both at
 * the same position.
 */
export async function compareInstances(
  client: pg.ClientBase,
  live: ProjectionInstance,
  rebuilt: ProjectionInstance,
): Promise<Comparison> {
  const { table } = live.projection;
  const key = quoted(table.primaryKey);
  const columns = Object.entries<string>(table.columns);
  // Postgres defines no equality for json, only for jsonb.
  const differs = ([name, type]: [string, string]) =>
    /^json\b/i.test(type)
      ? `l.${quoted(name)}::jsonb is distinct from r.${quoted(name)}::jsonb`
      : `l.${quoted(name)} is distinct from r.${quoted(name)}`;
  const pair = `${qualifiedTable(live)} l full join ${qualifiedTable(rebuilt)} r on l.${key} = r.${key}`;
  const anyDiffers = columns.map(differs).join(' or ');
  const { rows: counts } = await client.query(
    `select count(l.${key})::int as "liveRows", count(r.${key})::int as "rebuiltRows",
       count(*) filter (where r.${key} is null)::int as "onlyLive",
       count(*) filter (where l.${key} is null)::int as "onlyRebuilt",
       count(*) filter (where l.${key} is not null and r.${key} is not null and (${anyDiffers}))::int as "different",
       (select count(*)::int from engine.parked where "projection" = $1) as "parkedLive",
       (select count(*)::int from engine.parked where "projection" = $2) as "parkedRebuilt"
     from ${pair}`,
    [live.id, rebuilt.id],
  );
  const found = counts[0];
  const equal = found.onlyLive + found.onlyRebuilt + found.different === 0;
  return {
    ...found,
    equal,
    first: equal ? [] : await firstDifferences(client, pair, key, columns, differs, anyDiffers),
  };
}

async function firstDifferences(
  client: pg.ClientBase,
  pair: string,
  key: string,
  columns: readonly [string, string][],
  differs: (column: [string, string]) => string,
  anyDiffers: string,
): Promise<readonly RowDifference[]> {
  const names = columns.map((column, at) => `case when ${differs(column)} then $${at + 1}::text end`);
  const { rows } = await client.query(
    `select coalesce(l.${key}, r.${key})::text as "key",
       case when r.${key} is null then 'only-live' when l.${key} is null then 'only-rebuilt' else 'different' end as "kind",
       array_remove(array[${names.join(', ')}], null) as "columns"
     from ${pair} where l.${key} is null or r.${key} is null or ${anyDiffers} order by 1 limit ${shown}`,
    columns.map(([name]) => name),
  );
  return rows.map((row) => (row.kind === 'different' ? row : { ...row, columns: [] }));
}
