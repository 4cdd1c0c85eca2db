import { readdirSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@fynbos/platform/postgres.ts';
import { onBothStores } from '../environment/event-stores.ts';
import { AGENTS, invoiceMaker, programme, trackingNoOf } from '../environment/invoices.ts';
import { newApiKey, type Portal, withPortal } from '../environment/portal.ts';
import { inFreshDatabase } from '../environment/postgres.ts';
import { type Kind, type LoadCall, LoadClient, SLICE_MS, type Timings } from './load-client.ts';
import { type Processors, watchMemory, watchProcessors } from './machine.ts';
import { quantile } from './quantile.ts';

const PROCESSES = ['api', 'reactors', 'workers'] as const;
const BACKGROUND = ['reactors', 'workers'] as const;
/** Six thousand agents, so that each has a realistic number of rewards (docs/decisions/0031). */
const COPIES = 100;
/** A key may call ten times a second; fifty keys call five times a second each. */
const INTEGRATORS = 50;
const WARM_UP_MS = 8_000;
const SATURATE_MS = 20_000;
const IN_FLIGHT = 32;
/**
 * Criteria of a rate: first a short window, then one that includes periodic work (autovacuum, old-generation
 * collections, jobs). People perceive answers within 100 ms as immediate (Nielsen, Usability Engineering, 1993, chapter
 * 5); half of that is for network and phone (docs/decisions/0031). 250 ms is the limit of `freshness` for read models.
 */
const TRY = { firstMs: 20_000, thenMs: 120_000, callMs: 50, behindMs: 250, stepDown: 0.9, least: 0.2 };
/** Stolen share of the processors up to which the host is quiet; how often a noisy window is repeated. */
const QUIET = 0.01;
const MOST_AGAIN = 15;
const BAR = 3;
/** Number of printed failures. */
const MOST_FAILURES = 50;

/** Half writes (invoices), half reads (a reservation, a page of rewards, an agent's incentives). */
async function mix({ token, call }: Portal): Promise<() => LoadCall> {
  const make = await invoiceMaker(COPIES);
  const keys: string[] = [];
  while (keys.length < INTEGRATORS) keys.push(await newApiKey(call, `Bench ${keys.length + 1}`));
  /** The sender of an invoice; others may not read its reservation. */
  const keyOf = (invoice: number): string => keys[(invoice / 2) % INTEGRATORS] ?? '';
  let n = 0;
  const read = (path: string, by: string): LoadCall => ({ kind: 'read', method: 'GET', path, token: by });
  const incentives = (agent: number): LoadCall => ({
    kind: 'read',
    method: 'POST',
    path: 'Incentive/list-incentives',
    token,
    body: JSON.stringify({
      fromDate: '20260101',
      toDate: '20260131',
      reservationNumber: '',
      status: '',
      loyaltyTrackingNo: trackingNoOf(agent),
    }),
  });
  return () => {
    n += 1;
    if (n % 2 === 0) {
      const body = JSON.stringify(make(n));
      return { kind: 'write', method: 'POST', path: 'integrations/rental-events', token: keyOf(n), body };
    }
    // Older invoices are readable by now; during the warm-up there are none.
    const known = 2 * Math.floor((n - 2_000) / 4);
    if (known < 2) return read('admin/rewards?range=[0,24]', token);
    if (n % 4 === 1) return read(`integrations/reservations/B${String(known).padStart(9, '0')}`, keyOf(known));
    if (n % 8 === 3) return read('admin/rewards?range=[0,24]', token);
    return incentives(n % (AGENTS * COPIES));
  };
}

/** Calls at a rate for a time, with the processors' work in each complete slice. */
interface Window {
  readonly timings: Timings;
  readonly stolenShare: number;
  readonly slices: readonly Processors[];
}

async function windowOf({ client, make }: LoadTarget, pace: number, ms: number): Promise<Window> {
  const processors = watchProcessors(SLICE_MS);
  const timings = await client.pace(make, pace, ms);
  const { all, slices } = processors.stop();
  // The incomplete last slice is ignored.
  return { timings, stolenShare: all.stolenShare, slices: slices.slice(0, Math.floor(ms / SLICE_MS)) };
}

const quietOf = ({ slices }: Window): readonly number[] =>
  slices.flatMap(({ stolenShare }, at) => (stolenShare <= QUIET ? [at] : []));

/** By minute. Processor time per call, with its consequences, reveals a slow host, which stolen time does not show. */
function minutesOf({ timings, slices }: Window) {
  const count = Math.floor((slices.length * SLICE_MS) / 60_000);
  const slicesOf = (minute: number): readonly number[] =>
    Array.from({ length: 60_000 / SLICE_MS }, (_, at) => (minute * 60_000) / SLICE_MS + at);
  return Array.from({ length: count }, (_, minute) => {
    const [write, read] = [timings.took('write', slicesOf(minute)), timings.took('read', slicesOf(minute))];
    const busyMs = slicesOf(minute).reduce((sum, at) => sum + (slices[at]?.busyMs ?? 0), 0);
    return {
      writeP99Ms: quantile(write, 0.99),
      readP99Ms: quantile(read, 0.99),
      processorMsACall: hundredths(busyMs / (write.length + read.length)),
    };
  });
}

/** Durations of windows at one rate together, overall and in undisturbed slices. */
function summaryOf(windows: readonly Window[]) {
  const sumOf = (number: (window: Window) => number): number => windows.reduce((sum, one) => sum + number(one), 0);
  const ms = (kind: Kind, share: number, quietOnly = false): number =>
    quantile(
      windows.flatMap((window) => window.timings.took(kind, quietOnly ? quietOf(window) : undefined)),
      share,
    );
  return {
    writeMs: { p50: ms('write', 0.5), p99: ms('write', 0.99) },
    readMs: { p50: ms('read', 0.5), p99: ms('read', 0.99) },
    whileQuiet: {
      shareOfTime: hundredths(sumOf((window) => quietOf(window).length) / sumOf(({ slices }) => slices.length)),
      writeP99Ms: ms('write', 0.99, true),
      readP99Ms: ms('read', 0.99, true),
    },
    stolenShares: windows.map(({ stolenShare }) => stolenShare),
    calls: sumOf(({ timings }) => timings.calls),
    errors: sumOf(({ timings }) => timings.errors),
    minutes: windows.flatMap(minutesOf),
  };
}

const hundredths = (number: number): number => Math.round(number * 100) / 100;

/** Waits until the read models are up to date, so that phases do not affect each other. */
async function settled(databaseUrl: string): Promise<number> {
  const pool = createPool(databaseUrl, { applicationName: 'bench' });
  const began = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from engine.checkpoints where "position" is distinct from (select max("position") from engine.checkpoints)`,
    );
    if (rows[0]?.count === 0) break;
    await sleep(50);
  }
  await pool.end();
  return Math.round(performance.now() - began);
}

interface Tried {
  readonly callsPerSecond: number;
  readonly seconds: number;
  readonly writeP99Ms: number;
  readonly readP99Ms: number;
  readonly behindMs: number;
  readonly errors: number;
  readonly stolenShare: number;
}

interface Capacity {
  readonly pace: number;
  readonly tried: readonly Tried[];
  readonly atOnce: number;
}

/** A window at a rate, and the lag of the read models after it. */
async function tryPace(target: LoadTarget, pace: number, ms: number): Promise<Tried> {
  const { timings, stolenShare } = await windowOf(target, pace, ms);
  return {
    callsPerSecond: Math.round(pace),
    seconds: ms / 1_000,
    writeP99Ms: quantile(timings.took('write'), 0.99),
    readP99Ms: quantile(timings.took('read'), 0.99),
    behindMs: await settled(target.databaseUrl),
    errors: timings.errors,
    stolenShare,
  };
}

const kept = ({ errors, writeP99Ms, readP99Ms, behindMs }: Tried): boolean =>
  errors === 0 && Math.max(writeP99Ms, readP99Ms) <= TRY.callMs && behindMs <= TRY.behindMs;

/**
 * Finds the highest rate for two minutes without failed calls, with p99 of writes and of reads within 50 ms each and
 * read models current within 250 ms. Starts at the rate that 32 concurrent calls reach and goes down by tenths. A
 * failed window on a noisy host is repeated, at most `MOST_AGAIN` times in total. Throws if no rate passes.
 */
async function capacityOf(target: LoadTarget): Promise<Capacity> {
  const atOnce = await target.client.saturate(target.make, IN_FLIGHT, SATURATE_MS);
  await settled(target.databaseUrl);
  const tried: Tried[] = [];
  let [pace, ms, again] = [atOnce, TRY.firstMs, 0];
  for (;;) {
    if (pace < atOnce * TRY.least) throw new Error(`no pace is kept up with: ${JSON.stringify(tried)}`);
    const one = await tryPace(target, pace, ms);
    tried.push(one);
    if (kept(one) && ms === TRY.thenMs) return { pace, tried, atOnce };
    if (kept(one)) ms = TRY.thenMs;
    else if (one.errors === 0 && one.stolenShare > QUIET && again < MOST_AGAIN) again += 1;
    else [pace, ms] = [pace * TRY.stepDown, TRY.firstMs];
  }
}

/** Background processes, as in Compose (docs/decisions/0031), with each thread: Linux weighs them separately. */
function giveWay(pid: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    os.setPriority(Number(thread), os.constants.priority.PRIORITY_BELOW_NORMAL);
  }
}

/** Lets Postgres reuse WAL segments, as after a day of operation (scripts/supervisor/postgres/settings.ts). */
async function checkpoint(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { applicationName: 'bench', max: 1 });
  await pool.query('checkpoint');
  await pool.end();
}

/**
 * p99 at 80 % and 20 % of a rate, errors, memory, stolen time. Half of the 20 % before and half after, because the cost
 * of a call on a shared host changes within minutes.
 */
async function compared(target: LoadTarget, pace: number, minutes: number): Promise<object> {
  await checkpoint(target.databaseUrl);
  const halfOfLowMs = Math.max(10_000, (minutes * 60_000) / 4);
  const before = await windowOf(target, pace * 0.2, halfOfLowMs);
  await settled(target.databaseUrl);
  const memory = watchMemory(PROCESSES, (name) => target.portal.pid(name));
  const high = summaryOf([await windowOf(target, pace * 0.8, minutes * 60_000)]);
  const grown = memory.stop();
  const readModelsBehindMs = await settled(target.databaseUrl);
  const low = summaryOf([before, await windowOf(target, pace * 0.2, halfOfLowMs)]);
  return {
    callsPerSecond: Math.round(pace),
    minutes,
    at20: low,
    at80: { ...high, readModelsBehindMs },
    ratioOfP99WhileQuiet: {
      writes: hundredths(high.whileQuiet.writeP99Ms / low.whileQuiet.writeP99Ms),
      reads: hundredths(high.whileQuiet.readP99Ms / low.whileQuiet.readP99Ms),
    },
    ratioOfP99: {
      writes: hundredths(high.writeMs.p99 / low.writeMs.p99),
      reads: hundredths(high.readMs.p99 / low.readMs.p99),
    },
    memory: grown,
  };
}

interface LoadTarget {
  readonly client: LoadClient;
  readonly make: () => LoadCall;
  readonly portal: Portal;
  readonly databaseUrl: string;
}

/**
 * Capacity in calls per second; p99 at 80 % and 20 % of it, errors, memory. `minutes`: at 80 %. Also one minute at the
 * rate of 32 concurrent calls.
 */
export async function bench({ minutes }: { minutes: number }): Promise<object> {
  const both = await onBothStores((url) => loadOn(url, minutes));
  return { name: 'load', bar: BAR, ...both };
}

function loadOn(eventStoreUrl: string | null, minutes: number): Promise<object> {
  const measure = (databaseUrl: string) => async (portal: Portal) => {
    for (const name of BACKGROUND) giveWay(portal.pid(name));
    await portal.call('POST', 'admin/import', await programme(COPIES));
    const client = new LoadClient(portal.url);
    const make = await mix(portal);
    const target = { client, make, portal, databaseUrl };
    await client.saturate(make, IN_FLIGHT, WARM_UP_MS);
    const { pace, tried, atOnce } = await capacityOf(target);
    const capacity = await compared(target, pace, minutes);
    const with32AtOnce = await compared(target, atOnce, Math.min(1, minutes));
    client.close();
    const failures = client.failures.slice(0, MOST_FAILURES);
    return { tried, capacity, with32AtOnce, errors: client.failures.length, failures };
  };
  const settings = { EVENTSTORE_URL: eventStoreUrl ?? undefined };
  return inFreshDatabase((databaseUrl) => withPortal(databaseUrl, PROCESSES, measure(databaseUrl), settings));
}
