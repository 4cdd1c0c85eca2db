import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createPool } from '@fynbos/platform/postgres.ts';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { invoiceMaker, programme } from '../stand/invoices.ts';
import { type Portal, withPortal } from '../stand/portal.ts';
import { inFreshDatabase } from '../stand/postgres.ts';

const INVOICES = Number(process.env.BENCH_INVOICES ?? 40_000);
const WARM_UP = 5_000;
const COPIES = 3;

/** Sends invoices as NDJSON and reads every answer; gives milliseconds until the last was recorded and decided. */
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

/** COPY of the events that ingestion made into a like table, with the same indexes; the fastest of a few, in milliseconds. */
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

/**
 * Invoices over HTTP as NDJSON until recorded and decided, by the api process alone, against COPY of the resulting event
 * rows into a like table in the same run; rows a second of both and their ratio (the bar is 0.25).
 */
export async function bench(): Promise<object> {
  const make = await invoiceMaker();
  const bodyOf = (first: number, count: number): string =>
    Array.from({ length: count }, (_, n) => `${JSON.stringify(make(first + n))}\n`).join('');
  return inFreshDatabase(async (databaseUrl) => {
    const ms = await withPortal(databaseUrl, ['api'], async (portal) => {
      await portal.call('POST', 'admin/import', await programme());
      await ingest(portal, bodyOf(INVOICES, WARM_UP), WARM_UP);
      return ingest(portal, bodyOf(0, INVOICES), INVOICES);
    });
    const copy = await copyLike(databaseUrl);
    const rows = (copy.rows * INVOICES) / (INVOICES + WARM_UP);
    const ours = (rows * 1000) / ms;
    const theirs = (copy.rows * 1000) / copy.ms;
    return {
      name: 'ingest',
      invoices: INVOICES,
      invoicesPerSecond: Math.round((INVOICES * 1000) / ms),
      eventRowsPerSecond: Math.round(ours),
      copyRowsPerSecond: Math.round(theirs),
      ratio: Number((ours / theirs).toFixed(3)),
      bar: 0.25,
    };
  });
}
