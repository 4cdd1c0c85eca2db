import { type Day, dayOf, HOUR_MS } from '@fynbos/domain/calendar.ts';
import type pg from 'pg';
import type { Logger } from './logger.ts';
import { migrate } from './postgres.ts';
import { type Schedule, schedule } from './schedule.ts';

/** Runs once per Johannesburg day. Must be repeatable, because a crash or a stop makes it run again. */
export interface DailyJob {
  readonly name: string;
  /** The hour of the Johannesburg day from which the job is due, 0 to 23; midnight by default. */
  readonly hour?: number;
  /** `day`: the Johannesburg day to process. A long job must throw when the signal aborts. */
  run(day: Day, signal: AbortSignal): Promise<object>;
}

interface DailyJobs {
  readonly db: pg.Pool;
  readonly jobs: readonly DailyJob[];
  readonly logger: Logger;
}

const CHECK_INTERVAL_MS = 10 * 60_000;
/** Leaves capacity for other startup work. */
const FIRST_CHECK_MS = 3 * 60_000;

/** The current day from the job's hour on, the previous day before it: a job missed during downtime is caught up. */
export const dueDay = ({ hour = 0 }: Pick<DailyJob, 'hour'>, now: Date): Day =>
  dayOf(new Date(now.getTime() - hour * HOUR_MS));

const MIGRATIONS = [
  {
    id: '0001-daily-jobs',
    sql: `create table "runs" (job text not null, day date not null, result json not null, "finishedAt" timestamptz not null default now(), primary key (job, day))`,
  },
];

export const migrateDaily = (db: pg.Pool): Promise<readonly string[]> => migrate(db, 'daily', MIGRATIONS);

/**
 * An advisory lock lets one process run a job. Failures, including an unavailable Postgres, are logged and retried at
 * the next check. Jobs not completed when the signal aborts stay due.
 */
export async function runDailyJobs(work: DailyJobs, now: Date, signal = new AbortController().signal): Promise<void> {
  const { jobs, logger } = work;
  for (const job of jobs) {
    if (signal.aborted) return;
    try {
      await doOne(work, job, now, signal);
    } catch (err) {
      if (signal.aborted) logger.info({ job: job.name }, 'daily job interrupted by shutdown; it will run again');
      else logger.warn({ err, job: job.name }, 'daily job failed; retrying');
    }
  }
}

async function doOne({ db, logger }: DailyJobs, job: DailyJob, now: Date, signal: AbortSignal): Promise<void> {
  const { name } = job;
  const client = await db.connect();
  let failed = true;
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
      [`daily ${name}`],
    );
    if (rows[0]?.mine) {
      const day = dueDay(job, now);
      const done = await client.query('select from daily.runs where job = $1 and day = $2', [name, day]);
      // Unlocks also when the job fails, because a discarded session keeps its lock for a moment longer.
      const unlock = () => client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`daily ${name}`]);
      if (done.rowCount === 0) {
        const result = await job.run(day, signal).catch(async (error: unknown) => {
          await unlock();
          throw error;
        });
        await client.query('insert into daily.runs (job, day, result) values ($1, $2, $3) on conflict do nothing', [
          name,
          day,
          JSON.stringify(result),
        ]);
        logger.info({ job: name, ...result }, 'daily job finished');
      }
      await unlock();
    }
    failed = false;
  } finally {
    client.release(failed);
  }
}

/**
 * Checks every ten minutes, first after three. The day comes from Postgres, because a process with a fast clock would
 * mark jobs of later days as done. `close` aborts the running job and waits for it.
 */
export function startDaily(work: DailyJobs): Schedule {
  const failed = (err: unknown) => work.logger.warn({ err }, 'daily job failed; retrying');
  const run = async (signal: AbortSignal) => {
    const { rows } = await work.db.query<{ now: Date }>('select now()');
    await runDailyJobs(work, (rows[0] as { now: Date }).now, signal);
  };
  return schedule(CHECK_INTERVAL_MS, run, failed, FIRST_CHECK_MS);
}
