import { setTimeout as sleep } from 'node:timers/promises';
import { createPool } from '@fynbos/platform/postgres.ts';
import { withPortal } from '../stand/portal.ts';
import { inFreshDatabase } from '../stand/postgres.ts';

const ROWS = Number(process.env.ROWS ?? 100_000);
/** Rows as the audit log has them, spread over the kinds of actors and records. */
const FILL = `
  insert into rm_audit_log."auditLog" (id, position, "recordedAt", type, aggregate, "streamId", revision, "actorKind", "actorId",
    "correlationId", "causationId", reason, fields, outcome, detail, demo)
  select gen_random_uuid(), lpad(n::text, 12, '0'), to_char(timestamp '2026-01-01' + n * interval '7 seconds', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'AgentDetailsChanged', 'agent', 'agent-' || n % 5000, n / 5000, 'admin', (n % 7)::text, gen_random_uuid()::text, null,
    'Corrected after a call with the agent', '["agencyName", "postalCode"]', 'done', null, false
  from generate_series(1, $1::int) n`;

/** Resident memory of the API in MiB, as it tells it itself. */
async function residentMib(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes\S* (\S+)/m.exec(text)?.[1] ?? 0) / 1024 / 1024;
}

interface Read {
  readonly bytes: number;
  readonly lines: number;
  readonly peakMib: number;
  readonly ms: number;
}

/** Reads the export as a browser does, looking at the server's memory meanwhile. */
async function read(url: string, token: string): Promise<Read> {
  const began = performance.now();
  let peakMib = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peakMib = Math.max(peakMib, await residentMib(url));
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

/**
 * The audit log as CSV (issue 5, Done when: without memory growth; `ROWS` for other sizes): rows a second, and what the server's memory grows by when it streams them again,
 * beside the size of the file: what is held in memory does not depend on it.
 */
export const bench = (): Promise<object> =>
  inFreshDatabase((databaseUrl) =>
    withPortal(databaseUrl, ['api'], async ({ url, token }) => {
      const pool = createPool(databaseUrl, { applicationName: 'bench-fill', max: 1 });
      await pool.query(FILL, [ROWS]);
      await pool.end();
      // The first brings the server to the memory that it has at work; what the second adds to it is growth.
      const first = await read(url, token);
      const beforeMib = await residentMib(url);
      const { bytes, lines, peakMib, ms } = await read(url, token);
      const grownMib = Math.round(peakMib - beforeMib);
      return {
        bench: 'export',
        rows: lines - 1,
        fileMib: Math.round(bytes / 1024 / 1024),
        ms,
        rowsPerSecond: Math.round((lines / ms) * 1000),
        firstPeakMib: Math.round(first.peakMib),
        beforeMib: Math.round(beforeMib),
        peakMib: Math.round(peakMib),
        grownMib,
      };
    }),
  );
