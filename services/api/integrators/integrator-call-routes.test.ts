import { randomUUID } from 'node:crypto';
import { openProgramme } from '@fynbos/application/reward-policy/current-policy.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoice } from '../rentals/testing/integration.ts';
import { type Dashboard, dashboard } from '../testing/call.ts';
import { adminToken } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let admin: Dashboard;
let id: string;
let apiKey: string;

beforeAll(async () => {
  running = await runApp();
  await openProgramme(running.services);
  admin = dashboard(running, await adminToken(running, ADMIN));
  ({
    body: { id, apiKey },
  } = await admin.post('integrators', { name: 'Reservations', scopes: ['rental-events:write'] }));
});
afterAll(() => running.close());

const send = (body: object, query = '') =>
  request(running.app)
    .post(`/api/integrations/rental-events${query}`)
    .auth(apiKey, { type: 'bearer' })
    .send(body)
    .ok(() => true);
const refused = async () => (await admin.get(`integrators/${id}/refused`)).body;

test('the calls of an integrator are shown immediately, with their results and durations', async () => {
  const event = invoice();
  await send([event, event, { ...event, tkRevenue: 5 }, {}]);
  running.pass(1_000);
  await send(invoice(), '?dryRun=true');
  const { body } = await admin.get(`integrators/${id}/calls`);
  expect(body).toMatchObject([
    { form: 'object', dryRun: true, status: 201, recorded: 1 },
    { form: 'array', dryRun: false, status: 207, recorded: 1, duplicate: 1, conflict: 1, rejected: 1 },
  ]);
  expect(body.every(({ durationMs }: { durationMs: number }) => durationMs >= 0)).toBe(true);
});

test('a refused item is shown with its reason and a masked name, and can be corrected and sent again', async () => {
  const event = invoice({ tkRevenue: -1 });
  await send(event);
  const [item] = await refused();
  expect(item).toMatchObject({
    result: 'rejected',
    reservationNo: event.reservationNo,
    errors: [{ path: 'tkRevenue' }],
    item: { tkRevenue: -1, driverName: '•••' },
  });
  const again = await admin.post(`integrators/${id}/refused/${item.itemId}/retry`);
  expect(again.body).toMatchObject({ result: 'rejected' });
  const corrected = await admin.post(`integrators/${id}/refused/${item.itemId}/retry`, {
    item: { ...item.item, tkRevenue: 1200 },
  });
  expect(corrected.body).toMatchObject({ eventId: event.eventId, result: 'recorded' });
  expect((await refused())[0]).toMatchObject({ itemId: item.itemId, retryResult: 'recorded' });
  const stream = await running.services.log.readStream(`rental-${event.reservationNo}`, { personal: true });
  expect(stream.events[0]).toMatchObject({
    metadata: { actor: { kind: 'admin', id: '1' } },
    data: { integratorId: id, tkRevenueCents: 1200_00, personal: { driverName: 'Thandi Driver' } },
  });
});

test('a name in a misspelled field is hidden as well', async () => {
  const { driverName, ...event } = invoice({});
  await send({ ...event, drivername: driverName, driver: { first: 'Thandi' } });
  const item = (await refused()).find((one: { reservationNo: string }) => one.reservationNo === event.reservationNo);
  expect(item).toMatchObject({ item: { tkRevenue: event.tkRevenue } });
  expect(JSON.stringify(item)).not.toContain('Thandi');
});

test('an item that was not stored, or that belongs to another integrator, cannot be sent again', async () => {
  const { body: other } = await admin.post('integrators', { name: 'Other', scopes: ['rental-events:write'] });
  const [item] = await refused();
  expect((await admin.post(`integrators/${other.id}/refused/${item.itemId}/retry`)).status).toBe(404);
  expect((await admin.post(`integrators/${id}/refused/${randomUUID()}/retry`)).status).toBe(404);
  expect((await admin.post(`integrators/${id}/refused/nothing/retry`)).status).toBe(404);
});

test('a sample is tried without a key, answered as a real one, and records nothing', async () => {
  const event = invoice();
  expect((await admin.post(`integrators/${id}/try`, event)).body).toMatchObject({ result: 'recorded' });
  expect((await admin.post(`integrators/${id}/try`, { ...event, type: 'refund' })).body).toMatchObject({
    result: 'rejected',
    errors: [{ path: 'type' }],
  });
  expect((await running.store.readStream(`rental-${event.reservationNo}`)).length).toBe(0);
  expect((await admin.post('integrators/nobody/try', event)).status).toBe(404);
});

test('traffic and lag are reported by day', async () => {
  await send(invoice({ occurredAt: running.clock.now.toISOString() }));
  await running.folded('integrator-traffic');
  const { body } = await admin.get(`integrators/${id}/traffic`);
  expect(body).toHaveLength(1);
  expect(body[0]).toMatchObject({ invoice: 3, noShow: 0 });
  expect(body[0].withinMinute + body[0].withinHour + body[0].withinDay + body[0].later).toBe(3);
});

test('a refused item of a stream has its line, also where its batch ends before an earlier one', async () => {
  const events = [...Array.from({ length: 1_000 }, () => invoice()), {}];
  await request(running.app)
    .post('/api/integrations/rental-events')
    .auth(apiKey, { type: 'bearer' })
    .type('application/x-ndjson')
    .send(events.map((event) => JSON.stringify(event)).join('\n'))
    .expect(200);
  const lines = async () => (await refused()).map(({ line }: { line: number }) => line);
  await expect.poll(lines, { timeout: 60_000 }).toContain(1_000);
});

test('refused items of a removed integrator are unreadable', async () => {
  const { body } = await admin.post('integrators', { name: 'Short-lived', scopes: ['rental-events:write'] });
  const sending = request(running.app).post('/api/integrations/rental-events').auth(body.apiKey, { type: 'bearer' });
  await sending.send(invoice({ tkRevenue: -1 })).expect(422);
  const items = async () => (await admin.get(`integrators/${body.id}/refused`)).body;
  expect(await items()).toMatchObject([{ item: { tkRevenue: -1 } }]);
  expect((await admin.delete(`integrators/${body.id}`)).status).toBe(204);
  expect(await items()).toMatchObject([{ item: null }]);
  const subject = `refused-items-${body.id}`;
  expect(await running.services.log.keys.keysFor([subject], { create: true })).toEqual(new Map());
});
