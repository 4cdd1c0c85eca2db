import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';

// biome-ignore lint/suspicious/noExplicitAny: lists are described by data; their tables and columns are known when they run.
export type ListDatabase = Kysely<any>;

const made = new WeakMap<Pool, ListDatabase>();

/** Returns Kysely on this pool, the same object at each call. */
export function databaseOf(pool: Pool): ListDatabase {
  const known = made.get(pool);
  if (known) return known;
  const database: ListDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
  made.set(pool, database);
  return database;
}
