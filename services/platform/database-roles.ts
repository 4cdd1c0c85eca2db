import { hkdfSync } from 'node:crypto';
import pg from 'pg';
import type { Config } from './config/config.ts';
import type { Logger } from './logger.ts';

/** The postgres:// addresses of one database, by the rights of their roles (docs/operations.md, Database roles). */
export interface DatabaseAccess {
  /** The role of the product's processes: reads and writes rows, owns read models, engine and queues. */
  readonly appUrl: string;
  /** The role of migrations: owns every other schema. Equal to `appUrl` if one role does both. */
  readonly ownerUrl: string;
}

interface RoleAddresses extends DatabaseAccess {
  /** A superuser of the same database. Used only to create the roles and to transfer their schemas to them. */
  readonly adminUrl: string;
  /** The role of a streaming replica; not created if absent. */
  readonly replicationUrl: string | null;
}

const ROLES_LOCK = 7_310_002;

/** The event log. The app role may read and append, but not change recorded events. */
const EVENT_LOG = 'eventstore';

/** Schemas that processes create, swap and drop at run time. They contain only data that can be rebuilt. */
const DERIVED = `(n.nspname in ('engine', 'bullmq') or n.nspname like 'rm\\_%' or n.nspname like 'whatif\\_%')`;

/** As in ALTER … OWNER. Without objects of extensions, and sequences and row types, which follow their table. */
const OBJECTS = `
  with schema as (
    select n.oid, n.nspname, n.nspowner, ${DERIVED} as derived from pg_namespace n
    where n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'public')
  ), object as (
    select oid as schema, nspowner as owner, derived, 0 as rank, format('schema %I', nspname) as name from schema
    union all
    select s.oid, c.relowner, derived, 1, format('%s %I.%I', case c.relkind when 'S' then 'sequence' when 'v' then 'view'
        when 'm' then 'materialized view' else 'table' end, s.nspname, c.relname)
    from schema s join pg_class c on c.relnamespace = s.oid and c.relkind in ('r', 'p', 'v', 'm', 'S')
    where not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
      and d.deptype in ('a', 'i', 'e') and c.relkind = 'S')
    union all
    select s.oid, p.proowner, derived, 1, format('routine %s', p.oid::regprocedure)
    from schema s join pg_proc p on p.pronamespace = s.oid
    union all
    select s.oid, t.typowner, derived, 1, format('type %I.%I', s.nspname, t.typname)
    from schema s join pg_type t on t.typnamespace = s.oid
    where t.typtype in ('d', 'e') or (t.typtype = 'c' and exists (
      select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
  )
  select name, derived from object
  where pg_get_userbyid(owner) <> case when derived then $1 else $2 end
    and ($3 or pg_has_role(owner, 'usage'))
  order by rank, name`;

type Named = Pick<Config, 'databaseUrl' | 'migrationDatabaseUrl' | 'adminDatabaseUrl'>;

/** The addresses in the configuration. If a superuser is configured, the owner is optional. */
export const accessOf = ({ databaseUrl, migrationDatabaseUrl, adminDatabaseUrl }: Named): DatabaseAccess => ({
  appUrl: databaseUrl,
  ownerUrl:
    migrationDatabaseUrl ?? (adminDatabaseUrl === null ? databaseUrl : asRole('fynbos_owner', adminDatabaseUrl)),
});

/** The roles of a Postgres for which only the superuser's address is stored. */
export const embeddedAccess = (superuserUrl: string): DatabaseAccess & { adminUrl: string; replicationUrl: null } => ({
  adminUrl: superuserUrl,
  ownerUrl: asRole('fynbos_owner', superuserUrl),
  appUrl: asRole('fynbos_app', superuserUrl),
  replicationUrl: null,
});

/**
 * Its password is derived from the superuser's: a command can derive it again, a role cannot derive the superuser's.
 */
function asRole(role: string, superuserUrl: string): string {
  const url = new URL(superuserUrl);
  const secret = decodeURIComponent(url.password);
  url.username = role;
  url.password = Buffer.from(hkdfSync('sha256', secret, '', `fynbos database role ${role}`, 24)).toString('base64url');
  return url.href;
}

const userOf = (url: string): string => decodeURIComponent(new URL(url).username);
const passwordOf = (url: string): string => decodeURIComponent(new URL(url).password);
const hasOneRole = ({ appUrl, ownerUrl }: DatabaseAccess): boolean => userOf(appUrl) === userOf(ownerUrl);

