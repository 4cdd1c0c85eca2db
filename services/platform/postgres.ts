import pg from 'pg';
import { ConfigurationError } from './config/configuration-error.ts';
import { isStarting, retriedAtStart } from './start-retries.ts';

// Cents, counts and positions stay far below 2^53, so they are parsed as numbers, not text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface PoolOptions {
  /** Shown in pg_stat_activity; identifies the process of a session. */
  readonly applicationName: string;
  /** Maximum number of concurrent sessions. Default: 10. */
  readonly max?: number;
  /** Schemas to search for unqualified names, e.g. ['bullmq']. */
  readonly searchPath?: readonly string[];
  /**
   * False: a commit is acknowledged before it is on disk (`synchronous_commit=off`). Only for data that a crash of
   * Postgres may lose together with everything after it, because it is redone (docs/decisions/0007).
   */
  readonly waitsForDisk?: boolean;
  /**
   * Milliseconds that a transaction may be idle before Postgres ends it with its session, for example because a reader
   * stopped receiving without disconnecting. Default: no limit.
   */
  readonly idleInTransactionMs?: number;
  /** Called for sessions that broke while idle (a restart of Postgres). The pool recovers by itself. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * A session that returns its answers through a function passed to the driver. If the driver creates that function, V8
 * allocates it in the old generation, which then retains the answer too (docs/decisions/0031).
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
    const connecting = retriedAtStart(() => super.connect(), isUnavailable);
    if (!connected) return connecting;
    connecting.then((client) => connected(undefined, client, client.release.bind(client)), connected);
    return undefined;
  }
}

/**
 * Creates a pool on this postgres:// address. Connecting times out after five seconds, so that an outage is an answer,
 * not a wait. While the process starts, connecting is retried (start-retries.ts).
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
    // A new session costs more than a hundred queries, and many sessions are needed at once under peak load
    // (docs/decisions/0031).
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

/** The address with session settings added to its own. */
function withFlags(url: string, flags: readonly string[]): string {
  if (flags.length === 0) return url;
  const flagged = new URL(url);
  const own = flagged.searchParams.get('options');
  flagged.searchParams.set('options', [...(own ? [own] : []), ...flags].join(' '));
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
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped; read_only_sql_transaction (a demoted
  // primary).
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

/**
 * Whether an error means that Postgres was unreachable or temporarily unable to work, so that the same call may succeed
 * later (HTTP 503), in contrast to an error of the statement. The outcome of a commit with this error is unknown.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string')
    return UNAVAILABLE_CODES.has(code) || (code.length === 5 && UNAVAILABLE_CLASSES.has(code.slice(0, 2)));
  return UNAVAILABLE_TEXT.test(error.message);
}

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
 * Migrates a schema: creates it if necessary and runs the pending `migrations` in order, each in a transaction. An
 * advisory lock serializes processes that start concurrently. Migrations of a newer release are left in place.
 * Returns the ids that this call ran. Throws Postgres errors; each migration is applied completely or not at all.
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

/**
 * The migrations that have run. Their statements are stored with them, so that a backup can recreate the tables as they
 * were (docs/operations.md).
 */
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

/**
 * Ends a session that holds advisory locks. The locks end with the session, but with a delay in which the next owner
 * would find them held, so they are released first if the session still answers.
 */
export async function endOwner(session: pg.PoolClient): Promise<void> {
  await session.query('select pg_advisory_unlock_all()').catch(() => undefined);
  session.release(true);
}

/**
 * Inserts rows with one statement. All have the columns of the first. `then`: the rest of the statement, for example
 * `on conflict do nothing`.
 */
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
