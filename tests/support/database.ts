import { randomUUID } from 'node:crypto';
import { embeddedAccess, ensureRoles, grantToApp } from '@fynbos/platform/database-roles.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createQueues } from '@fynbos/platform/queue/queue.ts';
import { prepareReadModels } from '@fynbos/projections/engine/engine.ts';
import { projections } from '@fynbos/projections/registry.ts';
import pg from 'pg';
import { migrateAll } from '../../services/workers/migrate-all.ts';

export interface FreshDatabase {
  /** postgres:// address of a new database. */
  readonly url: string;
  /** The suite's pool, always the same; `drop` ends it. */
  pool(): pg.Pool;
  /** A pool of the server's own role, for example for tests that tamper with the log. */
  admin(): pg.Pool;
  /** Ends the pools, cuts other sessions and removes the database. */
  drop(): Promise<void>;
}

/** Default: TEST_DATABASE_URL, from vitest's global setup. Throws instructions without a server. */
export async function freshDatabase(server = process.env.TEST_DATABASE_URL): Promise<FreshDatabase> {
  if (!server)
    throw new Error('TEST_DATABASE_URL is not set. The vitest project integration starts a Postgres and sets it.');
  const name = newName();
  await onServer(server, createDatabase(name));
  return opened(server, name, addressOf(server, name));
}

/**
 * As after a first start: migrated by the owner role, empty read models and queues. `url` and `pool()` use the role of
 * the processes, so that missing rights fail a test. Empty without a template (`installTemplate`).
 */
export async function installedDatabase(): Promise<FreshDatabase> {
  const [server, template] = [process.env.TEST_DATABASE_URL, process.env.TEST_DATABASE_TEMPLATE];
  if (!server || !template) return freshDatabase();
  const name = newName();
  const { appUrl, ownerUrl } = embeddedAccess(addressOf(server, name));
  const roles = [appUrl, ownerUrl].map((url) => pg.escapeIdentifier(new URL(url).username)).join(', ');
  // A template does not include rights on the database itself.
  await onServer(server, createDatabase(name, template));
  await onServer(server, `grant connect, create, temporary on database ${name} to ${roles}`);
  return opened(server, name, appUrl);
}

/** Creates the template of `installedDatabase` and the server's roles; returns its name. */
export async function installTemplate(server: string): Promise<string> {
  const name = newName();
  await onServer(server, createDatabase(name));
  const access = embeddedAccess(addressOf(server, name));
  await ensureRoles(access);
  const pool = new pg.Pool({ connectionString: access.ownerUrl, max: 2 });
  try {
    await migrateAll(pool, { eventStoreUrl: null });
  } finally {
    await pool.end();
  }
  await grantToApp(access);
  await createTables(access.appUrl);
  return name;
}

/** Creates what the processes create at their first start: empty read models and the tables of the queues. */
async function createTables(url: string): Promise<void> {
  const logger = createLogger('test', { level: 'silent' });
  const queues = await createQueues({ redisUrl: null, databaseUrl: url, logger });
  await queues.close();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  try {
    await prepareReadModels(pool, projections);
  } finally {
    await pool.end();
  }
}

/** Copying the files takes a fifth of the time of copying through the log of Postgres. */
const createDatabase = (name: string, template = 'template1'): string =>
  `create database ${name} template ${template} strategy file_copy`;

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
      // Idle sessions stay open, as in the product's pools. Two rebuilds at once hold more than eight.
      pool = new pg.Pool({ connectionString: address, max: 20, application_name: 'test', idleTimeoutMillis: 600_000 });
      // A session that `drop` or a test ends reports an error, which is expected.
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
