import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@fynbos/platform/postgres.ts';
import { withPortal } from '../environment/portal.ts';
import { inFreshDatabase } from '../environment/postgres.ts';

const ROWS = Number(process.env.ROWS ?? 100_000);
/** Number of exports in a row. */
const EXPORTS = Number(process.env.EXPORTS ?? 4);
const PROBE = path.join(import.meta.dirname, 'heap-probe.ts');
const MIB = 1024 * 1024;
/** Realistic rows of the audit log. */
const FILL = `
  insert into rm_audit_log."auditLog" (id, position, "recordedAt", type, aggregate, "streamId", revision, "actorKind", "actorId",
    "correlationId", "causationId", reason, fields, outcome, detail, demo)
  select gen_random_uuid(), lpad(n::text, 12, '0'), to_char(timestamp '2026-01-01' + n * interval '7 seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'AgentDetailsChanged', 'agent', 'agent-' || n % 5000, n / 5000, 'admin', (n % 7)::text, gen_random_uuid()::text, null,
    'Corrected after a call with the agent', '["agencyName", "postalCode"]', 'done', null, false
  from generate_series(1, $1::int) n`;

interface Heap {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
}

/** Resident memory of the server in bytes or, with `heap`, its live heap after a collection. */
const measured = (child: ChildProcess, what: 'heap' | 'resident'): Promise<Heap> =>
  new Promise((resolve) => {
    const hear = (message: { type?: string } & Heap) => {
      if (message.type !== 'measured') return;
      child.off('message', hear as never);
      resolve(message);
    };
    child.on('message', hear as never);
    child.send({ type: `measure-${what}` });
  });

interface Read {
  readonly bytes: number;
  readonly lines: number;
  readonly peakMib: number;
  readonly ms: number;
}

/** Reads the export like a browser and samples the server's memory. */
async function read(url: string, token: string, child: ChildProcess): Promise<Read> {
  const began = performance.now();
  let peakMib = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peakMib = Math.max(peakMib, (await measured(child, 'resident')).rss / MIB);
      await sleep(25);
    }
  })();
  const response = await fetch(`${url}/api/admin/audit-log.csv`, { headers: { authorization: `Bearer ${token}` } });
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines++;
  }
  isOver = true;
  await watching;
  return { bytes, lines, peakMib, ms: Math.round(performance.now() - began) };
}

const mib = (bytes: number): number => Math.round((bytes / MIB) * 10) / 10;

/**
 * The audit log as CSV (`ROWS`, `EXPORTS`): rows per second, live heap after each (`aliveMib`), peak (`peakMib`), size.
 */
export const bench = (): Promise<object> =>
  inFreshDatabase((databaseUrl) =>
    withPortal(
      databaseUrl,
      ['api'],
      async ({ url, token, child }) => {
        const pool = createPool(databaseUrl, { applicationName: 'bench-fill', max: 1 });
        await pool.query(FILL, [ROWS]);
        await pool.end();
        const before = await measured(child('api'), 'heap');
        const reads: Read[] = [];
        const alive: Heap[] = [];
        for (let n = 0; n < EXPORTS; n++) {
          reads.push(await read(url, token, child('api')));
          alive.push(await measured(child('api'), 'heap'));
        }
        const last = reads.at(-1) as Read;
        return {
          bench: 'export',
          rows: last.lines - 1,
          fileMib: mib(last.bytes),
          ms: last.ms,
          rowsPerSecond: Math.round((last.lines / last.ms) * 1000),
          residentBeforeMib: Math.round(before.rss / MIB),
          aliveBeforeMib: mib(before.heapUsed + before.external),
          aliveMib: alive.map(({ heapUsed, external }) => mib(heapUsed + external)),
          peakMib: reads.map(({ peakMib }) => Math.round(peakMib)),
          residentMib: alive.map(({ rss }) => Math.round(rss / MIB)),
        };
      },
      {},
      [PROBE],
    ),
  );
