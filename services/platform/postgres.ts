import pg from 'pg';
import { ConfigurationError } from './config/configuration-error.ts';
import { isStarting, retryDuringStart } from './start-retries.ts';

// Cents, counts and positions stay far below 2^53, so they are parsed as numbers, not text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface PoolOptions {
  /** Shown in pg_stat_activity; identifies the process of a session. */
  readonly applicationName: string;
  /** Maximum number of concurrent sessions. Default: 10. */
  readonly max?: number;
  /** Schemas to search for unqualified names, e.g. ['bullmq']. */
  readonly searchPath?: readonly string[];
  /** False: acknowledged before it is on disk, for data that is redone after a crash (docs/decisions/0007). */
  readonly waitsForDisk?: boolean;
  /** An idle transaction ends with its session, e.g. if a reader stopped without disconnecting. Default: no limit. */
  readonly idleInTransactionMs?: number;
  /** Called for sessions that broke while idle (a restart of Postgres). The pool recovers by itself. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * Answers go through a function of its own: one that the driver creates is allocated in V8's old generation, which then
 * retains the answer too (docs/decisions/0031).
 */
class Session extends pg.Client {
  override query(...args: unknown[]): never {
    const query = super.query.bind(this) as (...args: unknown[]) => unknown;
    const [text, values, callback] = args;
    const isSubmittable = typeof (text as { submit?: unknown }).submit === 'function';
    if (isSubmittable || typeof values === 'function' || typeof callback === 'function') return query(...args) as never;
    const result = new Promise((resolve, reject) => {
      query(text, values, (error: Error | null, rows: unknown) => (error ? reject(error) : resolve(rows)));
    });
    // As in the driver: the stack trace must lead to the caller, not to the socket.
    return result.catch((error: Error) => {
      Error.captureStackTrace(error);
      throw error;
    }) as never;
  }
}

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void;

/** A pool that retries connecting while the process starts, including for queries. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!isStarting()) return connected ? (super.connect(connected as never) as undefined) : super.connect();
    const connecting = retryDuringStart(() => super.connect(), isUnavailable);
    if (!connected) return connecting;
    connecting.then((client) => connected(undefined, client, client.release.bind(client)), connected);
    return undefined;
  }
}

/**
 * Connecting times out after five seconds: an outage is an answer. Retried while the process starts (start-retries.ts).
 */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const flags: string[] = [];
  if (options.searchPath) flags.push(`-c search_path=${options.searchPath.map(pg.escapeIdentifier).join(',')}`);
  if (options.waitsForDisk === false) flags.push('-c synchronous_commit=off');
  const pool = new Pool({
    connectionString: withFlags(url, flags),
    max: options.max ?? 10,
    application_name: options.applicationName,
    connectionTimeoutMillis: 5_000,
    // A new session costs over a hundred queries, and peak load needs many at once (docs/decisions/0031).
    idleTimeoutMillis: 600_000,
    keepAlive: true,
    // Shorter than the time after which network devices in between drop an idle connection.
    keepAliveInitialDelayMillis: 60_000,
    Client: Session,
    ...(options.idleInTransactionMs && { idle_in_transaction_session_timeout: options.idleInTransactionMs }),
  });
  // Without a listener, an idle session that Postgres closes would terminate the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  // The pool does not listen to a session in use. Its user learns of its end from the next call.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Postgres ends the session of a machine that vanished within two minutes, and releases its locks. By default it keeps
 * them for over two hours.
 */
const SESSION = [
  'tcp_keepalives_idle=30',
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=60000',
].map((one) => `-c ${one}`);

/** The address with session settings added to its own. */
function withFlags(url: string, flags: readonly string[]): string {
  const flagged = new URL(url);
  const own = flagged.searchParams.get('options');
  flagged.searchParams.set('options', [...SESSION, ...(own ? [own] : []), ...flags].join(' '));
  return flagged.href;
}

const INSUFFICIENT_PRIVILEGE = '42501';

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped; read_only_sql_transaction (after a failover).
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '25006',
]);
/** SQLSTATE classes: connection exception, insufficient resources (too many connections, disk full), system error. */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '58']);
/** The driver's own errors have no code. */
const UNAVAILABLE_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/** Unreachable or temporarily unable to work: the call may succeed later (HTTP 503). A commit's outcome is unknown. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string')
    return UNAVAILABLE_CODES.has(code) || (code.length === 5 && UNAVAILABLE_CLASSES.has(code.slice(0, 2)));
  return UNAVAILABLE_TEXT.test(error.message);
}

/** invalid_password, invalid_authorization_specification, invalid_catalog_name. */
const ACCESS_CODES = new Set(['28P01', '28000', '3D000']);

