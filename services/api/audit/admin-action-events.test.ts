import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, dashboard, staffToken } from '../testing/call.ts';
import { adminToken, newAgent } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let admin: Dashboard;
let operator: Dashboard;

beforeAll(async () => {
  running = await runApp();
  admin = dashboard(running, await adminToken(running, ADMIN));
  operator = dashboard(running, await staffToken(running, 'Operator'));
});
afterAll(() => running.close());

/** Returns the recorded actions and their actors from the audit log, latest first. */
async function actions(): Promise<readonly { detail: string; actorKind: string; actorId: string; outcome: string }[]> {
  await running.folded('audit-log');
  const query = { filter: { type: 'AdminActed' }, range: [0, 99], sort: ['recordedAt', 'DESC'] };
  return (await admin.list('audit-log', query)).body;
}
const lastAction = async () => (await actions())[0];

test('an agent’s session that an administrator ends is in the audit log', async () => {
  const { id } = await newAgent(running);
  const { body: sessions } = await admin.get(`travel-agents/${id}/sessions`);
  const on = `travel-agents/${id}/sessions/${sessions[0].sessionId}`;
  const ended = await admin.delete(on);
  expect([ended.status, ended.get('X-Position')]).toEqual([204, expect.any(String)]);
  expect(await lastAction()).toMatchObject({
    detail: `End session: ${on}`,
    outcome: 'done',
    actorKind: 'admin',
    actorId: '1',
  });
  expect((await admin.delete(on)).status).toBe(404);
  expect(await actions()).toHaveLength(1);
});

test('records who requested and who cancelled a rebuild', async () => {
  const asked = { projection: 'approvals', compare: false, swap: 'always' };
  expect((await operator.post('operations/replays', asked)).status).toBe(202);
  expect((await lastAction())?.detail).toBe('Replay: read-models/approvals (not compared, swap always)');
  await running.pool.query(
    `insert into engine.replays ("id", "projection", "version", "state") values ('underway', 'approvals', 1, 'building')`,
  );
  expect((await operator.post('operations/replays/underway/cancel')).status).toBe(200);
  expect((await lastAction())?.detail).toBe('Cancel replay: replays/underway');
});

test('records notices of the dead letter that are sent again or dropped, and no others', async () => {
  const before = (await actions()).length;
  for (const [path, words] of [
    ['send-again', 'Send notice again'],
    ['drop', 'Drop notice'],
  ]) {
    const id = randomUUID();
    expect((await operator.post(`operations/notices/${id}/${path}`)).status).toBe(404);
    await running.pool.query(
      `insert into notices.notices
         ("noticeId", kind, channel, audience, "streamId", state, "correlationId", "createdAt", "changedAt")
       values ($1, 'bank-changed', 'sms', 'current', 'agent-9999', 'dead', 'c', now(), now())`,
      [id],
    );
    expect((await operator.post(`operations/notices/${id}/${path}`)).status).toBe(200);
    expect((await lastAction())?.detail).toBe(`${words}: notices/${id}`);
  }
  expect(await actions()).toHaveLength(before + 2);
});

test('records the retry of a blocked key', async () => {
  const key = randomUUID();
  const { log, now } = running.services;
  const context = { actor: { kind: 'system', id: 'test' }, now: now(), correlationId: 'poison' } as const;
  const stream = await log.readStream(`approval-${key}`);
  await log.append([
    { stream, events: [{ type: 'ApprovalExecuted', data: { executedAt: now().toISOString() } }], context },
  ]);
  const place = { projection: 'approvals', key };
  await expect
    .poll(async () => (await operator.get('operations/parked')).body)
    .toContainEqual(expect.objectContaining(place));
  expect((await operator.post('operations/parked/resume', place)).status).toBe(200);
  expect((await lastAction())?.detail).toBe(`Resume parked key: parked/approvals/${key}`);
  const before = (await actions()).length;
  await operator.post('operations/parked/resume', { ...place, key: 'Thandi Driver' });
  expect(await actions()).toHaveLength(before);
});

test('records deliveries of a webhook that are sent again, and its test', async () => {
  const made = await admin.post('integrators', { name: 'Test integrator', scopes: ['rental-events:read'] });
  const webhooks = `integrators/${made.body.id}/webhooks`;
  const form = { url: 'https://receiver.example.com/hook', kinds: ['reward.decided'] };
  const { body } = await admin.post(webhooks, form);
  const one = `${webhooks}/${body.webhookId}`;
  const ping = await admin.post(`${one}/ping`);
  expect((await lastAction())?.detail).toBe(`Ping webhook: ${one}`);
  const { deliveryId } = ping.body;
  expect((await admin.post(`${one}/again`, { deliveryId })).body).toEqual({ deliveries: 1 });
  expect((await lastAction())?.detail).toBe(`Send webhook again: ${one} (delivery ${deliveryId})`);
  const since = '2026-01-01T00:00:00Z';
  expect((await admin.get(`${one}/deliveries/count?since=${since}`)).body).toEqual({ deliveries: 1 });
  expect((await admin.get(`${one}/deliveries/count?since=9999-01-01T00:00:00Z`)).body).toEqual({ deliveries: 0 });
  expect((await admin.post(`${one}/again`, { since })).body).toEqual({ deliveries: 1 });
  expect((await lastAction())?.detail).toBe(`Send webhook again: ${one} (all since 2026-01-01T00:00:00Z)`);
});
