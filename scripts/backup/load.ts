import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ensureEngine } from '@fynbos/projections/engine/schema.ts';
import { inTransaction } from '@fynbos/projections/engine/transaction.ts';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BackupUnusable, type Manifest, sqlName } from './manifest.ts';

/** Throws `BackupUnusable` if the database already contains one of the schemas. */
async function assertEmpty(client: pg.PoolClient, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ schema: string }>(
    `select nspname as schema from pg_namespace where nspname = any($1)`,
    [manifest.schemas.map(({ schema }) => schema)],
  );
  if (rows.length > 0)
    throw new BackupUnusable(
      `The database is not empty: it has the schema ${rows[0]?.schema}. Restore into a new database.`,
    );
}

/** Creates the tables of a schema as they were at the time of the backup. */
async function createSchema(client: pg.PoolClient, { schema, migrations }: Manifest['schemas'][number]): Promise<void> {
  await client.query(`create schema ${sqlName(schema)}`);
  await client.query(
    `create table ${sqlName(schema, 'appliedMigrations')} (id text primary key, "appliedAt" timestamptz not null default now(), sql text)`,
  );
  for (const { id, sql } of migrations) {
    await client.query(`set local search_path to ${sqlName(schema)}, public`);
    await client.query(sql);
    await client.query(
      `insert into ${sqlName(schema, 'appliedMigrations')} (id, sql, "appliedAt") values ($1, $2, clock_timestamp())`,
      [id, sql],
    );
  }
}

/** Removes rows that migrations inserted; the backup contains them. */
async function emptyTables(client: pg.PoolClient, manifest: Manifest): Promise<void> {
  const tables = manifest.tables.filter(({ schema }) => schema !== 'engine');
  if (tables.length > 0)
    await client.query(`truncate ${tables.map(({ schema, table }) => sqlName(schema, table)).join(', ')}`);
}

export interface CheckedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Loads one backup in the transaction of `client`. */
async function loadOne(
  client: pg.PoolClient,
  { folder, manifest }: CheckedBackup,
  onTable?: (table: string, rows: number) => void,
): Promise<void> {
  await assertEmpty(client, manifest);
  for (const schema of manifest.schemas) await createSchema(client, schema);
  await client.query('set local search_path to public');
  await emptyTables(client, manifest);
  // Reactions continue at the checkpoints of the backup, not at those of an empty engine.
  if (manifest.kind === 'data') await client.query(`delete from engine.checkpoints where "kind" = 'reaction'`);
  for (const { schema, table, columns, file, rows } of manifest.tables) {
    const target = `${sqlName(schema, table)} (${columns.map((one) => sqlName(one)).join(', ')})`;
    const stream = client.query(copyFrom(`copy ${target} from stdin`));
    await pipeline(createReadStream(path.join(folder, file)), createGunzip(), stream);
    if (stream.rowCount !== rows) throw new BackupUnusable(`${file} has ${stream.rowCount} rows instead of ${rows}.`);
    onTable?.(`${schema}.${table}`, rows);
  }
  for (const { name: sequence, value } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [sequence, value]);
}

/**
 * Into a database without their schemas, then runs `last`, in one transaction. The next process migrates it to its
 * release. Throws `BackupUnusable`; then nothing was loaded.
 */
export async function load(
  db: pg.Pool,
  backups: readonly CheckedBackup[],
  last: (client: pg.PoolClient) => Promise<void>,
  onTable?: (table: string, rows: number) => void,
): Promise<void> {
  await ensureEngine(db);
  await inTransaction(db, async (client) => {
    for (const backup of backups) await loadOne(client, backup, onTable);
    await last(client);
  });
}