/**
 * Creates the roles or sets their passwords, and transfers each role its schemas, also in an installation that used the
 * superuser. Rows are not touched. Safe at any time and while the product runs. On Postgres errors nothing is changed.
 */
export async function ensureRoles({ adminUrl, replicationUrl, ...access }: RoleAddresses): Promise<void> {
  await inTransaction(adminUrl, async (client) => {
    const [app, owner] = [userOf(access.appUrl), userOf(access.ownerUrl)];
    await ensureRole(client, app, passwordOf(access.appUrl), '');
    await ensureRole(client, owner, passwordOf(access.ownerUrl), '');
    if (replicationUrl) await ensureRole(client, userOf(replicationUrl), passwordOf(replicationUrl), 'replication');
    const [appName, ownerName] = [pg.escapeIdentifier(app), pg.escapeIdentifier(owner)];
    // The owner has all rights of the app: migrations and restores also write read models and checkpoints.
    await client.query(`grant ${appName} to ${ownerName}`);
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const database = pg.escapeIdentifier(rows[0]?.name ?? '');
    await client.query(`grant connect, create, temporary on database ${database} to ${appName}, ${ownerName}`);
    // This extension requires extra rights. Creating it here means that no role of the product needs them.
    await client.query('create extension if not exists pg_trgm with schema public');
    await settleOwners(client, app, owner, true);
  });
}

/**
 * Every row operation in the owner's schemas, but only reading and appending in the event log. Transfers the schemas
 * that it must own. Run after migrations; does nothing if one role does both.
 */
export async function grantToApp(access: DatabaseAccess): Promise<void> {
  if (hasOneRole(access)) return;
  await inTransaction(access.ownerUrl, async (client) => {
    const app = userOf(access.appUrl);
    const name = pg.escapeIdentifier(app);
    await settleOwners(client, app, userOf(access.ownerUrl), false);
    const { rows } = await client.query<{ schema: string; version: number }>(
      `select n.nspname as schema, current_setting('server_version_num')::int as version from pg_namespace n
       where n.nspowner = current_user::regrole and not ${DERIVED}`,
    );
    for (const { schema, version } of rows) {
      const quoted = pg.escapeIdentifier(schema);
      const all = (objects: string): string => `on all ${objects} in schema ${quoted}`;
      // For VACUUM after an erasure. Before version 17 only the owner may run it; others get a warning.
      const maintain = version >= 170_000 ? ', maintain' : '';
      const rights = schema === EVENT_LOG ? 'select' : `select, insert, update, delete${maintain}`;
      await client.query(`grant usage on schema ${quoted} to ${name}`);
      await client.query(`revoke all ${all('tables')} from ${name}; grant ${rights} ${all('tables')} to ${name}`);
      await client.query(`grant usage, select, update ${all('sequences')} to ${name}`);
      if (schema === EVENT_LOG) await client.query(`grant insert on ${quoted}.events to ${name}`);
    }
  });
}

/** In production: by a superuser, an SQL injection would give a shell on the database server. */
export async function warnOfSuperuser(
  db: pg.Pool,
  { production }: Pick<Config, 'production'>,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  if (!production) return;
  const { rows } = await db.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = current_user and rolsuper',
  );
  const [role] = rows;
  if (role)
    logger.warn(
      { role: role.name },
      'DATABASE_URL names a superuser: give the processes a role of their own (docs/operations.md, Database roles)',
    );
}

async function ensureRole(client: pg.ClientBase, role: string, password: string, also: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  const rights = `login nosuperuser nocreatedb nocreaterole nobypassrls ${also || 'noreplication'}`;
  const verb = rowCount === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${pg.escapeIdentifier(role)} with ${rights} password ${pg.escapeLiteral(password)}`);
}

async function settleOwners(client: pg.ClientBase, app: string, owner: string, asAdmin: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string; derived: boolean }>(OBJECTS, [app, owner, asAdmin]);
  for (const { name, derived } of rows)
    await client.query(`alter ${name} owner to ${pg.escapeIdentifier(derived ? app : owner)}`);
}

async function inTransaction(url: string, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'roles', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${ROLES_LOCK})`);
    await work(client);
    await client.query('commit');
  } finally {
    // Before the commit, this rolls everything back.
    await client.end();
  }
}
