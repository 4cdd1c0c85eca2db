import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { isAllowedUrl, isPublicAddress } from '@fynbos/platform/messages/allowed-url.ts';
import { type Post, poster } from '@fynbos/platform/messages/post.ts';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Dashboard, dashboard } from '../services/api/testing/call.ts';
import { adminToken, message } from '../services/api/testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { openProgramme } from '../services/application/reward-policy/current-policy.ts';
import { messageSchemas } from '../services/application/webhooks/reaction.ts';
import {
  attempt,
  deleteOldDeliveries,
  startWebhookWorker,
  sweepDeliveries,
} from '../services/application/webhooks/worker.ts';
import { invoiceMaker, programme } from './environment/invoices.ts';

interface Received {
  readonly signature: string;
  readonly delivery: string;
  readonly body: string;
}
const received: Received[] = [];
let status = 204;
const receiver = createServer((incoming, response) => {
  let body = '';
  incoming.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  incoming.on('end', () => {
    const { 'fynbos-signature': signature, 'fynbos-delivery': delivery } = incoming.headers;
    received.push({ signature: String(signature), delivery: String(delivery), body });
    // The redirect leads back to this server.
    response.writeHead(status, { location: '/elsewhere' }).end();
  });
});
const sender = poster(false);

let running: RunningApp;
let admin: Dashboard;
let integratorId: string;
let apiKey: string;
let make: Awaited<ReturnType<typeof invoiceMaker>>;
let n = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  await openProgramme(running.services);
  admin = dashboard(running, await adminToken(running, ADMIN));
  await request(running.app)
    .post('/api/admin/import')
    .auth(await adminToken(running, ADMIN2), { type: 'bearer' })
    .type('application/x-ndjson')
    .send(await programme())
    .expect(200);
  const scopes = ['rental-events:write', 'rental-events:read'];
  const made = await admin.post('integrators', { name: 'Rentals', scopes });
  ({ id: integratorId, apiKey } = made.body);
  make = await invoiceMaker();
});
afterAll(async () => {
  await running.close();
  await sender.close();
  receiver.close();
});
beforeEach(() => {
  received.length = 0;
  status = 204;
});

