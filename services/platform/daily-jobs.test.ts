import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { dueDay, migrateDaily, runDailyJobs, startDaily } from './daily-jobs.ts';
import { createLogger } from './logger.ts';
import { createPool } from './postgres.ts';

let database: FreshDatabase;
const logger = createLogger('test', { level: 'silent' });

beforeEach(async () => {
  database = await freshDatabase();
  await migrateDaily(database.pool());
});
afterEach(() => database.drop());

test('a daily job is due from its hour in Johannesburg, and before it the job of the day before', () => {
  expect(dueDay({ hour: 2 }, new Date('2026-11-21T23:59:59Z'))).toBe('2026-11-21');
  expect(dueDay({ hour: 2 }, new Date('2026-11-22T00:00:00Z'))).toBe('2026-11-22');
  expect(dueDay({}, new Date('2026-11-21T21:59:59Z'))).toBe('2026-11-21');
  expect(dueDay({}, new Date('2026-11-21T22:00:00Z'))).toBe('2026-11-22');
});

test('a missed night is caught up, and the next night still runs', async () => {
  const done: string[] = [];
  const job = {
    name: 'night',
    hour: 2,
    run: async (day: string) => {
      done.push(day);
      return {};
    },
  };
  for (const at of ['2026-11-21T23:30:00Z', '2026-11-21T23:40:00Z', '2026-11-22T00:10:00Z', '2026-11-22T12:00:00Z']) {
    await runDailyJobs({ db: database.pool(), jobs: [job], logger }, new Date(at));
  }
  expect(done).toEqual(['2026-11-21', '2026-11-22']);
});

test('survives an outage of Postgres before or during a daily job, and runs the job at the next attempt', async () => {
  const away = createPool('postgres://postgres@127.0.0.1:1/none', { applicationName: 'test' });
  const run = vi.fn(async () => ({}));
  const due = new Date('2026-11-22T12:00:00Z');
  await runDailyJobs({ db: away, jobs: [{ name: 'books', run }], logger }, due);
  expect(run).not.toHaveBeenCalled();
  await away.end();
  run.mockImplementationOnce(async () => {
    // Waits up to 30 s until the session has ended, and its lock with it.
    await database
      .pool()
      .query(
        'select pg_terminate_backend(pid, 30000) from pg_locks where locktype = $1 and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())',
        ['advisory'],
      );
    return {};
  });
  for (let n = 0; n < 3; n++) await runDailyJobs({ db: database.pool(), jobs: [{ name: 'books', run }], logger }, due);
  expect(run).toHaveBeenCalledTimes(2);
});

test('a shutdown interrupts the daily job, and the next start repeats it', async () => {
  const stop = new AbortController();
  const long = vi.fn(async (_day: string, signal: AbortSignal) => {
    await new Promise((end) => signal.addEventListener('abort', end, { once: true }));
    signal.throwIfAborted();
    return {};
  });
  const after = vi.fn(async () => ({}));
  const jobs = [
    { name: 'proof', run: long },
    { name: 'tidying', run: after },
  ];
  const work = { db: database.pool(), jobs, logger };
  const due = new Date('2026-11-22T12:00:00Z');
  const begun = runDailyJobs(work, due, stop.signal);
  await vi.waitFor(() => expect(long).toHaveBeenCalled(), 60_000);
  stop.abort();
  await begun;
  expect(after).not.toHaveBeenCalled();
  long.mockResolvedValueOnce({});
  await runDailyJobs(work, due);
  expect([long.mock.calls.length, after.mock.calls.length]).toEqual([2, 1]);
});

test('starts no daily job in the first minutes of a process', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  const run = vi.fn(async () => ({}));
  const daily = startDaily({ db: database.pool(), jobs: [{ name: 'soon', run }], logger });
  try {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3 * 60_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), 60_000);
  } finally {
    vi.useRealTimers();
    await daily.close();
  }
});

test('a process with a fast clock marks no job of a later day as done', async () => {
  const ahead = Date.now() + 3 * DAY_MS;
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: ahead });
  const run = vi.fn(async () => ({}));
  const daily = startDaily({ db: database.pool(), jobs: [{ name: 'soon', run }], logger });
  try {
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), 60_000);
  } finally {
    vi.useRealTimers();
    await daily.close();
  }
  const { rows } = await database.pool().query<{ day: Date }>('select day from daily.runs');
  expect(rows.map(({ day }) => day.getTime() < ahead - DAY_MS)).toEqual([true]);
});
