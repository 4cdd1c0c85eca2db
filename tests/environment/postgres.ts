import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../scripts/supervisor/postgres/embedded-postgres.ts';

/** Runs with `DATABASE_URL` set: the existing value, or a Postgres that is started for the run and removed again. */
export async function withPostgres<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.env.DATABASE_URL) return work();
  const home = await mkdtemp(path.join(tmpdir(), 'fynbos-bench-'));
  // Root's Postgres runs as another user, who must be able to enter the folder.
  await chmod(home, 0o711);
  const password = randomBytes(12).toString('hex');
  const server = await startEmbeddedPostgres({
    folder: path.join(home, 'postgres'),
    password,
    database: 'bench',
    durability: 'durable',
  });
  process.env.DATABASE_URL = server.url;
  try {
    return await work();
  } finally {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
}

/** Runs on a new database of the server of `DATABASE_URL`, dropped afterwards. */
export async function inFreshDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const server = process.env.DATABASE_URL;
  if (!server) throw new Error('DATABASE_URL is not set');
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}
