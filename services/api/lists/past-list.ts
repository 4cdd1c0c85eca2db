import { hash } from 'node:crypto';
import { RateLimitExceeded } from '@fynbos/application/auth/limits.ts';
import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import { type ReadModelTable, readModelTable, scratchTable } from '@fynbos/projections/engine/read-model.ts';
import { requestRebuild } from '@fynbos/projections/engine/rebuild/rebuild-jobs.ts';
import {
  countViews,
  isRunning,
  type ViewRecord,
  viewsAsOf,
} from '@fynbos/projections/engine/rebuild/rebuild-record.ts';
import { HttpRefusal } from '../http/problem.ts';
import type { Accepted } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { asOfOf } from './list-request.ts';

type PastServices = Pick<Services, 'db' | 'queues' | 'now'>;

/** A past table is dropped an hour after its creation. New requests stop using it five minutes earlier. */
const READABLE_S = 55 * 60;
/** Maximum number of past tables. Each may be as large as the live one. */
const MAX_TABLES = 24;
/** Seconds in which a failed job is reported to every caller and not started again. */
const FAILED_JOB_COOLDOWN_S = 60;
/** The progress of a job that has not begun. */
const WAITING = { state: 'waiting', done: 0, total: null, rate: 0, remainingMs: null } as const;

/** The source of a list: the live table, a past table, or none yet, with the answer to send until it exists. */
type Source =
  | { readonly table: ReadModelTable; readonly at: Date | null }
  | { readonly answer: Accepted; readonly at: Date };

/** Throws a 503 if it failed within `FAILED_JOB_COOLDOWN_S`: a new job would fail as well. */
function reportFailure(last: ViewRecord | undefined): void {
  if (last?.state !== 'failed' || last.age >= FAILED_JOB_COOLDOWN_S) return;
  const message = `The list as of this time could not be built (${last.error ?? 'Error'}). Try again in a minute.`;
  throw new HttpRefusal(503, 'past-list-failed', message, Math.ceil(FAILED_JOB_COOLDOWN_S - last.age));
}

/** The id of the job that builds a past table. It depends on earlier jobs, so concurrent requests start one job. */
const idOf = ({ name, version }: AnyProjection, at: string, before: number): string =>
  hash('sha256', `${name} ${version} ${at} ${before}`).slice(0, 20);

/** Queues a job that builds the table. Throws `RateLimitExceeded` if too many tables exist. */
async function ask({ db, queues }: PastServices, projection: AnyProjection, at: string, before: number): Promise<void> {
  if ((await countViews(db)) >= MAX_TABLES)
    throw new RateLimitExceeded(
      60,
      'Too many lists as of a past date are in use. Try again in a minute, or choose a date that is already open.',
    );
  await requestRebuild(queues, projection.name, { asOf: at, swap: 'never', id: idOf(projection, at, before) });
}

/**
 * The source for `?asOf=` of the query; a future instant means now. For a past one, a job folds the read model up to it
 * into a separate table; until then the answer is 202 with its progress, and the client polls. Throws 400 for an
 * invalid instant, 429 if too many tables exist, 503 if the job has just failed.
 */
export async function listSource(services: PastServices, projection: AnyProjection, query: unknown): Promise<Source> {
  const at = asOfOf(query);
  if (at === null || at >= services.now()) return { table: readModelTable(projection), at: null };
  const moment = at.toISOString();
  const views = await viewsAsOf(services.db, projection, moment);
  const ready = views.find(({ state, schema, age }) => state === 'done' && schema !== null && age < READABLE_S);
  if (ready?.schema) return { table: scratchTable(projection, ready.schema), at };
  const running = views.find(isRunning);
  if (!running) {
    reportFailure(views[0]);
    await ask(services, projection, moment, views.length);
  }
  const { state, done, total, rate, remainingMs } = running ?? WAITING;
  const body = { asOf: moment, state, done, total, rate, remainingMs };
  return { answer: { status: 202, body, headers: { 'Retry-After': '1' } }, at };
}

/**
 * Like `listSource`, all as of the same instant. If one is still being built, returns its answer; others are requested
 * too.
 */
export async function listSources<Name extends string>(
  services: PastServices,
  projections: Readonly<Record<Name, AnyProjection>>,
  query: unknown,
): Promise<
  { readonly tables: Readonly<Record<Name, ReadModelTable>>; readonly at: Date | null } | { answer: Accepted }
> {
  const names = Object.keys(projections) as Name[];
  const found = await Promise.all(names.map((name) => listSource(services, projections[name], query)));
  const waiting = found.find((source) => 'answer' in source);
  if (waiting && 'answer' in waiting) return waiting;
  const tables = Object.fromEntries(names.map((name, at) => [name, (found[at] as { table: ReadModelTable }).table]));
  return { tables: tables as Record<Name, ReadModelTable>, at: found[0]?.at ?? null };
}
