import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../scripts/supervisor/ports.ts';
import { type RedisServer, startRedisServer } from '../environment/redis-server.ts';
import { Fleet, type FleetMember } from './fleet.ts';
import { type MailServer, openMailServer } from './mail-server.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { startProxy, type TcpProxy } from './proxy.ts';

export const SECRETS = {
  MASTER_KEY: 'a master key for chaos, without value',
  JWT_SECRET: 'a signing secret for chaos, without value',
};
export const ADMIN = { emailAddress: 'chaos@fynbosrewards.example', password: 'Chaos-Pass-1!' };

/** A portal of several processes with its servers, each behind a proxy that can inject faults. */
export interface ChaosEnvironment {
  readonly fleet: Fleet;
  readonly urls: readonly string[];
  readonly postgres: PostgresServer;
  /** Direct address of the database, without a proxy. */
  readonly databaseUrl: string;
  readonly redis: RedisServer | null;
  /** Direct address of EventStoreDB; null: events in Postgres. */
  readonly eventStoreUrl: string | null;
  readonly proxies: readonly (TcpProxy & { readonly name: string })[];
  readonly post: MailServer;
  readonly logFolder: string;
  close(keepLogs: boolean): Promise<void>;
}

export interface ChaosOptions {
  /** Path of redis-server; null: queues in Postgres. */
  readonly redisProgram: string | null;
  /** Processes of each kind. */
  readonly each: number;
  /** An EventStoreDB without events (`esdb://host:port…`, one node on this machine). Default: events in Postgres. */
  readonly eventStoreUrl?: string | null;
}

/** Starts everything; resolves when every process is ready. */
export async function openEnvironment({
  redisProgram,
  each,
  eventStoreUrl = null,
}: ChaosOptions): Promise<ChaosEnvironment> {
  const logFolder = await mkdtemp(path.join(tmpdir(), 'fynbos-chaos-'));
  const closers: (() => Promise<void>)[] = [];
  const close = async (keepLogs: boolean): Promise<void> => {
    for (const closer of closers.toReversed()) await closer();
    if (!keepLogs) await rm(logFolder, { recursive: true, force: true });
  };
  try {
    const postgres = await startPostgresServer();
    closers.push(() => postgres.stop());
    const redis = redisProgram === null ? null : await startRedisServer(redisProgram);
    if (redis) closers.push(() => redis.stop());
    const post = await openMailServer();
    closers.push(() => post.close());
    const proxies: (TcpProxy & { name: string })[] = [];
    const proxyTo = async (name: string, port: number): Promise<number> => {
      const proxy = await startProxy(port);
      closers.push(() => proxy.close());
      proxies.push(Object.assign(proxy, { name }));
      return proxy.port;
    };
    const members: FleetMember[] = [];
    const urls: string[] = [];
    for (const kind of ['api', 'workers', 'reactors']) {
      const database = await proxyTo(`Postgres for ${kind}`, postgres.port);
      const queue = redis ? await proxyTo(`Redis for ${kind}`, Number(new URL(redis.url).port)) : null;
      const events =
        eventStoreUrl &&
        through(eventStoreUrl, await proxyTo(`EventStoreDB for ${kind}`, Number(new URL(eventStoreUrl).port || 2113)));
      for (let n = 1; n <= each; n++) {
        const dataDir = path.join(logFolder, 'data', `${kind}-${n}`);
        await mkdir(dataDir, { recursive: true });
        const port = await freePort();
        if (kind === 'api') urls.push(`http://127.0.0.1:${port}`);
        members.push({
          id: `${kind}-${n}`,
          kind,
          env: {
            ...environment(port, dataDir, postgres.urlThrough(database), queue, post),
            ...(events ? { EVENTSTORE_URL: events } : {}),
          },
        });
      }
    }
    const fleet = new Fleet(members, logFolder);
    closers.push(() => fleet.end());
    await fleet.start();
    return {
      fleet,
      urls,
      postgres,
      databaseUrl: postgres.urlThrough(postgres.port),
      redis,
      eventStoreUrl,
      proxies,
      post,
      logFolder,
      close,
    };
  } catch (error) {
    await close(true);
    throw error;
  }
}

const through = (url: string, port: number): string => `esdb://127.0.0.1:${port}/${new URL(url).search}`;

const environment = (
  port: number,
  dataDir: string,
  databaseUrl: string,
  redisPort: number | null,
  post: MailServer,
): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  NODE_ENV: 'development',
  LOG_LEVEL: 'warn',
  DEMO: '0',
  RATE_LIMIT_SCALE: '100000',
  ...SECRETS,
  PORT: String(port),
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  ...(redisPort === null ? {} : { REDIS_URL: `redis://127.0.0.1:${redisPort}` }),
  SMTP_URL: post.smtpUrl,
  SMS_URL: post.smsUrl,
  ADMIN_EMAIL: ADMIN.emailAddress,
  ADMIN_PASSWORD: ADMIN.password,
});
