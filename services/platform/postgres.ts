import pg from 'pg';
import { ConfigurationError } from './configuration-error.ts';
import { isStarting, retriedAtStart } from './start-retries.ts';

// Cents, counts and positions stay far below 2^53: they come as numbers, not as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface PoolOptions {
  /** Shown in pg_stat_activity; says which process a session belongs to. */
  readonly applicationName: string;
  /** Most sessions at once; 10 when not given. */
  readonly max?: number;
  /** Schemas in which unqualified names are looked up, e.g. ['bullmq']. */
  readonly searchPath?: readonly string[];
  /**
   * False: a commit is answered before it is on disk (`synchronous_commit=off`). Only for what may be lost by a crash of
   * Postgres together with all that came after it, since it is done again (docs/decisions/0007).
   */
  readonly waitsForDisk?: boolean;
  /**
   * So long, in milliseconds, a transaction may wait for its holder before Postgres ends it with its session: a reader who
   * stopped taking an answer without going away. None when not given.
   */
  readonly idleInTransactionMs?: number;
  /** Told of sessions that broke while idle (a restart of Postgres); the pool mends itself. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * A session whose answers come by a function that is handed over. Where the driver makes that function itself, V8 makes it
 * among what lasts, and with it the answer stays (docs/decisions/0031).
 */
class Session extends pg.Client {
  override query(...given: unknown[]): never {
    const ask = super.query.bind(this) as (...given: unknown[]) => unknown;
    const [asked, values, told] = given;
    const isSubmittable = typeof (asked as { submit?: unknown }).submit === 'function';
    if (isSubmittable || typeof values === 'function' || typeof told === 'function') return ask(...given) as never;
    const answered = new Promise((resolve, reject) => {
      ask(asked, values, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
    });
    // As the driver does: the trace shall lead to the caller, not to the socket.
    return answered.catch((error: Error) => {
      Error.captureStackTrace(error);
      throw error;
    }) as never;
  }
}

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void;

/** A pool that tries again to connect while the process starts, for queries too. */
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
 * A pool on this postgres:// address. Connecting is given up after five seconds, so that an outage is an answer, not a wait;
 * while the process starts it is tried again (start-retries.ts).
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
    // A new session costs more than a hundred questions, and many are wanted at once when there is most to do (docs/decisions/0031).
    idleTimeoutMillis: 600_000,
    keepAlive: true,
    // Sooner than what stands between forgets a session in which nothing is said.
    keepAliveInitialDelayMillis: 60_000,
    Client: Session,
    ...(options.idleInTransactionMs && { idle_in_transaction_session_timeout: options.idleInTransactionMs }),
  });
  // Without a listener an idle session that Postgres cuts would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  // Nor does the pool listen to a session that somebody holds; they hear of its end from the call that they make.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The address with settings of the session beside those that it names itself. */
function withFlags(url: string, flags: readonly string[]): string {
  if (flags.length === 0) return url;
  const flagged = new URL(url);
  const own = flagged.searchParams.get('options');
  flagged.searchParams.set('options', [...(own ? [own] : []), ...flags].join(' '));
  return flagged.href;
}

const INSUFFICIENT_PRIVILEGE = '42501';

const unavailableCodes = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'EPIPE',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOENT',
  ],
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped; read_only_sql_transaction (a demoted primary).
  ...['57P01', '57P02', '57P03', '57P04', '25006'],
]);
/** SQLSTATE classes: connection exception, insufficient resources (too many connections, disk full), system error. */
const unavailableClasses = new Set(['08', '53', '58']);
/** The driver's own errors carry no code. */
const unavailableTexts =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/**
 * Whether an error says that Postgres could not be reached or could not work now, so that the same call may succeed
 * later (HTTP 503), in contrast to an error of the statement. The fate of a commit that fails so is unknown.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string')
    return unavailableCodes.has(code) || (code.length === 5 && unavailableClasses.has(code.slice(0, 2)));
  return unavailableTexts.test(error.message);
}

/** Whether there is such a table, by its name as SQL has it (`engine.checkpoints`). Throws what Postgres throws. */
export async function isThere(db: pg.Pool | pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await db.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [table]);
  return rows[0]?.isThere ?? false;
}

export interface Migration {
  /** Never changed and never used twice within the schema, e.g. '0001-accounts'. */
  readonly id: string;
  /** Statements, run with the schema first in the search path. Once released they are never edited. */
  readonly sql: string;
}

/**
 * Brings a schema forward: creates it when it is not there and runs, each in a transaction, those of `migrations` that
 * have not run yet, in their order. An advisory lock makes processes that start at once wait for each other. What an
 * older release does not know stays. Gives the ids that were run now. Throws what Postgres throws; a migration is whole
 * or not done.
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
    const done = await appliedIds(client, schema, migrations);
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
    // A client that failed goes away, and its lock and settings with it.
    client.release(failure);
  }
}

/** Migrations are due that this role may not run. */
class MigrationsDue extends ConfigurationError {
  override readonly name = 'MigrationsDue';
}

/** What has run. Its statements are kept beside it, so that a backup can make the tables as they were (docs/operations.md). */
async function appliedIds(
  client: pg.PoolClient,
  schema: string,
  migrations: readonly Migration[],
): Promise<ReadonlySet<string>> {
  const name = pg.escapeIdentifier(schema);
  // Only when it is missing: the role of the processes must not need the right to create it.
  if (!(await isThere(client, `${name}."appliedMigrations"`))) {
    await client.query(`create schema if not exists ${name}`);
    await client.query(
      `create table ${name}."appliedMigrations" (id text primary key, "appliedAt" timestamptz not null default now(), sql text)`,
    );
  }
  const { rows } = await client.query<{ id: string; sql?: string | null }>(`select * from ${name}."appliedMigrations"`);
  if (rows.some(({ sql }) => !sql)) await keepStatements(client, name, migrations);
  return new Set(rows.map(({ id }) => id));
}

/** For migrations that ran before their statements were kept. */
async function keepStatements(client: pg.PoolClient, name: string, migrations: readonly Migration[]): Promise<void> {
  await client.query(`alter table ${name}."appliedMigrations" add column if not exists sql text`);
  for (const { id, sql } of migrations) {
    await client.query(`update ${name}."appliedMigrations" set sql = $2 where id = $1 and sql is null`, [id, sql]);
  }
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
 * Ends a session that held advisory locks. They end with the session, but some time after it was let go of: whoever came
 * next would find them held, so they are given back first where it still answers.
 */
export async function endOwner(session: pg.PoolClient): Promise<void> {
  await session.query('select pg_advisory_unlock_all()').catch(() => undefined);
  session.release(true);
}
