import {
  accessOf,
  type DatabaseAccess,
  embeddedAccess,
  ensureRoles,
  grantToApp,
  warnOfSuperuser,
} from '@fynbos/platform/database-roles.ts';
import { createPool, migrate } from '@fynbos/platform/postgres.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { command } from './support/command.ts';
import { ownPostgres } from './support/own-postgres.ts';
import { recordSmallProgramme } from './support/small-programme.ts';

const MIGRATIONS = 'services/workers/migrate.ts';
/** The master key of `recordSmallProgramme`. */
const MASTER_KEY = 'a master key for tests that has no value at all';
const INSUFFICIENT_PRIVILEGE = '42501';

type Access = DatabaseAccess & { adminUrl: string };
let server: Awaited<ReturnType<typeof ownPostgres>>;
beforeAll(async () => {
  // Roles belong to the whole server, so these tests use a server of their own.
  server = await ownPostgres();
});
afterAll(() => server.stop());

async function newDatabase(name: string): Promise<Access> {
  await query(server.url, `create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return embeddedAccess(url.href);
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The migration task, as Compose runs it. */
async function runMigrations({ appUrl, adminUrl }: Access): Promise<void> {
  const { code, output } = await command(MIGRATIONS, [], {
    DATABASE_URL: appUrl,
    ADMIN_DATABASE_URL: adminUrl,
    MASTER_KEY,
    JWT_SECRET: 'a token secret for tests that has no value',
  });
  expect(output).not.toContain('"fatal"');
  expect(code).toBe(0);
}

/** Schemas by the owner of their objects. */
async function ownersOf(url: string): Promise<Record<string, string[]>> {
  const rows = await query(
    url,
    `select pg_get_userbyid(o.owner) as owner, array_agg(distinct n.nspname::text) as schemas
     from pg_namespace n cross join lateral (
       select n.nspowner as owner union all select c.relowner from pg_class c where c.relnamespace = n.oid
       union all select p.proowner from pg_proc p where p.pronamespace = n.oid
       union all select t.typowner from pg_type t where t.typnamespace = n.oid) o
     where n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'public') group by 1`,
  );
  return Object.fromEntries(rows.map(({ owner, schemas }) => [owner, schemas])) as Record<string, string[]>;
}

const isDerived = (schema: string): boolean => /^(rm_|whatif_|engine$|bullmq$)/.test(schema);
const countOf = async (url: string, table: string): Promise<unknown> =>
  (await query(url, `select count(*)::int as n from ${table}`))[0]?.n;

describe('a new installation', () => {
  let access: Access;
  beforeAll(async () => {
    access = await newDatabase('fresh');
    await runMigrations(access);
    // The processes, with only the app role.
    const decided = () => countOf(access.appUrl, 'rm_incentives.incentives');
    await recordSmallProgramme(access.appUrl, 300, () =>
      vi.waitFor(async () => expect(await decided()).toBeGreaterThan(100), { timeout: 120_000, interval: 250 }),
    );
  });

  test('runs with an app role that owns only derived data', async () => {
    expect(await countOf(access.appUrl, 'eventstore.events')).toBeGreaterThan(300);
    expect(await countOf(access.appUrl, 'engine.parked')).toBe(0);
    const owners = await ownersOf(access.adminUrl);
    expect(Object.keys(owners).sort()).toEqual(['fynbos_app', 'fynbos_owner']);
    expect(owners.fynbos_app?.filter((schema) => !isDerived(schema))).toEqual([]);
    expect(owners.fynbos_owner?.filter(isDerived)).toEqual([]);
  });

  test('gives each role only the right to log in', async () => {
    const rights = await query(
      access.adminUrl,
      `select rolname as role from pg_roles where rolname like 'fynbos%'
       and not (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls) order by 1`,
    );
    expect(rights).toEqual([{ role: 'fynbos_app' }, { role: 'fynbos_owner' }]);
  });

  test.each([
    `update eventstore.events set data = '{}'`,
    `update eventstore.log set epoch = 2`,
    'delete from eventstore.events',
    'truncate eventstore.events',
    'drop table eventstore.events',
    'alter table eventstore.events disable trigger all',
    'alter table eventstore.events add column more text',
    'create function eventstore.more() returns int language sql as $$ select 1 $$',
    `create trigger more before insert on eventstore.events for each row execute function suppress_redundant_updates_trigger()`,
    `insert into eventstore.log values (7)`,
    'vacuum full eventstore.events',
    'drop table keys."subjectKeys"',
    'truncate keys."subjectKeys"',
    'create table public.more (n int)',
    `create table pg_temp.answer (line text); copy pg_temp.answer from program 'id'`,
    `create table pg_temp.file (line text); copy pg_temp.file from '/etc/passwd'`,
    `select pg_read_file('/etc/passwd')`,
    'select rolpassword from pg_authid',
    'create role more',
    'create database more',
    'alter role fynbos_app superuser',
    'grant fynbos_owner to fynbos_app',
    'set role fynbos_owner',
    'set role postgres',
    `alter system set log_statement = 'all'`,
    'set session_replication_role = replica',
    'create extension dblink',
  ])('refuses the app role: %s', async (statement) => {
    if (statement.startsWith('vacuum')) {
      // Postgres skips the table with a warning.
      const before = await query(access.adminUrl, `select pg_relation_filenode('eventstore.events') as node`);
      await query(access.appUrl, statement);
      expect(await query(access.adminUrl, `select pg_relation_filenode('eventstore.events') as node`)).toEqual(before);
      return;
    }
    await expect(query(access.appUrl, statement)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });

  test('refuses the owner role everything that needs a superuser', async () => {
    for (const statement of [
      `create table pg_temp.answer (line text); copy pg_temp.answer from program 'id'`,
      'select rolpassword from pg_authid',
      'create role more',
      'alter role fynbos_owner superuser',
    ])
      await expect(query(access.ownerUrl, statement)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });

  test('changes nothing when prepared again', async () => {
    const owners = await ownersOf(access.adminUrl);
    await runMigrations(access);
    expect(await ownersOf(access.adminUrl)).toEqual(owners);
    await expect(query(access.appUrl, 'delete from eventstore.events')).rejects.toThrow('permission denied');
  });

  test('refuses a process with pending migrations', async () => {
    const db = createPool(access.appUrl, { applicationName: 'test', max: 1 });
    const due = [{ id: '9999-next', sql: 'alter table "subjectKeys" add column more text' }];
    await expect(migrate(db, 'keys', due)).rejects.toThrow('run the migrations first');
    await db.end();
  });
});

test('an installation whose processes used the superuser keeps every row and continues with the app role', async () => {
  const access = await newDatabase('older');
  await recordSmallProgramme(access.adminUrl, 200);
  const events = await countOf(access.adminUrl, 'eventstore.events');
  expect(Object.keys(await ownersOf(access.adminUrl))).toEqual(['postgres']);
  await runMigrations(access);
  expect(await countOf(access.appUrl, 'eventstore.events')).toBe(events);
  const owners = await ownersOf(access.adminUrl);
  expect(Object.keys(owners).sort()).toEqual(['fynbos_app', 'fynbos_owner']);
  expect(owners.fynbos_app?.filter((schema) => !isDerived(schema))).toEqual([]);
  expect(owners.fynbos_app?.length).toBeGreaterThan(20);
  // The same agents and events, and one hundred more.
  await recordSmallProgramme(access.appUrl, 300);
  expect(await countOf(access.appUrl, 'eventstore.events')).toBeGreaterThan(events as number);
  expect(await countOf(access.appUrl, 'engine.parked')).toBe(0);
  await expect(query(access.appUrl, 'delete from eventstore.events')).rejects.toThrow('permission denied');
});

test('a single role keeps its rights', async () => {
  const { adminUrl } = await newDatabase('single');
  await query(adminUrl, `create role managed login password 'x'; grant create on database single to managed`);
  const url = new URL(adminUrl);
  url.username = 'managed';
  const access = accessOf({ databaseUrl: url.href, migrationDatabaseUrl: null, adminDatabaseUrl: null });
  const { code } = await command(MIGRATIONS, [], {
    DATABASE_URL: url.href,
    MASTER_KEY,
    JWT_SECRET: 'a token secret for tests that has no value',
  });
  expect(code).toBe(0);
  await grantToApp(access);
  expect(Object.keys(await ownersOf(adminUrl))).toEqual(['managed']);
});

test('warns in production about a superuser, and about no other role', async () => {
  const access = await newDatabase('warned');
  await ensureRoles({ ...access, replicationUrl: null });
  const lines: unknown[] = [];
  const logger = { warn: (...line: unknown[]) => void lines.push(line[0]) };
  for (const [url, production] of [
    [access.adminUrl, false],
    [access.appUrl, true],
    [access.adminUrl, true],
  ] as const) {
    const db = createPool(url, { applicationName: 'test', max: 1 });
    await warnOfSuperuser(db, { production }, logger as never);
    await db.end();
  }
  expect(lines).toEqual([{ role: 'postgres' }]);
});
