import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, dashboard } from '../testing/call.ts';
import { adminToken } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let admin: Dashboard;
beforeAll(async () => {
  running = await runApp();
  admin = dashboard(running, await adminToken(running, ADMIN));
});
afterAll(() => running.close());

const addIntegrator = async (name: string): Promise<string> =>
  (await admin.post('integrators', { name, scopes: ['rental-events:read'] })).body.id;
/** An integrator has two events when it is added: itself and its first key. */
const FIRST_VERSION = 2;

test('applies one of several changes of a version, and answers 412 with the current record to the others', async () => {
  const id = await addIntegrator('Rentals');
  const names = ['North', 'South', 'East', 'West'];
  const answers = await Promise.all(names.map((name) => admin.put(`integrators/${id}`, { name }, FIRST_VERSION)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  const done = answers.find(({ status }) => status === 200)?.body;
  expect(done).toMatchObject({ id, scopes: ['rental-events:read'], version: FIRST_VERSION + 1 });
  expect(done.keys).toHaveLength(1);
  for (const { status, body } of answers) if (status === 412) expect(body.current).toEqual(done);
});

test('a version is old from the next key on, also before the read model has the key', async () => {
  const id = await addIntegrator('Keys');
  await admin.post(`integrators/${id}/keys`);
  const { status, body } = await admin.put(`integrators/${id}`, { name: 'Other' }, FIRST_VERSION);
  expect([status, body.current.version]).toEqual([412, FIRST_VERSION + 1]);
  expect(body.current.keys).toHaveLength(2);
  expect((await admin.put(`integrators/${id}`, { name: 'Other' }, FIRST_VERSION + 1)).body.name).toBe('Other');
  expect((await admin.put('integrators/none', { name: 'Other' }, 1)).status).toBe(404);
});
