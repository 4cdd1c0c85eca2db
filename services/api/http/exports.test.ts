import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import type { Response } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffToken } from '../testing/call.ts';
import { type Listening, listen } from '../testing/listening.ts';
import { adminToken } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';

/** An audit log with this number of rows exceeds the socket buffers of both ends. */
const ROWS = 30_000;
const FILL = `
  insert into rm_audit_log."auditLog" (id, position, "recordedAt", type, aggregate, "streamId", revision, "actorKind", "actorId",
    "correlationId", "causationId", reason, fields, outcome, detail, demo)
  select gen_random_uuid(), lpad(n::text, 12, '0'), '2026-01-01T00:00:00.000Z', 'AgentDetailsChanged', 'agent', 'agent-1', n, 'admin',
    '1', repeat('x', 200), null, repeat('Corrected after a call with the agent ', 5), '[]', 'done', null, false
  from generate_series(1, $1::int) n`;

let running: RunningApp;
let listening: Listening;
beforeAll(async () => {
  running = await runApp({ quiet: true });
  listening = await listen(running.app);
  await running.pool.query(FILL, [ROWS]);
});
afterAll(async () => {
  await listening?.close();
  await running?.close();
});

const get = (path: string, token: string) =>
  fetch(`${listening.url}/api/admin/${path}`, { headers: { authorization: `Bearer ${token}` } });

/** Requests the audit log and does not read the answer. */
async function unread(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const reading = http.get(`${listening.url}/api/admin/audit-log.csv`, { headers, agent: false });
  const [response] = (await once(reading, 'response')) as [http.IncomingMessage];
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], leave: () => reading.destroy() };
}

test('stalled readers occupy only the connections of exports, two per person; other requests continue', async () => {
  const auditor = await staffToken(running, 'Auditor');
  const asked = await Promise.all(Array.from({ length: 30 }, () => unread(auditor)));
  const refused = asked.filter(({ status }) => status === 429);
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(refused).toHaveLength(28);
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  await expect.poll(() => running.pool.totalCount - running.pool.idleCount).toBe(0);

  const admin = await adminToken(running, ADMIN);
  const others = await Promise.all([unread(admin), unread(admin)]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  // All export sessions are in use. Sign-ins, lists and requests by id are not affected.
  const third = await adminToken(running, ADMIN2);
  expect((await get('audit-log?range=[0,24]', third)).status).toBe(200);
  expect((await get('travel-agents?filter={"id":[1,2]}', third)).status).toBe(200);
  const full = await get('reports/rewards.csv', third);
  expect([full.status, Number(full.headers.get('retry-after')) > 0]).toEqual([503, true]);
  expect(await full.json()).toMatchObject({ status: 503, type: 'urn:fynbos:problem:busy' });

  for (const one of [...asked, ...others]) one.leave();
  // The server notices a moment later that the readers have left.
  const first = async () => {
    const report = await get('reports/rewards.csv', third);
    return [report.status, (await report.text()).split(',')[0]];
  };
  await expect.poll(first).toEqual([200, 'reservationNo']);
});

test('reports of the past are built two at a time; a request that waits too long gets a time to retry', async () => {
  const admin = await adminToken(running, ADMIN);
  const someone = { kind: 'admin', adminId: 99, roles: [], sessionId: '' } as const;
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const call = { caller: someone, response: new EventEmitter() as Response };
  const folding = [1, 2].map(() => running.services.exports.past(call, () => held));
  const moment = 'asOf=2026-01-01';
  const [rewards, liability, live] = await Promise.all([
    get(`reports/rewards.csv?${moment}`, admin),
    get(`reports/liability.csv?${moment}`, admin),
    get('reports/rewards.csv', admin),
  ]);
  expect([rewards.status, liability.status, live.status]).toEqual([503, 503, 200]);
  expect(Number(rewards.headers.get('retry-after'))).toBeGreaterThan(0);
  const waiting = get(`reports/rewards.csv?${moment}`, admin);
  end();
  await Promise.all(folding);
  expect((await waiting).status).toBe(200);
});