/** A ConfigurationError where Postgres refuses the account or has no such database; otherwise the error itself. */
export const databaseAccessExplained = (error: unknown): unknown =>
  error instanceof Error && ACCESS_CODES.has(String((error as { code?: unknown }).code))
    ? new ConfigurationError(
        `Postgres rejects the account or database of DATABASE_URL, MIGRATION_DATABASE_URL or ADMIN_DATABASE_URL: ${error.message}`,
      )
    : error;

/** Whether a table exists, by its SQL name (`engine.checkpoints`). Throws Postgres errors. */
export async function tableExists(db: pg.Pool | pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await db.query<{ tableExists: boolean }>('select to_regclass($1) is not null as "tableExists"', [
    table,
  ]);
  return rows[0]?.tableExists ?? false;
}

export interface Migration {
  /** Never changed and never reused within the schema, e.g. '0001-accounts'. */
  readonly id: string;
  /** Statements, run with the schema first in the search path. They are never edited after a release. */
  readonly sql: string;
}

/**
 * Creates it if necessary; each pending one in a transaction, in order, under an advisory lock. Those of a newer
 * release stay. Returns the ids that ran. Throws Postgres errors; a migration is applied completely or not at all.
 */
export async function migrate(
  pool: pg.Pool,
  schema: string,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`migrate ${schema}`]);
    const done = await appliedIds(client, schema);
    const due = migrations.filter(({ id }) => !done.has(id));
    for (const migration of due) await apply(client, schema, migration);
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`migrate ${schema}`]);
    return due.map(({ id }) => id);
  } catch (error) {
    failure = error as Error;
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new MigrationsDue(
      `The tables in the schema ${schema} are not those of this release, and the role of DATABASE_URL may not change them: run the migrations first (docs/operations.md, Database roles). Postgres says: ${failure.message}.`,
    );
  } finally {
    // A failed client is closed, which releases its lock and settings.
    client.release(failure);
  }
}

/** Migrations are pending that this role may not run. */
class MigrationsDue extends ConfigurationError {
  override readonly name = 'MigrationsDue';
}

/** Stored with their statements, so that a backup can recreate the tables (docs/operations.md). */
async function appliedIds(client: pg.PoolClient, schema: string): Promise<ReadonlySet<string>> {
  const name = pg.escapeIdentifier(schema);
  // Only if it is missing: the role of the processes must not need the right to create it.
  if (!(await tableExists(client, `${name}."appliedMigrations"`))) {
    await client.query(`create schema if not exists ${name}`);
    await client.query(
      `create table ${name}."appliedMigrations" (id text primary key, "appliedAt" timestamptz not null default now(), sql text)`,
    );
  }
  const { rows } = await client.query<{ id: string }>(`select id from ${name}."appliedMigrations"`);
  return new Set(rows.map(({ id }) => id));
}

async function apply(client: pg.PoolClient, schema: string, { id, sql }: Migration): Promise<void> {
  const name = pg.escapeIdentifier(schema);
  await client.query('begin');
  try {
    await client.query(`set local search_path to ${name}, public`);
    await client.query(sql);
    await client.query(`insert into ${name}."appliedMigrations" (id, sql) values ($1, $2)`, [id, sql]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Releases the locks first, if it still answers: the end of a session releases them with a delay. */
export async function endOwner(session: pg.PoolClient): Promise<void> {
  await session.query('select pg_advisory_unlock_all()').catch(() => undefined);
  session.release(true);
}

/** In one statement; all have the columns of the first. `then`: the rest, e.g. `on conflict do nothing`. */
export function insertRows<Returned extends pg.QueryResultRow>(
  db: Pick<pg.Pool, 'query'>,
  table: string,
  rows: readonly object[],
  then = '',
): Promise<pg.QueryResult<Returned>> {
  const columns = Object.keys(rows[0] ?? {})
    .map(pg.escapeIdentifier)
    .join(', ');
  const values = `select ${columns} from json_populate_recordset(null::${table}, $1)`;
  return db.query<Returned>(`insert into ${table} (${columns}) ${values} ${then}`, [JSON.stringify(rows)]);
}
