import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from '../running-process.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres, takesConnections } from './embedded-postgres.ts';
import { runningPostmaster } from './postmaster.ts';
import type { Durability } from './settings.ts';

let base: string;
let folder: string;
let servers: EmbeddedPostgres[];

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'fynbos-pg-test-'));
  await chmod(base, 0o711);
  folder = path.join(base, 'postgres');
  servers = [];
});

afterEach(async () => {
  for (const server of servers) await server.stop();
  await rm(base, { recursive: true, force: true });
});

async function start(log: string[] = [], durability: Durability = 'throw-away'): Promise<EmbeddedPostgres> {
  const onLog = (line: string): void => void log.push(line);
  const server = await startEmbeddedPostgres({
    folder,
    password: 'pass word/1',
    database: 'fynbos',
    durability,
    onLog,
  });
  servers.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded Postgres', () => {
  test('gets all the time that its recovery needs', async () => {
    const codes = ['57P03', '57P03', '57P03', '28P01'];
    const error = (code: string) => {
      const fields = Buffer.from(`SFATAL\0C${code}\0Mtest\0\0`);
      const length = Buffer.alloc(4);
      length.writeInt32BE(fields.length + 4);
      return Buffer.concat([Buffer.from('E'), length, fields]);
    };
    const recovering = createServer((socket) => {
      socket.once('data', () => socket.end(error(codes.shift() ?? '57P03'))).on('error', () => undefined);
    });
    await once(recovering.listen(0, '127.0.0.1'), 'listening');
    const { port } = recovering.address() as AddressInfo;
    const running = { hasExited: () => false, lastLines: () => '' };
    const options = { password: 'x', database: 'fynbos' };
    await expect(takesConnections(running, options, port, 0)).rejects.toMatchObject({ code: '28P01' });
    recovering.close();
  });

  test('keeps its data between starts', async () => {
    const first = await start();
    await query(first.url, 'create table kept (n int); insert into kept values (7)');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start();
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  test('refuses connections without its password', async () => {
    const server = await start([], 'durable');
    await expect(query(server.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
  });

  test('ends the server of a killed start and uses its data', async () => {
    const left = await start();
    await query(left.url, 'create table kept (n int)');
    expect(await runningPostmaster(folder)).toBe(left.pid);
    const next = await start();
    expect(next.endedLeftover).toBe(left.pid);
    expect(await query(next.url, 'select * from kept')).toEqual([]);
  });

  test('ignores a pid file with the process id of another program', async () => {
    const first = await start();
    await first.stop();
    await writeFile(path.join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n1\n5432\n\n127.0.0.1\n`);
    const second = await start();
    expect(second.endedLeftover).toBeNull();
    expect(isAlive(process.pid)).toBe(true);
  });

  test('creates its cluster again after an interruption', async () => {
    execFileSync('mkdir', ['-p', `${folder}.new/base`]);
    const server = await start();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(stat(`${folder}.new`)).rejects.toThrow('ENOENT');
    await expect(readFile(`${folder}.new-password`)).rejects.toThrow('ENOENT');
  });

  test('sorts text by bytes and folds case beyond ASCII', async () => {
    const server = await start();
    const rows = await query(server.url, "select lower('ÊRË') as l, 'a' > 'B' as bytes");
    expect(rows).toEqual([{ l: 'êrë', bytes: true }]);
  });

  test('logs no value of a refused statement', async () => {
    const log: string[] = [];
    const server = await start(log);
    await query(server.url, 'create table person (email text unique)');
    await query(server.url, "insert into person values ('thandi@example.com')");
    await expect(query(server.url, "insert into person values ('thandi@example.com')")).rejects.toThrow(/duplicate/);
    await expect(query(server.url, "select 'thandi@example.com'::int")).rejects.toThrow(/invalid input/);
    await server.stop();
    expect(log.join('\n')).toContain('ready to accept connections');
    expect(log.join('\n')).not.toContain('thandi');
  });
});
