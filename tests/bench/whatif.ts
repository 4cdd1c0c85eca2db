import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { migrateSimulations } from '@fynbos/application/simulation/simulation-schema.ts';
import type { SimulationTotals } from '@fynbos/application/simulation/simulation-store.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { asStored } from '@fynbos/projections/engine/decode.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import type pg from 'pg';
import { inFreshDatabase } from '../environment/postgres.ts';
import { whatIfLog } from './whatif-log.ts';

const ROUNDS = 3;
const MINIMUM = 75_00;
const definition = {
  from: '2025-03-01',
  to: '2026-02-28',
  policy: { effectiveFrom: '2025-03-01', minimumRewardCents: MINIMUM },
  promotions: [],
  reassess: null,
};

/** Result of the new minimum with one SQL statement, independent of the domain's code. */
const EXPECTED = `select sum(gross - floor(gross * 0.25 + 0.5) - "nettCents")::float8 as nett from (
  select "nettCents", greatest($1, floor("tkRevenueCents" * rate::numeric + 0.5)) as gross from ${readModelTable(incentives).sql}) rental`;

async function child<Result>(file: string, args: readonly string[]): Promise<Result> {
  const process = fork(new URL(file, import.meta.url), args, {
    execArgv: ['--max-semi-space-size=64', '--import', 'tsx'],
  });
  const [message] = await Promise.race([once(process, 'message'), once(process, 'exit').then(() => [null])]);
  if (!message) throw new Error(`${file} ended without a result`);
  if (process.exitCode === null) await once(process, 'exit');
  return message as Result;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

async function measure(url: string, db: pg.Pool, rentals: number, events: number): Promise<object> {
  const replayMs: number[] = [];
  const whatIfMs: number[] = [];
  const resident: number[] = [];
  let totals: SimulationTotals | undefined;
  for (let n = 0; n < ROUNDS; n++) {
    replayMs.push((await child<{ ms: number }>('./replay-child.ts', [url])).ms);
    const id = `bench${n}`;
    await db.query('insert into what_if.runs (id, definition, "askedBy", "askedAt") values ($1, $2, 1, now())', [
      id,
      JSON.stringify(definition),
    ]);
    const run = await child<{ ms: number; state: string; totals: SimulationTotals; maxResidentMiB: number }>(
      './whatif-child.ts',
      [url, id],
    );
    if (run.state !== 'done') throw new Error(`the what-if ended as ${run.state}`);
    ({ totals } = run);
    whatIfMs.push(run.ms);
    resident.push(run.maxResidentMiB);
  }
  const { rows } = await db.query(EXPECTED, [MINIMUM]);
  if (totals?.reservations !== rentals || totals.correction.nettCents !== rows[0].nett)
    throw new Error('the what-if and the statement do not agree');
  const [replayed, decided] = [median(replayMs), median(whatIfMs)];
  return {
    rentals,
    events,
    replayMs: Math.round(replayed),
    replayedPerSecond: Math.round((events / replayed) * 1000),
    whatIfMs: Math.round(decided),
    decidedAgainPerSecond: Math.round((events / decided) * 1000),
    ratio: Number((replayed / decided).toFixed(2)),
    maxResidentMiB: Math.round(Math.max(...resident)),
    correction: totals.correction,
  };
}

/**
 * Measures the simulation of a year of rentals with another minimum reward, against a rebuild of `incentives` and
 * `balances` from the same log in the same run; both in separate processes. Rates are events of that log per second.
 * Throws if the result differs from that of a plain SQL statement. Target: half of the rebuild's rate. Needs
 * `DATABASE_URL`; creates and drops a database there.
 */
export async function bench({ rentals = 200_000 } = {}): Promise<object> {
  return inFreshDatabase(async (url) => {
    const db = createPool(url, { applicationName: 'bench' });
    await migrateEventStore(db);
    await migrateSimulations(db);
    const store = postgresEventStore({ db });
    const events = await whatIfLog(store, rentals);
    await db.query('vacuum analyze eventstore.events');
    await rebuild({ db, store, decoder: asStored }, [promotions]);
    const result = await measure(url, db, rentals, events);
    await store.close();
    await db.end();
    return { name: 'whatif', ...result, bars: { ratio: 0.5 } };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  console.log(JSON.stringify(await bench({ rentals: Number(process.argv[2] ?? 200_000) }), null, 2));
