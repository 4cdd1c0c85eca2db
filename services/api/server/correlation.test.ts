import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
