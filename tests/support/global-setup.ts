import { startRedisServer } from '../environment/redis-server.ts';
import { installTemplate } from './database.ts';
import { ownPostgres } from './own-postgres.ts';
import { program } from './programs.ts';

/**
 * Postgres (TEST_DATABASE_URL) and, if available, Redis (TEST_REDIS_URL or REDIS_URL, which suites flush); stops its
 * own.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const stops = [await providePostgres(), await provideRedis()];
  return async () => {
    for (const stop of stops) await stop();
  };
}

type Stop = () => Promise<void>;
const nothing: Stop = async () => undefined;

async function providePostgres(): Promise<Stop> {
  if (process.env.TEST_DATABASE_URL) return nothing;
  console.error('Starting Postgres for the tests …');
  const server = await ownPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  process.env.TEST_DATABASE_TEMPLATE = await installTemplate(server.url);
  return server.stop;
}

async function provideRedis(): Promise<Stop> {
  if (process.env.TEST_REDIS_URL) return nothing;
  if (process.env.REDIS_URL) {
    process.env.TEST_REDIS_URL = process.env.REDIS_URL;
    return nothing;
  }
  const path = await program(['redis-server'], 'redis-server');
  if (!path) return nothing;
  const server = await startRedisServer(path);
  process.env.TEST_REDIS_URL = server.url;
  return () => server.stop();
}
