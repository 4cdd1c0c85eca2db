import { randomUUID } from 'node:crypto';
import { SIMULATION_QUEUE } from '@fynbos/application/simulation/simulation-store.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { startRebuildWorker } from '@fynbos/projections/engine/rebuild/rebuild-jobs.ts';
import { projections } from '@fynbos/projections/registry.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, dashboard, staffToken } from '../testing/call.ts';
import { adminToken } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

let running: RunningApp;
let operator: Dashboard;
let auditorToken: string;
let worker: { close(): Promise<void> };

beforeAll(async () => {
  running = await runApp();
  operator = dashboard(running, await staffToken(running, 'Operator'));
  auditorToken = await staffToken(running, 'Auditor');
  const { pool, services } = running;
  const parts = foldPartsOf(services.log, pool);
  worker = startRebuildWorker(parts, services.queues, projections, services.logger);
});
afterAll(async () => {
  await worker.close();
  await running.close();
});

/** Polls until the answer matches, for background work. */
const answerWith = <Body>(path: string, fits: (body: Body) => boolean): Promise<Body> =>
  until(async () => {
    const { body } = await operator.get(path);
    return fits(body) && body;
  });

test('dependencies are listed with their reported state', async () => {
  const { body } = await operator.get('operations');
  const facts = Object.fromEntries(
    body.health.map(({ name, ok, facts }: { name: string; ok: boolean; facts: [string, string][] }) => [
      name,
      { ok, ...Object.fromEntries(facts) },
    ]),
  );
  expect(facts.Postgres).toMatchObject({
    ok: true,
    Version: expect.stringMatching(/^\d+/),
    Sessions: expect.any(String),
  });
  expect(facts['Event store']).toMatchObject({ ok: true, Kind: 'Embedded in Postgres', Head: body.head });
  expect(facts['Queues on Postgres']).toEqual({ ok: true });
  expect(body.queues).toContainEqual(expect.objectContaining({ name: SIMULATION_QUEUE, waiting: 0, failed: 0 }));
  expect(body.followers.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(projections.map(({ name }) => name)),
  );
});

describe('a blocked key', () => {
  const id = randomUUID();
  const place = `projection=approvals&key=${id}`;
  const isBlocked = (keys: { key: string }[]) => keys.some(({ key }) => key === id);

  test('shows its event and error, and the waiting events in order', async () => {
    const { log, now } = running.services;
    const context = { actor: { kind: 'system', id: 'test' }, now: now(), correlationId: 'poison' } as const;
    for (const type of ['ApprovalExecuted', 'ApprovalFailed']) {
      const stream = await log.readStream(`approval-${id}`);
      const at = now().toISOString();
      const data = { executedAt: at, code: 'x', message: 'x', failedAt: at };
      await log.append([{ stream, events: [{ type, data }], context }]);
    }
    const keys = await answerWith<{ key: string; waiting: number; eventType: string }[]>('operations/parked', (body) =>
      body.some(({ key, waiting }) => key === id && waiting === 2),
    );
    expect(keys.find(({ key }) => key === id)).toMatchObject({
      eventType: 'ApprovalExecuted',
      errorCode: 'MissingRow',
    });
    const { body } = await operator.get(`operations/parked/waiting?${place}`);
    expect(body.map(({ type }: { type: string }) => type)).toEqual(['ApprovalExecuted', 'ApprovalFailed']);
    expect(body[0]).toMatchObject({ streamId: `approval-${id}`, recordedAt: now().toISOString() });
  });

  test('stays blocked when a retry fails, and is released once the cause is fixed', async () => {
    const again = await operator.post('operations/parked/resume', { projection: 'approvals', key: id });
    expect(again.body).toEqual({ taken: 0, waiting: 2 });
    await running.pool.query(
      `insert into rm_approvals.approvals (id, kind, subject, permission, summary, fields, status, "requestedBy", "requestedAt", version)
       values ($1, 'test', 'test/1', 'agents:change', 'Repaired', '[]', 'approved', 1, $2, 1)`,
      [id, running.clock.now.toISOString()],
    );
    const retried = await operator.post('operations/parked/resume', { projection: 'approvals', key: id });
    expect(retried.body).toEqual({ taken: 2, waiting: 0 });
    expect(isBlocked((await operator.get('operations/parked')).body)).toBe(false);
    expect((await operator.post('operations/parked/resume', { projection: 'approvals', key: id })).status).toBe(404);
    expect((await operator.post('operations/parked/resume', { projection: 'none', key: id })).status).toBe(404);
  });
});