const parts = () => {
  const { services } = running;
  return { ...services, post: sender.post };
};
const path = (rest = '') => `integrators/${integratorId}/webhooks${rest}`;
const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`;

/** Adds a webhook for all kinds of events; returns its id and secret. The reaction uses it from then on. */
async function webhook(): Promise<{ webhookId: string; secret: string }> {
  const kinds = ['reward.decided', 'reward.paid', 'reward.reversed'];
  const { status: answer, body } = await admin.post(path(), { url: url(), kinds });
  expect(answer).toBe(201);
  return body;
}
const remove = (webhookId: string) => admin.delete(path(`/${webhookId}`));

const send = async (event: object): Promise<void> => {
  const answer = await request(running.app)
    .post('/api/integrations/rental-events')
    .auth(apiKey, { type: 'bearer' })
    .send(event);
  expect(answer.body).toMatchObject({ result: 'recorded' });
};

const waiting = async (): Promise<string[]> =>
  (await running.pool.query(`select "deliveryId" from webhooks.deliveries where state = 'waiting'`)).rows.map(
    ({ deliveryId }) => deliveryId,
  );
/** Sends invoices until one earns a reward, and returns that invoice. */
async function earnReward(): Promise<Record<string, unknown>> {
  const invoice = make(++n);
  await send(invoice);
  await running.folded('rentals', 'incentives');
  const { body } = await request(running.app)
    .get(`/api/integrations/reservations/${invoice.reservationNo}`)
    .auth(apiKey, { type: 'bearer' });
  return body.decision.status === 'Earned' ? invoice : earnReward();
}

interface Delivery {
  readonly deliveryId: string;
  readonly kind: string;
  readonly state: string;
  readonly reservationNo: string;
  readonly attempts: number;
  readonly answers: readonly { readonly status: number | null; readonly error: string | null }[];
}
const deliveries = async (webhookId: string): Promise<readonly Delivery[]> =>
  (await admin.get(path(`/${webhookId}/deliveries`))).body;
const of = (all: readonly Delivery[], { reservationNo }: Record<string, unknown>, kind = 'reward.decided') =>
  all.find((one) => one.reservationNo === reservationNo && one.kind === kind);
/** Waits until this many deliveries are recorded; returns them, newest first. */
async function waitForDeliveries(webhookId: string, count: number): Promise<readonly Delivery[]> {
  await expect.poll(async () => (await deliveries(webhookId)).length).toBe(count);
  return deliveries(webhookId);
}

test('notifies an integrator of the outcome of its reservation with a valid signature', async () => {
  const { webhookId, secret } = await webhook();
  const invoice = await earnReward();
  await expect.poll(async () => of(await deliveries(webhookId), invoice)).toBeTruthy();
  const decided = of(await deliveries(webhookId), invoice);
  expect(await attempt(parts(), decided?.deliveryId ?? '')).toBe('taken');
  const [{ signature, body, delivery }] = received as [Received];
  expect(delivery).toBe(decided?.deliveryId);
  expect(JSON.parse(body)).toMatchObject({
    id: decided?.deliveryId,
    kind: 'reward.decided',
    data: { reservationNo: invoice.reservationNo, status: 'Earned', decisionNo: 1 },
  });
  expect(messageSchemas['reward.decided']?.parse(JSON.parse(body))).toEqual(JSON.parse(body));
  const [, seconds, proof] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  expect(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')).toBe(proof);
  expect(JSON.stringify(JSON.parse(body))).not.toContain(String(invoice.driverName));

  await send({
    type: 'credit-note',
    eventId: crypto.randomUUID(),
    occurredAt: invoice.occurredAt,
    reservationNo: invoice.reservationNo,
    creditNoteNo: `C${n}`,
    invoiceNo: invoice.invoiceNo,
    creditDate: invoice.invoiceDate,
  });
  const reversal = async () => of(await deliveries(webhookId), invoice, 'reward.reversed');
  await expect.poll(reversal).toBeTruthy();
  const reversed = await reversal();
  expect(reversed).toMatchObject({ kind: 'reward.reversed', state: 'waiting' });
  await remove(webhookId);
  // Nothing is sent after the webhook was removed.
  expect(await attempt(parts(), reversed?.deliveryId ?? '')).toBe('dropped');
  expect(received).toHaveLength(1);
});

test('signs with the previous and the new secret for a day', async () => {
  const { webhookId, secret: old } = await webhook();
  const { secret } = (await admin.post(path(`/${webhookId}/rotate`))).body;
  expect(secret).not.toBe(old);
  const proofsOfPing = async () => {
    received.length = 0;
    const { deliveryId } = (await admin.post(path(`/${webhookId}/ping`))).body;
    expect(await attempt(parts(), deliveryId)).toBe('taken');
    const [{ signature, body }] = received as [Received];
    const seconds = /^t=(\d+)/.exec(signature)?.[1];
    const signs = (key: string) =>
      signature.includes(createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex'));
    return [signs(secret), signs(old)];
  };
  expect(await proofsOfPing()).toEqual([true, true]);
  running.pass(DAY_MS);
  admin = dashboard(running, await adminToken(running, ADMIN));
  expect(await proofsOfPing()).toEqual([true, false]);
  await remove(webhookId);
});

test('retries a failing receiver with growing delays, disables it after three days, and can resend', async () => {
  const { webhookId } = await webhook();
  // Deliveries of removed webhooks are dropped and block nothing.
  running.pass(1_000);
  await Promise.all((await waiting()).map((id) => attempt(parts(), id)));
  await send(make(++n));
  const [first] = await waitForDeliveries(webhookId, 1);
  const id = first?.deliveryId ?? '';
  status = 500;
  expect(await attempt(parts(), id)).toBe('waiting');
  // Not due yet.
  expect(await attempt(parts(), id)).toBeNull();
  expect(await sweepDeliveries(parts())).toBe(0);
  running.pass(10_000);
  expect(await sweepDeliveries(parts())).toBe(1);
  expect(await attempt(parts(), id)).toBe('waiting');
  let state = 'waiting';
  for (let waits = 0; waits < 20 && state === 'waiting'; waits++) {
    running.pass(DAY_MS);
    state = (await attempt(parts(), id)) ?? '';
  }
  admin = dashboard(running, await adminToken(running, ADMIN));
  expect(state).toBe('dropped');
  const [seen] = await deliveries(webhookId);
  expect(seen?.answers.length).toBeGreaterThan(3);
  expect(seen?.answers[0]).toMatchObject({ status: 500, error: 'answered 500' });
  expect((await admin.get(path())).body).toMatchObject([{ isEnabled: false, failingSince: expect.any(String) }]);
  for (const { email } of [ADMIN, ADMIN2])
    await message(running, email, ({ subject }) => subject === 'A webhook of Rentals was switched off');

  // Events while it is disabled are recorded but not sent.
  await send(make(++n));
  const whileOff =
    (await waitForDeliveries(webhookId, 2)).find(({ deliveryId }) => deliveryId !== id)?.deliveryId ?? '';
  expect(await sweepDeliveries(parts())).toBe(0);
  expect(await attempt(parts(), whileOff)).toBeNull();

  // Enabling it restarts the three days: the first failure does not disable it again.
  received.length = 0;
  await admin.post(path(`/${webhookId}/enable`));
  const { body } = await admin.post(path(`/${webhookId}/again`), { since: new Date(0).toISOString() });
  expect(body).toEqual({ deliveries: 2 });
  expect(await attempt(parts(), id)).toBe('waiting');
  expect((await admin.get(path())).body).toMatchObject([{ isEnabled: true }]);
  status = 200;
  running.pass(10_000);
  for (const each of [id, whileOff]) expect(await attempt(parts(), each)).toBe('taken');
  expect(received.slice(-2).map(({ delivery }) => delivery)).toEqual([id, whileOff]);
  expect((await admin.get(path())).body).toMatchObject([{ isEnabled: true, failingSince: null }]);
  await remove(webhookId);
});

test('restarts the attempts of a delivery that is sent again, also during an attempt', async () => {
  const { webhookId } = await webhook();
  const { deliveryId } = (await admin.post(path(`/${webhookId}/ping`))).body;
  const { db: pool, deliveries: table } = running.services;
  const passUntilDue = async (): Promise<void> => {
    const { rows } = await pool.query('select "dueAt" from webhooks.deliveries where "deliveryId" = $1', [deliveryId]);
    running.pass(Math.max(0, rows[0].dueAt.getTime() - running.clock.now.getTime()));
  };
  status = 500;
  let state: string | null = 'waiting';
  while (state === 'waiting') {
    await passUntilDue();
    state = await attempt(parts(), deliveryId);
  }
  expect(state).toBe('given-up');

  expect(await table.sendAgain(webhookId, { deliveryId }, running.clock.now)).toBe(1);
  expect(await attempt(parts(), deliveryId)).toBe('waiting');
  expect(await attempt(parts(), deliveryId)).toBeNull();
  running.pass(10_000);
  const failingLate = async () => {
    await table.sendAgain(webhookId, { deliveryId }, running.clock.now);
    return { status: 500, error: 'answered 500', ms: 1, neverLeft: false };
  };
  expect(await attempt({ ...parts(), post: failingLate }, deliveryId)).toBe('waiting');
  const acceptingLate = async () => ({ ...(await failingLate()), status: 204, error: null });
  expect(await attempt({ ...parts(), post: acceptingLate }, deliveryId)).toBe('waiting');
  status = 204;
  expect(await attempt(parts(), deliveryId)).toBe('taken');
  admin = dashboard(running, await adminToken(running, ADMIN));
  await remove(webhookId);
});

test('lists every delivery of a moment over several pages', async () => {
  const { webhookId } = await webhook();
  const ids = Array.from({ length: 120 }, () => crypto.randomUUID());
  const delivery = { integratorId, webhookId, kind: 'ping', reservationNo: '', body: '{}', isHeldBack: true };
  await running.services.deliveries.add(
    ids.map((deliveryId) => ({ ...delivery, deliveryId })),
    running.clock.now,
  );
  const listed: string[] = [];
  for (let query = ''; ; ) {
    const { body } = await admin.get(path(`/${webhookId}/deliveries${query}`));
    if (body.length === 0) break;
    listed.push(...body.map(({ deliveryId }: Delivery) => deliveryId));
    const { createdAt, deliveryId } = body.at(-1);
    query = `?before=${createdAt}&beforeId=${deliveryId}`;
  }
  expect(listed).toEqual(ids.toSorted());
  await remove(webhookId);
});

test('does not count an outage of the event store as an attempt', async () => {
  const { webhookId } = await webhook();
  const { deliveryId } = (await admin.post(path(`/${webhookId}/ping`))).body;
  const away = new Proxy(running.services.log, {
    get: (log, name) =>
      name === 'readStream' ? () => Promise.reject(new StoreUnavailable('away')) : Reflect.get(log, name),
  });
  for (let n = 0; n < 12; n++) {
    await expect(attempt({ ...parts(), log: away }, deliveryId)).rejects.toThrow(StoreUnavailable);
    running.pass(31_000);
  }
  status = 500;
  expect(await attempt(parts(), deliveryId)).toBe('waiting');
  expect(received).toHaveLength(1);
  await remove(webhookId);
});

test('a receiver that does not answer gets four requests at once, and delays no other integrator', async () => {
  const hanging = createServer(() => undefined);
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const slowUrl = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`;
  const { webhookId: slowId } = (await admin.post(path(), { url: slowUrl, kinds: ['reward.paid'] })).body;
  const { webhookId } = await webhook();
  let requests = 0;
  let most = 0;
  const post: Post = async (to, ...message) => {
    if (to === slowUrl) most = Math.max(most, ++requests);
    const reply = await sender.post(to, ...message);
    if (to === slowUrl) requests--;
    return reply;
  };
  const { deliveries: table, queues } = running.services;
  const add = (to: string, count: number) => {
    const delivery = { integratorId, webhookId: to, kind: 'ping', reservationNo: '', body: '{}' };
    const all = Array.from({ length: count }, () => ({ ...delivery, deliveryId: crypto.randomUUID() }));
    return table.add(all, running.clock.now);
  };
  await add(slowId, 500);
  const worker = startWebhookWorker({ ...running.services, post, queues });
  try {
    await expect.poll(() => most, { timeout: 60_000 }).toBe(4);
    await add(webhookId, 1);
    await expect.poll(() => received.length, { timeout: 60_000 }).toBe(1);
    expect(most).toBe(4);
  } finally {
    const closed = worker.close();
    hanging.close();
    hanging.closeAllConnections();
    await closed;
    for (const id of [webhookId, slowId]) await remove(id);
  }
});

