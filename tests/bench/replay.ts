import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { eventStoreDb } from '@fynbos/event-store/eventstoredb/eventstoredb.ts';
import { copyEvents } from '@fynbos/event-store/move-events.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import type pg from 'pg';
import { SKIPPED, withEventStoreDb } from '../environment/event-stores.ts';
import { inFreshDatabase } from '../environment/postgres.ts';
import { benchLog } from './replay-log.ts';

const rounds = 3;

/** The balances of the read model with one SQL aggregate over the log. */
const AGGREGATE = `select count(*)::int as "agents", sum(earned)::float8 as "earned", sum(pending)::float8 as "pending"
  from (select (data->>'agentId')::int as "agentId",
      sum(case when data->'after'->>'status' = 'Earned' then (data->'after'->>'nettCents')::bigint else 0 end
        - case when data->'before'->>'status' = 'Earned' then (data->'before'->>'nettCents')::bigint else 0 end) as earned,
      sum(case when data->'after'->>'status' = 'Pending' then (data->'after'->>'nettCents')::bigint else 0 end
        - case when data->'before'->>'status' = 'Pending' then (data->'before'->>'nettCents')::bigint else 0 end) as pending
    from eventstore.events where type = 'RewardPosted' group by 1) as account`;

interface Rebuild {
  readonly ms: number;
  readonly events: number;
  readonly maxResidentMiB: number;
}

async function rebuild(url: string, eventStoreUrl: string | null): Promise<Rebuild> {
  const child = fork(
    new URL('./replay-child.ts', import.meta.url),
    [url, ...(eventStoreUrl === null ? [] : [eventStoreUrl])],
    {
      // The options of `npm run replay`.
      execArgv: ['--max-semi-space-size=64', '--import', 'tsx'],
    },
  );
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [null])]);
  if (!message) throw new Error('the rebuild ended without a result');
  if (child.exitCode === null) await once(child, 'exit');
  return message as Rebuild;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Rebuilds from EventStoreDB and their rate relative to the embedded store (target 0.5). */
function ofStore(rebuilds: readonly Rebuild[], embeddedMs: number, events: number): object {
  const rebuildMs = median(rebuilds.map(({ ms }) => ms));
  return {
    rebuildMs: Math.round(rebuildMs),
    rebuiltPerSecond: Math.round((events / rebuildMs) * 1000),
    ratioOfStores: Number((embeddedMs / rebuildMs).toFixed(2)),
    maxResidentMiB: Math.round(Math.max(...rebuilds.map(({ maxResidentMiB }) => maxResidentMiB))),
  };
}

async function measure(url: string, db: pg.Pool, events: number, remote: string | null) {
  const remoteRebuilds: Rebuild[] = [];
  const aggregateMs: number[] = [];
  const rebuilds: Rebuild[] = [];
  let sums: object = {};
  for (let n = 0; n < rounds; n++) {
    const began = performance.now();
    sums = (await db.query(AGGREGATE)).rows[0];
    aggregateMs.push(performance.now() - began);
    rebuilds.push(await rebuild(url, null));
    if (remote !== null) remoteRebuilds.push(await rebuild(url, remote));
  }
  const { rows } = await db.query(
    `select count(*) filter (where "earnedCents" <> 0 or "pendingCents" <> 0)::int as "agents",
       sum("earnedCents")::float8 as "earned", sum("pendingCents")::float8 as "pending" from ${readModelTable(balances).sql}`,
  );
  if (JSON.stringify(rows[0]) !== JSON.stringify(sums))
    throw new Error('the read model and the aggregate do not agree');
  const rebuildMs = median(rebuilds.map(({ ms }) => ms));
  return {
    events,
    rebuildMs: Math.round(rebuildMs),
    rebuiltPerSecond: Math.round((events / rebuildMs) * 1000),
    aggregateMs: Math.round(median(aggregateMs)),
    aggregatedPerSecond: Math.round((events / median(aggregateMs)) * 1000),
    ratio: Number((median(aggregateMs) / rebuildMs).toFixed(2)),
    maxResidentMiB: Math.round(Math.max(...rebuilds.map(({ maxResidentMiB }) => maxResidentMiB))),
    eventStoreDb: remote === null ? SKIPPED : ofStore(remoteRebuilds, rebuildMs, events),
    sums,
  };
}

/**
 * Measures a rebuild of `incentives` and `balances` (one read of the log, swapped in at the end, in a separate process)
 * against an SQL aggregate of the same balances, over a tenth of the log and over all of it. Throws if their sums
 * differ. Targets: half the aggregate's rate, 0.85 of the rate at a tenth, under 512 MiB. On EventStoreDB also
 * the rate at which `move-events` copies the log to it, without its comparison (target: 5,000 events/s). Needs
 * `DATABASE_URL`; creates and drops a database there.
 */
export async function bench({ events = Number(process.env.BENCH_EVENTS ?? 1_000_000) } = {}): Promise<object> {
  return withEventStoreDb((remoteUrl) =>
    inFreshDatabase(async (url) => {
      const db = createPool(url, { applicationName: 'bench' });
      await migrateEventStore(db);
      const store = postgresEventStore({ db });
      const remote = remoteUrl === null ? undefined : eventStoreDb(remoteUrl);
      const grow = benchLog(store);
      let copiedPerSecond = 0;
      // The copy has the same order, so both sums are compared with one aggregate.
      const growBoth = async (upTo: number): Promise<void> => {
        await grow(upTo);
        if (remote) {
          const began = performance.now();
          const copied = await copyEvents(store, remote);
          copiedPerSecond = Math.round((copied * 1000) / (performance.now() - began));
        }
        await db.query('vacuum analyze eventstore.events');
      };
      await growBoth(events / 10);
      const tenth = await measure(url, db, events / 10, remoteUrl);
      await growBoth(events);
      const whole = await measure(url, db, events, remoteUrl);
      await Promise.all([store.close(), remote?.close()]);
      await db.end();
      return {
        name: 'replay',
        tenth,
        whole,
        copiedToEventStoreDbPerSecond: remote ? copiedPerSecond : SKIPPED,
        bars: {
          ratio: 0.5,
          rateAgainstTenth: 0.85,
          maxResidentMiB: 512,
          ratioOfStores: 0.5,
          copiedToEventStoreDbPerSecond: 5_000,
        },
        rateAgainstTenth: Number((whole.rebuiltPerSecond / tenth.rebuiltPerSecond).toFixed(2)),
      };
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(JSON.stringify(await bench(), null, 2));
