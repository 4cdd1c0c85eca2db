import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { SIGN_IN_TABLES } from '@fynbos/application/erasure/erase-tables.ts';
import type { LogPosition } from '@fynbos/event-store/log-position.ts';
import { syncFolder } from '@fynbos/platform/atomic-json-file.ts';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { folderName, MANIFEST, type Manifest, sqlName, type TableFile } from './manifest.ts';

/**
 * Keys have their own backup; read models and queues (schemas without migrations) are rebuilt; sessions, codes,
 * devices, the development inbox and the start of the next checkpoint are dropped.
 */
const LEFT_OUT = new Set(['notices.devInbox', ...SIGN_IN_TABLES, 'auth.hits', 'auth.windows', 'audit.covered']);
const KEYS_SCHEMA = 'keys';
/** The checkpoints of reactions: without them reactions would repeat their effects. */
const ENGINE_TABLES: readonly [table: string, rows: string][] = [
  ['checkpoints', `where "kind" = 'reaction'`],
  ['parked', `where "projection" in (select "projection" from engine.checkpoints where "kind" = 'reaction')`],
  ['parkedEvents', `where "projection" in (select "projection" from engine.checkpoints where "kind" = 'reaction')`],
];

export interface DumpOptions {
  readonly db: pg.Pool;
  readonly kind: Manifest['kind'];
  readonly store: Manifest['store'];
  /** Folder of backups. */
  readonly folder: string;
  readonly now: Date;
  /** Called after the tables were copied, so that its result is not behind them. */
  readonly logEnd?: () => Promise<LogPosition | null>;
  /** Called for each table with its name and number of rows. */
  readonly onTable?: (table: string, rows: number) => void;
}

async function copyTable(
  client: pg.PoolClient,
  source: string,
  file: string,
): Promise<{ rows: number; sha256: string }> {
  const stream = client.query(copyTo(`copy (${source}) to stdout`));
  const hash = createHash('sha256');
  const sum = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(stream, createGzip({ level: 6 }), sum, createWriteStream(file, { mode: 0o600, flush: true }));
  return { rows: stream.rowCount ?? 0, sha256: hash.digest('hex') };
}

async function schemasOf(client: pg.PoolClient, kind: Manifest['kind']): Promise<Manifest['schemas']> {
  const { rows } = await client.query<{ schema: string }>(
    `select n.nspname as schema from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relname = 'appliedMigrations' and (n.nspname = $1) = $2 order by 1`,
    [KEYS_SCHEMA, kind === 'keys'],
  );
  const schemas: { schema: string; migrations: { id: string; sql: string }[] }[] = [];
  for (const { schema } of rows) {
    const applied = await client.query<{ id: string; sql: string | null }>(
      `select id, sql from ${sqlName(schema, 'appliedMigrations')} order by "appliedAt", id`,
    );
    const migrations = applied.rows.map(({ id, sql }) => {
      if (sql === null)
        throw new Error(`The statements of ${schema} ${id} are unknown. Start this release once first.`);
      return { id, sql };
    });
    schemas.push({ schema, migrations });
  }
  return schemas;
}

/** The tables of these schemas with their columns, without generated ones. */
async function tablesOf(client: pg.PoolClient, schemas: readonly string[]) {
  const { rows } = await client.query<{ schema: string; table: string; columns: string[] }>(
    `select n.nspname as schema, c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1) and c.relname <> 'appliedMigrations'
     group by 1, 2 order by 1, 2`,
    [schemas],
  );
  return rows.filter(({ schema, table }) => !LEFT_OUT.has(`${schema}.${table}`));
}

/** Tables ordered so that each follows those that it references. */
async function byReferences<Table extends { schema: string; table: string }>(
  client: pg.PoolClient,
  tables: readonly Table[],
): Promise<Table[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select c.conrelid::regclass::text as from, c.confrelid::regclass::text as to
     from pg_constraint c where c.contype = 'f' and c.conrelid <> c.confrelid`,
  );
  const ordered = new Set<Table>();
  const tablesByName = new Map(tables.map((table) => [sqlName(table.schema, table.table).replaceAll('"', ''), table]));
  const visit = (table: Table): void => {
    const own = sqlName(table.schema, table.table).replaceAll('"', '');
    for (const { from, to } of rows) {
      const target = from.replaceAll('"', '') === own ? tablesByName.get(to.replaceAll('"', '')) : undefined;
      if (target && !ordered.has(target)) visit(target);
    }
    ordered.add(table);
  };
  for (const table of tables) if (!ordered.has(table)) visit(table);
  return [...ordered];
}

async function sequencesOf(client: pg.PoolClient, schemas: readonly string[]): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = any($1) and last_value is not null order by 1`,
    [[...schemas, 'engine']],
  );
  return rows;
}

/**
 * One snapshot of all tables, in a new folder for its owner only, `.part` while unfinished; while the portal runs.
 * It is on the disk when this returns, and removed when it fails.
 */
export async function dump(options: DumpOptions): Promise<{ folder: string; manifest: Manifest }> {
  const folder = path.join(options.folder, folderName(options.kind, options.now));
  const part = `${folder}.part`;
  await mkdir(part, { recursive: true, mode: 0o700 });
  try {
    const manifest = await writeFiles(options, part);
    await syncFolder(part);
    await rename(part, folder);
    await syncFolder(options.folder);
    return { folder, manifest };
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeFiles(options: DumpOptions, folder: string): Promise<Manifest> {
  const { db, kind, store, now, logEnd, onTable } = options;
  const client = await db.connect();
  let failed = true;
  try {
    await client.query('begin isolation level repeatable read read only');
    const schemas = await schemasOf(client, kind);
    const names = schemas.map(({ schema }) => schema);
    const sources = (await tablesOf(client, names)).map((table) => ({ ...table, rows: '' }));
    if (kind === 'data') {
      const engine = await tablesOf(client, ['engine']);
      for (const [table, rows] of ENGINE_TABLES)
        sources.push(...engine.filter((one) => one.table === table).map((one) => ({ ...one, rows })));
    }
    const tables: TableFile[] = [];
    for (const { schema, table, columns, rows } of await byReferences(client, sources)) {
      const file = `${schema}.${table}.copy.gz`;
      const source = `select ${columns.map((one) => sqlName(one)).join(', ')} from ${sqlName(schema, table)} ${rows}`;
      const copied = await copyTable(client, source, path.join(folder, file));
      tables.push({ schema, table, columns, file, ...copied });
      onTable?.(`${schema}.${table}`, copied.rows);
    }
    const sequences = kind === 'data' ? await sequencesOf(client, names) : [];
    await client.query('commit');
    const manifest: Manifest = {
      format: 'fynbos-backup 1',
      kind,
      madeAt: now.toISOString(),
      store,
      schemas,
      tables,
      sequences,
      logEnd: await logEnd?.(),
    };
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    await writeFile(path.join(folder, MANIFEST), text, { mode: 0o600, flush: true });
    failed = false;
    return manifest;
  } finally {
    client.release(failed);
  }
}
