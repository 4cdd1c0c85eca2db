import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { agedMib } from '../../tests/support/retained-heap.ts';
import { createPool, isUnavailable, migrate } from './postgres.ts';

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

const first = { id: '0001', sql: 'create table account (id int primary key)' };
const second = { id: '0002', sql: 'alter table account add column cents int not null default 0' };

test('migrations run once and in order, however many processes start together', async () => {
  const results = await Promise.all(
    Array.from({ length: 6 }, () => migrate(database.pool(), 'books', [first, second])),
  );
  expect(results.flat().sort()).toEqual(['0001', '0002']);
  await database.pool().query('insert into books.account (id) values (1)');
});

test('a newer release adds its migrations to the data of the one before', async () => {
  await migrate(database.pool(), 'books', [first]);
  await database.pool().query('insert into books.account values (1)');
  expect(await migrate(database.pool(), 'books', [first, second])).toEqual(['0002']);
  const { rows } = await database.pool().query('select cents from books.account');
  expect(rows).toEqual([{ cents: 0 }]);
});

test('a failed migration is rolled back, and earlier migrations stay', async () => {
  const broken = { id: '0002', sql: 'create table half (n int); select 1/0' };
  await expect(migrate(database.pool(), 'books', [first, broken])).rejects.toMatchObject({ code: '22012' });
  const { rows } = await database
    .pool()
    .query("select to_regclass('books.account') is not null as kept, to_regclass('books.half') as half");
  expect(rows).toEqual([{ kept: true, half: null }]);
  expect(await migrate(database.pool(), 'books', [first, second])).toEqual(['0002']);
});

test('an outage is distinguished from a refused statement', async () => {
  const refused = await database
    .pool()
    .query('select nothing')
    .catch((error: unknown) => error);
  expect(isUnavailable(refused)).toBe(false);
  const away = createPool('postgres://nobody@127.0.0.1:1/none', { applicationName: 'test' });
  expect(isUnavailable(await away.query('select 1').catch((error: unknown) => error))).toBe(true);
  await away.end();
  expect(isUnavailable(await away.query('select 1').catch((error: unknown) => error))).toBe(true);
  const cut = await database
    .pool()
    .query('select pg_terminate_backend(pg_backend_pid())')
    .catch((error: unknown) => error);
  expect(isUnavailable(cut)).toBe(true);
});

test('Postgres ends the session of a vanished machine in two minutes, also with settings of the address', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c statement_timeout=7s');
  const pool = createPool(url.href, { applicationName: 'test', searchPath: ['books'] });
  const names = ['tcp_keepalives_idle', 'tcp_keepalives_count', 'tcp_user_timeout', 'statement_timeout', 'search_path'];
  const { rows } = await pool.query('select current_setting(name) as value from unnest($1::text[]) as name', [names]);
  expect(rows.map(({ value }) => value)).toEqual(['30', '3', '60000', '7s', '"books"']);
  await pool.end();
});

test('a connection that is lost while idle fails the next call, not the process', async () => {
  const pool = createPool(database.url, { applicationName: 'test' });
  const held = await pool.connect();
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid');
  // The connection ends between two calls, as in the middle of a report with a slow reader.
  const ended = new Promise((resolve) => held.once('end', resolve));
  await database.pool().query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  expect(isUnavailable(await held.query('select 1').catch((error: unknown) => error))).toBe(true);
  held.release(true);
  await pool.end();
});

test('an idle transaction is ended after the pool’s limit, and its session is released', async () => {
  const pool = createPool(database.url, { applicationName: 'test', idleInTransactionMs: 50 });
  const held = await pool.connect();
  const ended = new Promise((resolve) => held.once('end', resolve));
  await held.query('begin');
  await ended;
  expect(isUnavailable(await held.query('select 1').catch((error: unknown) => error))).toBe(true);
  held.release(true);
  expect((await pool.query('show idle_in_transaction_session_timeout')).rows).toEqual([
    { idle_in_transaction_session_timeout: '50ms' },
  ]);
  await pool.end();
});

test('a session answers by promise or callback, and its stack traces lead to the caller', async () => {
  const session = await database.pool().connect();
  const { rows } = await session.query({ text: 'select $1::int as n', values: [3] });
  expect(rows).toEqual([{ n: 3 }]);
  expect((await session.query<{ n: number }>('select $1::int as n', [4])).rows).toEqual([{ n: 4 }]);
  const answer = await new Promise((resolve) => {
    session.query('select $1::int as n', [5], (_error, result) => resolve(result.rows));
  });
  expect(answer).toEqual([{ n: 5 }]);
  const askInVain = async (): Promise<unknown> => await session.query('select nothing');
  const refused = await askInVain().catch((error: Error) => error);
  expect(refused).toMatchObject({ code: '42703' });
  expect((refused as Error).stack).toContain('askInVain');
  session.release();
});

test('the memory of an answer is released after it was read', async () => {
  const pool = createPool(database.url, { applicationName: 'test' });
  const session = await pool.connect();
  const left = await agedMib(async () => {
    for (let n = 0; n < 100; n++) await session.query('select n, n::text as text from generate_series(1, 1000) n');
  });
  expect(left, 'some ten MiB came').toBeLessThan(3);
  session.release();
  await pool.end();
});