test('a notice of the dead letter is shown, and sent again or dropped by an operator', async () => {
  const [again, dropped] = [randomUUID(), randomUUID()];
  for (const id of [again, dropped])
    await running.pool.query(
      `insert into notices.notices
         ("noticeId", kind, channel, audience, "streamId", state, "lastError", "correlationId", "createdAt", "changedAt")
       values ($1, 'bank-changed', 'sms', 'current', 'agent-9999', 'dead', 'its sender died', 'c', now(), now())`,
      [id],
    );
  const { body } = await operator.get('operations/notices');
  expect(body.find((one: { id: string }) => one.id === again)).toMatchObject({
    kind: 'bank-changed',
    channel: 'sms',
    streamId: 'agent-9999',
    attempts: 0,
    error: 'its sender died',
    mayHaveLeft: true,
  });
  expect((await operator.post(`operations/notices/${again}/send-again`)).status).toBe(200);
  expect((await operator.post(`operations/notices/${dropped}/drop`)).status).toBe(200);
  const { rows } = await running.pool.query('select state from notices.notices where "noticeId" = $1', [dropped]);
  expect(rows).toEqual([{ state: 'dropped' }]);
  for (const id of [again, dropped, randomUUID(), 'x'])
    expect((await operator.post(`operations/notices/${id}/drop`)).body).toMatchObject({
      type: expect.stringContaining('notice.not-dead'),
    });
});

describe('a rebuild', () => {
  test('is requested, followed to its end, compared and swapped', async () => {
    const { status, body } = await operator.post('operations/replays', { projection: 'audit-log' });
    expect(status).toBe(202);
    const done = await answerWith<{ state?: string }>(`operations/replays/${body.id}`, ({ state }) => state === 'done');
    expect(done).toMatchObject({ projection: 'audit-log', remainingMs: 0, comparison: { equal: true } });
    expect((await operator.get('operations/replays')).body[0]).toMatchObject({ id: body.id });
    expect((await operator.post(`operations/replays/${body.id}/cancel`)).status).toBe(409);
  });

  test('is refused for an unknown read model, and not found under an unknown id', async () => {
    expect((await operator.post('operations/replays', { projection: 'nothing' })).status).toBe(422);
    expect((await operator.get('operations/replays/nothing')).status).toBe(404);
  });
});

describe('the board of the queues', () => {
  const board = (cookie?: string) => {
    const sent = request(running.app).get('/api/admin/board/');
    return cookie ? sent.set('Cookie', cookie) : sent;
  };

  test('opens with the cookie that an operator is given for it, and with nothing else', async () => {
    const opened = await operator.post('operations/board');
    const cookie = (opened.get('Set-Cookie')?.[0] ?? '').split(';')[0] ?? '';
    expect(opened.get('Set-Cookie')?.[0]).toMatch(/HttpOnly; SameSite=Strict/);
    const page = await board(cookie);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.get('Content-Security-Policy')).toContain("script-src 'self'");
    expect((await board()).status).toBe(401);
    expect((await board(`${cookie}x`)).status).toBe(401);
  });

  test('is closed to an auditor', async () => {
    const { status } = await request(running.app)
      .post('/api/admin/operations/board')
      .auth(auditorToken, { type: 'bearer' });
    expect(status).toBe(403);
    expect(
      (
        await request(running.app)
          .get('/api/admin/operations')
          .auth(await adminToken(running, ADMIN), { type: 'bearer' })
      ).status,
    ).toBe(200);
  });
});
