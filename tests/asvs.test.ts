import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminToken } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { addAdmin } from '../services/application/admins/first-admins.ts';

/** Claims of docs/security.md about the whole portal that no other suite verifies. */
let running: RunningApp;
let token: string;
const lines: string[] = [];
const queries = () => request(running.app).get('/api/admin/queries');

beforeAll(async () => {
  running = await runApp({
    quiet: true,
    env: { RATE_LIMIT_SCALE: '0.1' },
    logTo: { write: (line) => void lines.push(line) },
  });
  token = await adminToken(running, ADMIN);
});
afterAll(() => running.close());

test('V2.1: checks passwords of up to 200 characters of any script completely, and refuses longer ones', async () => {
  const email = 'long@fynbos.example';
  const password = `Fynbos 1! пароль 密码 ${'é'.repeat(300)}`.slice(0, 200);
  const context = { actor: { kind: 'system', id: 'test' }, now: running.clock.now, correlationId: 'test' } as const;
  await addAdmin(running.services, { email, name: 'Long', password, roles: ['Support'] }, context);
  const signIn = (with_: string) =>
    request(running.app).post('/api/auth/login').send({ emailAddress: email, password: with_ });
  await signIn(password).expect(200);
  await signIn(password.slice(0, -1)).expect(401);
  await signIn(`${password}é`).expect(422);
});

test('V3.3: ends a session after twelve hours of continuous use', async () => {
  const mine = await adminToken(running, ADMIN);
  const ask = async (): Promise<number> => (await queries().auth(mine, { type: 'bearer' })).status;
  for (let minutes = 0; minutes < 12 * 60 - 30; minutes += 30) {
    running.pass(30 * 60_000);
    expect(await ask()).toBe(200);
  }
  running.pass(30 * 60_000);
  expect(await ask()).toBe(401);
  token = await adminToken(running, ADMIN);
});

test('V4.2.2, V13.2.3: grants nothing for credentials that a browser sends automatically', async () => {
  for (const cookie of [`token=${token}`, `Authorization=Bearer ${token}`, `session=${token}`])
    await queries().set('Cookie', cookie).expect(401);
  await queries().query({ token, access_token: token }).expect(401);
  await queries().auth('admin', token).expect(401);
});

test('V5.1.1: refuses a repeated parameter', async () => {
  for (const twice of [
    'range=[0,1]&range=[0,2]',
    'filter={}&filter={"status":"x"}',
    'sort=["id","ASC"]&sort=["id","DESC"]',
  ]) {
    const { status } = await request(running.app)
      .get(`/api/admin/travel-agents?${twice}`)
      .auth(token, { type: 'bearer' });
    expect([400, 422]).toContain(status);
  }
});

test('V5.1.5, V13.2.1: ignores headers that override the method or the redirect target', async () => {
  const call = queries()
    .auth(token, { type: 'bearer' })
    .query({ next: 'https://elsewhere.example', redirect: '//elsewhere.example' });
  const { status } = await queries().auth(token, { type: 'bearer' }).set('X-HTTP-Method-Override', 'DELETE');
  expect(status).toBe(200);
  const { headers } = await call;
  expect(headers.location).toBeUndefined();
});

test('V7.3.1: input cannot add a line to the log', async () => {
  lines.length = 0;
  const forged = '\n{"level":"fatal","msg":"forged"}\n';
  await request(running.app)
    .get(`/api/travel-agency/get-referred-agent?email=${encodeURIComponent(forged)}&ref=x`)
    .set('User-Agent', '{"level":"fatal"}');
  await request(running.app).post('/api/auth/login').send({ emailAddress: forged, password: forged });
  await request(running.app).get(`/api/${encodeURIComponent(forged)}`);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line.trimEnd()).not.toContain('\n');
    expect(JSON.parse(line)).not.toMatchObject({ level: 'fatal' });
  }
});

test('V11.1.4: limits the calls of a key per minute, independently of other keys', async () => {
  const key = async (name: string): Promise<string> => {
    const made = await request(running.app)
      .post('/api/admin/integrators')
      .auth(token, { type: 'bearer' })
      .send({ name, scopes: ['rental-events:read'] })
      .expect(201);
    return made.body.apiKey;
  };
  const [busy, calm] = [await key('Busy'), await key('Calm')];
  const ask = (by: string) =>
    request(running.app).get('/api/integrations/reservations/none').auth(by, { type: 'bearer' });
  // The limit is 600 a minute; the test uses a tenth of it.
  for (let n = 0; n < 60; n++) await ask(busy).expect(404);
  const { headers } = await ask(busy).expect(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await ask(calm).expect(404);
});

test('V12.5: sends downloads as attachments with our name and the correct type', async () => {
  const { headers } = await request(running.app)
    .get('/api/admin/reports/rewards.csv')
    .auth(token, { type: 'bearer' })
    .expect(200);
  expect(headers['content-type']).toMatch(/^text\/csv/);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
});
