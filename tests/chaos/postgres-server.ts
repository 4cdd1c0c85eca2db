import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../scripts/supervisor/ports.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../scripts/supervisor/postgres/embedded-postgres.ts';
import { othersMayEnter } from '../../scripts/supervisor/postgres/unprivileged.ts';
import { openSmallDisk } from './small-disk.ts';

/** Disk space for a long round and the rebuild of all read models. */
const DISK_MB = 1_536;
/** Timeout of a restarted server on a busy machine. */
const PATIENCE_MS = 300_000;
/** Limits the WAL on a small disk. */
const SETTINGS = { max_wal_size: '256MB', min_wal_size: '64MB' };

/** A Postgres that can be stopped and restarted on the same port with its data. */
export interface PostgresServer {
  readonly port: number;
  /** postgres:// address through the port of a proxy. */
  urlThrough(port: number): string;
  /** Stops it (`fast`, or `crash`, which loses unflushed data) and restarts it after a while. */
  restart(how: 'fast' | 'crash', downMs: number): Promise<void>;
  /** SIGKILLs a session: Postgres then ends all sessions and recovers. */
  killSession(): Promise<void>;
  /** For this time. A Postgres that stops is restarted, as by a supervisor. Null without a separate disk. */
  readonly fillDisk: ((ms: number) => Promise<void>) | null;
  /** Waits until running faults end and it answers. */
  isUp(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgresServer(): Promise<PostgresServer> {
  const base = (await othersMayEnter(tmpdir())) ? tmpdir() : '/tmp';
  const home = await mkdtemp(path.join(base, 'fynbos-chaos-postgres-'));
  await chmod(home, 0o711);
  const disk = await openSmallDisk(path.join(home, 'disk'), DISK_MB);
  const options = {
    folder: path.join(disk?.folder ?? home, 'postgres'),
    password: randomBytes(12).toString('hex'),
    database: 'fynbos',
    durability: 'durable' as const,
    settings: SETTINGS,
    port: await freePort(),
  };
  let server: EmbeddedPostgres = await startEmbeddedPostgres(options);
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work);
    return turn;
  };
  const answers = async (): Promise<void> => {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
      const client = new pg.Client({ connectionString: server.url, connectionTimeoutMillis: 5_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('select 1');
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  };
  return {
    port: server.port,
    urlThrough(port) {
      const url = new URL(server.url);
      url.port = String(port);
      return url.href;
    },
    restart: (how, downMs) =>
      inTurn(async () => {
        if (how === 'crash') process.kill(server.pid, 'SIGQUIT');
        await server.stop();
        await sleep(downMs);
        server = await startEmbeddedPostgres(options);
      }),
    killSession: () =>
      inTurn(async () => {
        const client = new pg.Client({ connectionString: server.url });
        client.on('error', () => undefined);
        await client.connect();
        const { rows } = await client.query(
          `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`,
        );
        if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
        await client.end().catch(() => undefined);
        await answers();
      }),
    fillDisk:
      disk &&
      ((ms) =>
        inTurn(async () => {
          await disk.fill(ms);
          const answering = answers();
          // A server that ended answers only after a restart.
          answering.catch(() => undefined);
          const hasEnded = await Promise.race([answering.then(() => false), server.exited.then(() => true)]);
          if (hasEnded) server = await startEmbeddedPostgres(options);
        })),
    isUp: () => inTurn(answers),
    async stop() {
      await turn.catch(() => undefined);
      await server.stop();
      await disk?.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
