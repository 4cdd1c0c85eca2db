import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createPool } from '@fynbos/platform/postgres.ts';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { onBothStores } from '../environment/event-stores.ts';
import { invoiceMaker, programme } from '../environment/invoices.ts';
import { type Portal, withPortal } from '../environment/portal.ts';
import { inFreshDatabase } from '../environment/postgres.ts';
import { processorMsOf } from './machine.ts';

const INVOICES = Number(process.env.BENCH_INVOICES ?? 40_000);
const WARM_UP = 5_000;
const COPIES = 3;

/** Sends invoices as NDJSON and reads every answer; returns the milliseconds until the last one was decided. */
async function ingest({ url, apiKey }: Portal, body: string, count: number): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${url}/api/integrations/rental-events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/x-ndjson' },
    body,
  });
  const last = (await response.text()).trimEnd().split('\n').at(-1) ?? '{}';
  const ms = performance.now() - began;
  const { summary } = JSON.parse(last);
  if (summary?.recorded !== count) throw new Error(`not all were recorded: ${last}`);
  return ms;
}

/** Fastest COPY, in milliseconds, of the recorded events into a table with the same indexes. */
async function copyLike(databaseUrl: string): Promise<{ rows: number; ms: number }> {
  const pool = createPool(databaseUrl, { applicationName: 'bench' });
  const client = await pool.connect();
  const source = client.query(
    copyTo(`copy (select * from eventstore.events where "streamId" like 'rental-B%') to stdout`),
  );
  const chunks: Buffer[] = [];
  source.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(source, 'end');
  const times: number[] = [];
  let rows = 0;
  for (let n = 0; n < COPIES; n++) {
    await client.query(`create table public.peer (like eventstore.events including all excluding identity)`);
    await client.query('checkpoint');
    const began = performance.now();
    await pipeline(chunks, client.query(copyFrom('copy public.peer from stdin')));
    times.push(performance.now() - began);
    rows = (await client.query('select count(*) as count from public.peer')).rows[0].count;
    await client.query('drop table public.peer');
  }
  client.release();
  await pool.end();
  return { rows, ms: Math.min(...times) };
}

interface Ingested {
  readonly invoicesPerSecond: number;
  /** Processor time of the api per invoice. */
  readonly apiCpuMsAnInvoice: number;
  /** Relative to COPY of the same rows. Only for the embedded store, because EventStoreDB has no rows. */
  readonly againstCopy?: object;
}

async function ingestOn(eventStoreUrl: string | null, bodyOf: (first: number, count: number) => string) {
  return inFreshDatabase(async (databaseUrl): Promise<Ingested> => {
    const settings = { EVENTSTORE_URL: eventStoreUrl ?? undefined };
    const measure = async (portal: Portal): Promise<{ ms: number; cpuMs: number }> => {
      await portal.call('POST', 'admin/import', await programme());
      await ingest(portal, bodyOf(INVOICES, WARM_UP), WARM_UP);
      const before = processorMsOf(portal.pid('api'));
      const ms = await ingest(portal, bodyOf(0, INVOICES), INVOICES);
      return { ms, cpuMs: processorMsOf(portal.pid('api')) - before };
    };
    const { ms, cpuMs } = await withPortal(databaseUrl, ['api'], measure, settings);
    const figures = {
      invoicesPerSecond: Math.round((INVOICES * 1000) / ms),
      apiCpuMsAnInvoice: Number((cpuMs / INVOICES).toFixed(3)),
    };
    if (eventStoreUrl !== null) return figures;
    const copy = await copyLike(databaseUrl);
    const ours = (copy.rows * INVOICES * 1000) / (INVOICES + WARM_UP) / ms;
    const theirs = (copy.rows * 1000) / copy.ms;
    const againstCopy = {
      eventRowsPerSecond: Math.round(ours),
      copyRowsPerSecond: Math.round(theirs),
      ratio: Number((ours / theirs).toFixed(3)),
      bar: 0.25,
    };
    return { ...figures, againstCopy };
  });
}

/**
 * Measures invoices over HTTP as NDJSON until recorded and decided, by the api process alone, on the embedded store and
 * on EventStoreDB. The embedded store is compared with COPY of the resulting event rows into an equivalent table
 * (target: 0.25), EventStoreDB with the embedded store (target: 0.5).
 */
export async function bench(): Promise<object> {
  const make = await invoiceMaker();
  const bodyOf = (first: number, count: number): string =>
    Array.from({ length: count }, (_, n) => `${JSON.stringify(make(first + n))}\n`).join('');
  const both = await onBothStores((url) => ingestOn(url, bodyOf));
  const { embedded, eventStoreDb } = both;
  if (typeof eventStoreDb === 'string') return { name: 'ingest', invoices: INVOICES, ...both };
  const ratio = Number((eventStoreDb.invoicesPerSecond / embedded.invoicesPerSecond).toFixed(2));
  return { name: 'ingest', invoices: INVOICES, ...both, ratioOfStores: ratio, bars: { ratioOfStores: 0.5 } };
}