test('starts each request at once, so that none fails while it waits for a connection', async () => {
  const open: ServerResponse[] = [];
  const patient = createServer((_incoming, response) => {
    open.push(response);
    if (open.length === 8) for (const each of open) each.writeHead(204).end();
  });
  await new Promise<void>((resolve) => patient.listen(0, '127.0.0.1', resolve));
  const to = `http://127.0.0.1:${(patient.address() as AddressInfo).port}/`;
  const replies = await Promise.all(Array.from({ length: 8 }, () => sender.post(to, {}, '{}')));
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(204));
  patient.close();
});

test('keeps an old delivery that waits because it was sent again', async () => {
  const { webhookId } = await webhook();
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const { db: pool, deliveries: table } = running.services;
  const delivery = { integratorId, webhookId, kind: 'ping', reservationNo: '', body: '{}', isHeldBack: true };
  const longAgo = new Date(running.clock.now.getTime() - 31 * DAY_MS);
  await table.add(
    ids.map((deliveryId) => ({ ...delivery, deliveryId })),
    longAgo,
  );
  await table.sendAgain(webhookId, { deliveryId: ids[0] }, running.clock.now);
  await deleteOldDeliveries(pool, running.clock.now);
  expect((await deliveries(webhookId)).map(({ deliveryId }) => deliveryId)).toEqual([ids[0]]);
  await remove(webhookId);
});

