import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
const lines: string[] = [];

beforeAll(async () => {
  running = await runApp({ quiet: true, logTo: { write: (line) => void lines.push(line) } });
});
afterAll(() => running.close());

test('writes the id that a caller sends to the log line only, never to an event', async () => {
  const given = 'someone-elses-call';
  const { headers } = await request(running.app)
    .post('/api/ContactUsSupport/contact-us')
    .set('X-Correlation-Id', given)
    .send({ email: 'a@b.example', typeOfQuery: 'other', queryDetails: 'x' })
    .expect(201);
  const own = headers['x-correlation-id'] as string;
  expect(own).toMatch(/^[\da-f-]{36}$/);
  const { events } = await running.store.readAll({ direction: 'backwards', limit: 1 });
  expect(events[0]?.metadata).toMatchObject({ correlationId: own });
  expect(JSON.stringify(events)).not.toContain(given);
  const line = lines.map((text) => JSON.parse(text)).find(({ correlationId }) => correlationId === own);
  expect(line).toMatchObject({ externalCorrelationId: given });
});

test.each([
  ['a token', `/api/verify/${'k7'.repeat(30)}.${'x'.repeat(22)}`, '/api/verify/…'],
  ['an e-mail address', '/api/agents/thandi%40agency.example/rewards', '/api/agents/…/rewards'],
  [
    'an id stays',
    '/api/admin/payouts/3e3a1061-b9f4-4c4d-8546-d07015ff4ef9',
    '/api/admin/payouts/3e3a1061-b9f4-4c4d-8546-d07015ff4ef9',
  ],
])('logs the path without tokens and addresses: %s', async (_case, path, logged) => {
  const { headers } = await request(running.app).get(`${path}?otp=123456`);
  const line = () =>
    lines.map((text) => JSON.parse(text)).find(({ correlationId }) => correlationId === headers['x-correlation-id']);
  await vi.waitFor(() => expect(line()).toMatchObject({ path: logged }), { timeout: 60_000 });
});
