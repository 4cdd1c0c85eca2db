import { randomUUID } from 'node:crypto';
import { embeddedAccess, ensureRoles, grantToApp } from '@fynbos/platform/database-roles.ts';
import pg from 'pg';
import { migrateAll } from '../../services/workers/migrate-all.ts';

export interface FreshDatabase {
  /** postgres:// address of a new database. */
  readonly url: string;
  /** The suite's own pool on it, the same at each call; `drop` ends it. */
  pool(): pg.Pool;
  /** A pool of the server's own role, for what the product may not do: a test that tampers with the log, for example. */
  admin(): pg.Pool;
  /** Ends the pools, cuts other sessions and removes the database. */
  drop(): Promise<void>;
}

/**
 * A database of its own on the given server, or on that of TEST_DATABASE_URL, which vitest's global setup fills in when it is unset.
 * Throws an Error that says how to run the tests when there is no server.
 */
export async function freshDatabase(server = process.env.TEST_DATABASE_URL): Promise<FreshDatabase> {
  if (!server)
    throw new Error(
      'TEST_DATABASE_URL is not set. The vitest projects integration and e2e start a Postgres and set it.',
    );
  const name = newName();
  await onServer(server, `create database ${name}`);
  return opened(server, name, addressOf(server, name));
}

/**
 * A database as an installation has it, on the server of the suites: migrated by the owner role, and `url` and `pool()` are
 * the processes' role, so that a right which the product lacks fails a test. Where the server of TEST_DATABASE_URL has no
 * template (`installTemplate`), an empty one.
 */
export async function installedDatabase(): Promise<FreshDatabase> {
  const [server, template] = [process.env.TEST_DATABASE_URL, process.env.TEST_DATABASE_TEMPLATE];
  if (!server || !template) return freshDatabase();
  const name = newName();
  const { appUrl, ownerUrl } = embeddedAccess(addressOf(server, name));
  const roles = [appUrl, ownerUrl].map((url) => pg.escapeIdentifier(new URL(url).username)).join(', ');
  // Rights on the database itself are no part of a template.
  await onServer(server, `create database ${name} template ${template}`);
  await onServer(server, `grant connect, create, temporary on database ${name} to ${roles}`);
  return opened(server, name, appUrl);
}

/** Makes the template of `installedDatabase`; gives its name. The server's roles are made with it. */
export async function installTemplate(server: string): Promise<string> {
  const name = newName();
  await onServer(server, `create database ${name}`);
  const access = embeddedAccess(addressOf(server, name));
  await ensureRoles(access);
  const pool = new pg.Pool({ connectionString: access.ownerUrl, max: 2 });
  try {
    await migrateAll(pool, { eventStoreUrl: null });
  } finally {
    await pool.end();
  }
  await grantToApp(access);
  return name;
}

const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

function addressOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function opened(server: string, name: string, url: string): FreshDatabase {
  const pools = new Map<string, pg.Pool>();
  const poolOf = (address: string): pg.Pool => {
    let pool = pools.get(address);
    if (!pool) {
      pool = new pg.Pool({ connectionString: address, max: 20, application_name: 'test' });
      // A session that `drop` cuts, or that a test kills, ends with an error nobody waits for.
      pool.on('error', () => undefined);
      pool.on('connect', (client) => client.on('error', () => undefined));
      pools.set(address, pool);
    }
    return pool;
  };
  return {
    url,
    pool: () => poolOf(url),
    admin: () => poolOf(addressOf(server, name)),
    async drop() {
      for (const pool of pools.values()) if (!pool.ended) await pool.end();
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
