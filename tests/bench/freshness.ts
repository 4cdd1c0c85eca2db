import { createLogger } from '@fynbos/platform/logger.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { createQueues } from '@fynbos/platform/queue/queue.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import type pg from 'pg';
import { onBothStores } from '../environment/event-stores.ts';
import { invoiceMaker, programme } from '../environment/invoices.ts';
import { type Portal, withPortal } from '../environment/portal.ts';
import { inFreshDatabase } from '../environment/postgres.ts';
import { LoadClient } from './load-client.ts';
import { quantile } from './quantile.ts';

const A_SECOND = Number(process.env.BENCH_RATE ?? 200);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
/** EventStoreDB compiles its hottest code during the first seconds of load. */
const WARM_UP_SECONDS = 15;
/** Polling every 2 ms took a quarter of a core. */
const POLL_MS = 10;

interface Waiting {
  readonly answeredAt: number;
  readonly earnedCents: number;
}

/** Watches balances: an invoice is readable when its agent's balance includes it. */
class Watch {
  readonly delays: number[] = [];
  private readonly waiting = new Map<string, Waiting[]>();
  private ended = false;

  constructor(private readonly pool: pg.Pool) {}

  expect(loyaltyTrackingNo: string, earnedCents: number): void {
    const list = this.waiting.get(loyaltyTrackingNo) ?? [];
    list.push({ answeredAt: performance.now(), earnedCents });
    this.waiting.set(loyaltyTrackingNo, list);
  }