test('treats a redirect as a failed delivery', async () => {
  status = 307;
  expect(await sender.post(url(), {}, '{}')).toMatchObject({ status: 307, error: 'answered 307' });
  expect(received).toHaveLength(1);
});

test('sends nothing to an internal network, by address or by name', async () => {
  for (const address of ['10.1.2.3', '127.0.0.1', '169.254.169.254', '192.168.1.1', '[::1]', '[fd00::1]', '0.0.0.0'])
    expect(isAllowedUrl(`https://${address}/`, true), address).toBe(false);
  for (const bad of [
    'http://rentals.example/',
    'https://localhost/',
    'https://db/',
    'https://a:b@rentals.example/',
    'x',
  ])
    expect(isAllowedUrl(bad, true), bad).toBe(false);
  for (const reserved of [
    '[fec0::1]',
    '[64:ff9b:1::7f00:1]',
    '[::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::1]',
    '192.88.99.1',
    '[3fff::1]',
    '[::ffff:0:127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[5f00::1]',
    '127.0.0.1.',
    '2130706433',
    'localhost.',
    'metadata.google.internal.',
    'router.home.arpa',
    'db.corp..',
    'rentals.example:22',
    'rentals.example:80',
  ])
    expect(isAllowedUrl(`https://${reserved}/`, true), reserved).toBe(false);
  for (const good of [
    'rentals.example/webhook',
    'rentals.example./',
    'rentals.example:8443/',
    '[2606:4700::1111]/',
    '8.8.8.8/',
  ])
    expect(isAllowedUrl(`https://${good}`, true), good).toBe(true);
  expect(isPublicAddress('::ffff:10.0.0.1')).toBe(false);
  expect(isPublicAddress('8.8.8.8')).toBe(true);
  const strict = poster(true);
  // A name that looks valid and resolves to this machine.
  const reply = await strict.post('https://localhost.localdomain.:1/', {}, '{}');
  expect(reply.status).toBeNull();
  await strict.close();
});

describe('the calls for webhooks', () => {
  test('refuse invalid addresses and event types', async () => {
    const refusedUrl = await admin.post(path(), { url: 'ftp://x', kinds: ['reward.paid'] });
    expect([refusedUrl.status, refusedUrl.body.errors]).toEqual([
      422,
      [{ field: 'url', message: 'Must be an https address on the Internet.' }],
    ]);
    expect((await admin.post(path(), { url: url(), kinds: [] })).status).toBe(422);
    expect((await admin.post(path(), { url: url(), kinds: ['x'] })).status).toBe(422);
    expect((await admin.get('integrators/none/webhooks')).status).toBe(404);
    expect((await admin.post(path('/none/ping'))).status).toBe(404);
    expect((await admin.post(path('/none/again'), { since: 'yesterday' })).status).toBe(422);
  });
});
