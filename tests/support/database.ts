import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface FreshDatabase {
  /** postgres:// address of a new, empty database. */
  readonly url: string;
  /** The suite's own pool on it, the same at each call; `drop` ends it. */
  pool(): pg.Pool;
  /** Ends the pool, cuts other sessions and removes the database. */
  drop(): Promise<void>;
}

/**
 * A database of its own on the given server, or on that of TEST_DATABASE_URL, which vitest's global setup fills in when it is unset.
 * Throws an Error that says how to run the tests when there is no server.
 */
export async function freshDatabase(server = process.env.TEST_DATABASE_URL): Promise<FreshDatabase> {
  if (!server)
    throw new Error('No TEST_DATABASE_URL: run vitest with --config tests/vitest.config.ts, which starts a Postgres.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  let pool: pg.Pool | undefined;
  return {
    url: url.href,
    pool() {
      if (!pool) {
        pool = new pg.Pool({ connectionString: url.href, max: 20, application_name: 'test' });
        // A session that `drop` cuts, or that a test kills, ends with an error nobody waits for.
        pool.on('error', () => undefined);
        pool.on('connect', (client) => client.on('error', () => undefined));
      }
      return pool;
    },
    async drop() {
      if (pool && !pool.ended) await pool.end();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