  async run(): Promise<void> {
    while (!this.ended) {
      const { rows } = await this.pool.query({
        name: 'watch',
        text: `select "loyaltyTrackingNo", "earnedCents" from ${readModelTable(balances).sql}`,
      });
      const now = performance.now();
      for (const { loyaltyTrackingNo, earnedCents } of rows) {
        const list = this.waiting.get(loyaltyTrackingNo);
        while (list?.[0] && list[0].earnedCents <= earnedCents)
          this.delays.push(now - (list.shift() as Waiting).answeredAt);
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  /** Resolves when every invoice is readable; throws after five minutes, which only a lost invoice takes. */
  async allReadable(): Promise<void> {
    const deadline = performance.now() + 5 * 60_000;
    while ([...this.waiting.values()].some((list) => list.length > 0)) {
      if (performance.now() > deadline) throw new Error('a balance never became readable');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  stop(): void {
    this.ended = true;
  }
}

/** Sends invoices of R75 nett each at an even rate. */
async function load(
  { url, apiKey }: Portal,
  seconds: number,
  first: number,
  onAnswer: (agent: string) => void,
): Promise<void> {
  const make = await invoiceMaker();
  // Its connections have no timeout, unlike those of fetch: a slow machine is measured too.
  const client = new LoadClient(url);
  const began = performance.now();
  const calls: Promise<void>[] = [];
  for (let n = 0; n < seconds * A_SECOND; n++) {
    const due = began + (n * 1000) / A_SECOND;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const agent = `FT0100${String(n % 60).padStart(4, '0')}`;
    const terms = {
      promoCode: 'GREEN04',
      rateCode: 'DISC',
      vehicleGroup: 'C',
      pickupBranch: 'JNB01',
      returnBranch: 'JNB01',
    };
    const invoice = {
      ...make(first + n),
      loyaltyTrackingNo: agent,
      tkRevenue: 800,
      reservation: { reservedOn: '2026-02-01', ...terms },
      rental: { ...terms, pickedUpOn: '2026-02-02', returnedOn: '2026-02-03' },
    };
    const call = { kind: 'write', method: 'POST', path: 'integrations/rental-events', token: apiKey } as const;
    calls.push(
      client.call({ ...call, body: JSON.stringify(invoice) }).then((isRecorded) => {
        if (!isRecorded) throw new Error(JSON.stringify(client.failures[0]));
        onAnswer(agent);
      }),
    );
  }
  await Promise.all(calls).finally(() => client.close());
}

/** Round trips of an empty job through BullMQ, ten a second, while `work` runs; milliseconds. */
async function emptyJobs(databaseUrl: string, work: Promise<unknown>): Promise<number[]> {
  const redisUrl = process.env.REDIS_URL ?? null;
  const queues = await createQueues({
    redisUrl,
    databaseUrl,
    logger: createLogger('bench', { level: 'warn' }),
    maxConnections: 6,
  });
  const queue = queues.queue('bench-empty');
  const events = queues.events('bench-empty');
  queues.worker('bench-empty', async () => undefined);
  await events.waitUntilReady();
  const trips: number[] = [];
  let running = true;
  work
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      running = false;
    });
  while (running) {
    const began = performance.now();
    const job = await queue.add('empty', {});
    await job.waitUntilFinished(events);
    trips.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await queues.close();
  return trips;
}

interface Freshness {
  readonly invoices: number;
  readonly readableAfterMs: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly emptyJobMs: { readonly p50: number; readonly p99: number };
  readonly p99InRoundTrips: number;
}

function freshnessOn(eventStoreUrl: string | null): Promise<Freshness> {
  const settings = { EVENTSTORE_URL: eventStoreUrl ?? undefined };
  const measure = (databaseUrl: string) => async (portal: Portal) => {
    await portal.call('POST', 'admin/import', await programme());
    const pool = createPool(databaseUrl, { applicationName: 'bench' });
    const earned = new Map<string, number>();
    const watch = new Watch(pool);
    const watching = watch.run();
    const onAnswer = (agent: string): void => {
      const cents = (earned.get(agent) ?? 0) + 75_00;
      earned.set(agent, cents);
      watch.expect(agent, cents);
    };
    let trips: number[];
    try {
      await load(portal, WARM_UP_SECONDS, 0, onAnswer);
      watch.delays.length = 0;
      const work = load(portal, SECONDS, 1_000_000, onAnswer);
      trips = await emptyJobs(databaseUrl, work);
      await work;
      await watch.allReadable();
    } finally {
      watch.stop();
      await watching;
      await pool.end();
    }
    const emptyJobMs = { p50: quantile(trips, 0.5), p99: quantile(trips, 0.99) };
    const readableAfterMs = {
      p50: quantile(watch.delays, 0.5),
      p99: quantile(watch.delays, 0.99),
      max: quantile(watch.delays, 1),
    };
    const p99InRoundTrips = Math.round((readableAfterMs.p99 / emptyJobMs.p50) * 10) / 10;
    return { invoices: watch.delays.length, readableAfterMs, emptyJobMs, p99InRoundTrips };
  };
  return inFreshDatabase((databaseUrl) =>
    withPortal(databaseUrl, ['api', 'reactors', 'workers'], measure(databaseUrl), settings),
  );
}

/**
 * Measures, at 200 invoices a second, on the embedded store and on EventStoreDB, the time from the answer until the
 * balance is readable: p50 and p99, with the round trip of an empty BullMQ job in the same run. Targets: p99 within 20
 * of those round trips and never over 250 ms; on EventStoreDB p99 within 3 times that of the embedded store. Throws if
 * a call is refused.
 */
export async function bench(): Promise<object> {
  const both = await onBothStores(freshnessOn);
  const { embedded, eventStoreDb } = both;
  const backend = process.env.REDIS_URL ? 'redis' : 'postgres';
  const shared = { name: 'freshness', backend, invoicesPerSecond: A_SECOND, ...both };
  if (typeof eventStoreDb === 'string') return { ...shared, bars: { p99InRoundTrips: 20, maxMs: 250 } };
  const ratio = Number((eventStoreDb.readableAfterMs.p99 / embedded.readableAfterMs.p99).toFixed(2));
  return { ...shared, ratioOfP99: ratio, bars: { p99InRoundTrips: 20, maxMs: 250, ratioOfP99: 3 } };
}
