import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';

// biome-ignore lint/suspicious/noExplicitAny: lists are described by data; their tables and columns are known when they run.
export type ListDatabase = Kysely<any>;

const databasesByPool = new WeakMap<Pool, ListDatabase>();

/** Returns Kysely on this pool, the same object at each call. */
export function databaseOf(db: Pool): ListDatabase {
  const existing = databasesByPool.get(db);
  if (existing) return existing;
  const database: ListDatabase = new Kysely({ dialect: new PostgresDialect({ pool: db }) });
  databasesByPool.set(db, database);
  return database;
}
