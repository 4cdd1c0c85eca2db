import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { eachLine } from '../log-file.ts';
import { freePort } from '../ports.ts';
import { killOnParentExit } from '../running-process.ts';
import { type PostgresBinaries, postgresBinaries } from './binaries.ts';
import { endLeftover, endPostmaster } from './postmaster.ts';
import { type Durability, postgresSettings } from './settings.ts';
import { type UserIds, unprivilegedUser } from './unprivileged.ts';

export interface EmbeddedPostgresOptions {
  /** Data folder of the cluster, created if missing. Every user must be able to enter its parent. */
  readonly folder: string;
  /** Password of the superuser `postgres`, set when the cluster is created. */
  readonly password: string;
  /** Database of `url`, created if missing. */
  readonly database: string;
  readonly durability: Durability;
  /** Settings that override those of `postgresSettings`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Port to listen on; default: a free one. */
  readonly port?: number;
  /** Called with each line of the server's log. */
  readonly onLog?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** postgres:// address of the database, with the password. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Process id of a server of a killed start that was ended first; null without one. */
  readonly endedLeftover: number | null;
  /** Resolves when the server ended for any reason. */
  readonly exited: Promise<void>;
  /** Fast shutdown; resolves when the server ended. */
  stop(): Promise<void>;
}

/**
 * Resolves when it accepts connections, on the loopback only. Ends with `stop()`, and some seconds after this process
 * was killed. Throws an Error with the server's last lines.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const user = unprivilegedUser();
  const binaries = await postgresBinaries({ asOtherUser: user !== null });
  const endedLeftover = await endLeftover(options.folder);
  await makeCluster(binaries, options, user);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = launch(binaries.postgres, port, options, user);
    try {
      await takesConnections(server, options, port);
      return { ...server, url: urlOf(options, port, options.database), port, endedLeftover };
    } catch (error) {
      await server.stop();
      // The port may have been taken since it was checked, or sessions of a killed server are still ending.
      if (attempt === 5) throw error;
      await sleep(300 * attempt);
    }
  }
}

/** Runs initdb in a temporary folder and renames it, so that a cluster is complete or absent. */
async function makeCluster(
  binaries: PostgresBinaries,
  options: EmbeddedPostgresOptions,
  user: UserIds | null,
): Promise<void> {
  const { folder } = options;
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    if (name.startsWith(`${path.basename(folder)}.new`)) await rm(path.join(parent, name), { recursive: true });
  }
  if (await stat(path.join(folder, 'PG_VERSION')).catch(() => null)) return;
  const fresh = `${folder}.new`;
  const passwordFile = `${folder}.new-password`;
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  if (user) await Promise.all([fresh, passwordFile].map((it) => chown(it, user.uid, user.gid)));
  const sync = options.durability === 'durable' ? [] : ['--no-sync'];
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  // Password checks double the cost of a connection, and tests open thousands.
  const auth = options.durability === 'durable' ? '--auth=scram-sha-256' : '--auth=trust';
  const args = ['-D', fresh, '-U', 'postgres', auth, `--pwfile=${passwordFile}`, ...locale, ...sync];
  await promisify(execFile)(binaries.initdb, args, { ...user, cwd: fresh, env: environment() });
  await rm(passwordFile);
  await chmod(fresh, 0o700);
  await rename(fresh, folder);
}

/** A minimal environment, because PG… variables of the caller would change Postgres's behaviour. */
const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' });

type Server = Pick<EmbeddedPostgres, 'pid' | 'exited' | 'stop'> & { lastLines(): string; hasExited(): boolean };

function launch(program: string, port: number, options: EmbeddedPostgresOptions, user: UserIds | null): Server {
  const all = { ...postgresSettings(port, options.durability), ...options.settings };
  const settings = Object.entries(all).flatMap(([k, v]) => ['-c', `${k}=${v}`]);
  // Its own process group, so that Ctrl-C reaches only the supervisor, which ends Postgres last.
  const child = spawn(program, ['-D', options.folder, ...settings], {
    ...user,
    cwd: options.folder,
    env: environment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const tail: string[] = [];
  eachLine(child.stderr, (line) => {
    options.onLog?.(line);
    if (tail.push(line) > 10) tail.shift();
  });
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    const end = (): void => resolve();
    child.once('exit', end).once('error', end);
  });
  void exited.then(() => {
    ended = true;
  });
  const pid = child.pid ?? -1;
  // The other processes have five seconds to finish their work.
  killOnParentExit(child, { signal: 'INT', afterSeconds: 5 });
  const stop = async (): Promise<void> => {
    if (!ended && pid > 0) await endPostmaster(pid, 15_000);
    await exited;
  };
  return { pid, exited, stop, lastLines: () => tail.join('\n'), hasExited: () => ended };
}

/**
 * Waits for connections and creates the database. Recovery may replay max_wal_size for as long as that takes: a stop
 * would begin it again. Throws when the server ends, refuses the password, or does not answer for `limitMs`.
 */
export async function takesConnections(
  server: Pick<Server, 'hasExited' | 'lastLines'>,
  options: Pick<EmbeddedPostgresOptions, 'password' | 'database'>,
  port: number,
  limitMs = 60_000,
): Promise<void> {
  for (const end = performance.now() + limitMs; ; await sleep(30)) {
    if (server.hasExited()) throw new Error(`Postgres ended at its start:\n${server.lastLines()}`);
    const client = new pg.Client({
      connectionString: urlOf(options, port, 'postgres'),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await ensureDatabase(client, options.database);
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      const isRecovering = code === '57P03';
      if ((performance.now() > end && !isRecovering) || code === '28P01') throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function ensureDatabase(client: pg.Client, database: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
  if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`);
}

const urlOf = (options: Pick<EmbeddedPostgresOptions, 'password'>, port: number, database: string): string =>
  `postgres://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`;
