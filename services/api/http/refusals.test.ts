import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { allRoutes } from '../routes.ts';
import { adminToken, newAgent } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
const login = () => request(running.app).post('/api/auth/login');

beforeAll(async () => {
  running = await runApp({ quiet: true });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => running.close());

describe('an unacceptable body', () => {
  test.each([
    ['no JSON', 400, 'application/json', '{"idNumber": '],
    ['a text', 422, 'application/json', '"text"'],
    ['null', 422, 'application/json', 'null'],
    ['a number', 422, 'application/json', '5'],
    ['true', 422, 'application/json', 'true'],
    ['an array', 422, 'application/json', '[]'],
    ['another content type', 415, 'text/plain', 'idNumber=1'],
    ['a form', 415, 'application/x-www-form-urlencoded', 'idNumber=1'],
    ['too much', 413, 'application/json', JSON.stringify({ idNumber: 'x'.repeat(200_000) })],
    ['half a character', 422, 'application/json', '{"idNumber":"\\ud800","password":"x"}'],
    ['a null character', 422, 'application/json', '{"idNumber":"a\\u0000b","password":"x"}'],
    ['brackets without end', 422, 'application/json', `{"idNumber":${'['.repeat(40_000)}${']'.repeat(40_000)}}`],
    ['a prototype', 422, 'application/json', '{"__proto__":{"idNumber":"1"},"constructor":{"prototype":{}}}'],
  ])('is rejected if it has %s, with %i', async (_what, status, type, text) => {
    const { body, type: answered } = await login().set('Content-Type', type).send(text);
    expect(body).toMatchObject({
      status,
      title: expect.any(String),
      message: expect.any(String),
      type: expect.stringMatching(/^urn:/),
    });
    expect(answered).toBe('application/problem+json');
    expect(JSON.stringify(body)).not.toMatch(/ at |node_modules|\.ts/);
  });

  test('is answered with 415 for an unknown encoding', async () => {
    await login().set('Content-Encoding', 'snappy').send({ idNumber: '1' }).expect(415);
  });

  test('is rejected if it decompresses to too many bytes', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(Buffer.alloc(20_000_000, 0x20));
    const sent = login().set('Content-Type', 'application/json').set('Content-Encoding', 'gzip');
    sent.write(bomb);
    await sent.expect(413);
  });

  test('is answered with each field that breaks its rule', async () => {
    const { body } = await login().send({}).expect(422);
    expect(body.errors).toEqual([
      { field: 'password', message: 'Password is required!' },
      { field: 'idNumber', message: 'ID Number or Email Address is required!' },
    ]);
  });
});

test('a body that is no object is refused with 422 by every call that has a schema of its body', async () => {
  const agent = await newAgent(running);
  const tokens = { admin: await adminToken(running, ADMIN), agent: agent.token };
  const answers = [];
  for (const { method, paths, body } of allRoutes(running.config)) {
    const [path] = paths as [string];
    if (body === undefined) continue;
    const isOfAdmin = path.startsWith('/admin/') || path.endsWith('/confirm-password');
    const token = isOfAdmin ? tokens.admin : tokens.agent;
    const { status } = await request(running.app)
      [method](`/api${path.replaceAll(/\{\w+\}/g, String(agent.id))}`)
      .set({ 'Content-Type': 'application/json', 'If-Match': '"1"' })
      .auth(token, { type: 'bearer' })
      .send('null');
    answers.push([status, method, path]);
  }
  // Section 7 has a body of this call, which has no rules.
  const others = answers.filter(([status]) => status !== 422).map(([status, , path]) => [status, path]);
  expect(others).toEqual([[200, '/travel-agency/banking-details-sendOtp/{id}']]);
});

test('refuses a path that is not text', async () => {
  await request(running.app).get('/api/TravelAgent/%E0%A4%A').expect(400);
});

describe('an unavailable dependency', () => {
  test('an unavailable event store gives 503 with Retry-After', async () => {
    vi.spyOn(running.store, 'readStreams').mockRejectedValue(new StoreUnavailable('away'));
    const { body, headers } = await login().send({ emailAddress: ADMIN.email, password: ADMIN.password }).expect(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.message).not.toContain('away');
  });

  test('gives 503 if it is Postgres, and works as before once it is back', async () => {
    const cut = vi
      .spyOn(running.pool, 'query')
      .mockRejectedValue(Object.assign(new Error('connect ECONNREFUSED 10.0.0.7'), { code: 'ECONNREFUSED' }) as never);
    const { body } = await login().send({ emailAddress: ADMIN.email, password: ADMIN.password }).expect(503);
    expect(JSON.stringify(body)).not.toContain('10.0.0.7');
    expect((await request(running.app).get('/readyz').expect(503)).body.dependencies.postgres).toBe('not reachable');
    await request(running.app).get('/healthz').expect(200);
    cut.mockRestore();
    await login().send({ emailAddress: ADMIN.email, password: ADMIN.password }).expect(200);
    await request(running.app).get('/readyz').expect(200);
  });

  test('a read model with the table of the previous release gives 503 with Retry-After', async () => {
    const rename = (from: string, to: string) =>
      running.pool.query(`alter table rm_enquiries.enquiries rename column "${from}" to "${to}"`);
    const token = await adminToken(running, ADMIN);
    const list = () => request(running.app).get('/api/admin/queries').set('Authorization', `Bearer ${token}`);
    await list().expect(200);
    await rename('dateCreated', 'earlierName');
    const { status, headers } = await list();
    await rename('earlierName', 'dateCreated');
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await list().expect(200);
  });

  test.skipIf(!existsSync('/dev/full'))('a full disk gives 503 with Retry-After', async () => {
    const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
    vi.spyOn(running.store, 'readStreams').mockRejectedValue(full);
    const { body, headers } = await login().send({ emailAddress: ADMIN.email, password: ADMIN.password }).expect(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.message).not.toContain('ENOSPC');
  });

  test('answers an unexpected error with 500 and without details', async () => {
    vi.spyOn(running.store, 'readStreams').mockRejectedValue(new Error('secret of the house'));
    const { body } = await login().send({ emailAddress: ADMIN.email, password: ADMIN.password }).expect(500);
    expect(body).toEqual({
      type: 'urn:fynbos:problem:unexpected',
      title: 'Internal Server Error',
      status: 500,
      message: 'An unexpected error occurred!',
      errors: [],
    });
  });
});

test('every answer carries strict headers and an id to find it by', async () => {
  const { headers } = await request(running.app).get('/api/countries').expect(200);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  for (const nobody of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"])
    expect(headers['content-security-policy']).toContain(nobody);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
    'x-correlation-id': expect.any(String),
  });
  expect(headers['x-powered-by']).toBeUndefined();
});

test('personal answers are not cached, and pages of other hosts have no access', async () => {
  const token = await adminToken(running, ADMIN);
  const origin = 'https://elsewhere.example';
  const { headers } = await request(running.app)
    .get('/api/admin/queries')
    .set('Origin', origin)
    .auth(token, { type: 'bearer' })
    .expect(200);
  const page = await request(running.app).get('/api/travel-agency/confirm-email?token=x');
  for (const answer of [headers, page.headers]) expect(answer['cache-control']).toBe('no-store');
  const asked = await request(running.app)
    .options('/api/admin/queries')
    .set({ Origin: origin, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'authorization' });
  for (const answer of [headers, asked.headers])
    expect(Object.keys(answer).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('marks a read as stale if its position is not reached in time', async () => {
  const token = await adminToken(running, ADMIN);
  const { headers } = await request(running.app)
    .post('/api/ContactUsSupport/contact-us')
    .send({ email: 'a@b.example', typeOfQuery: 'other', queryDetails: 'x' })
    .expect(201);
  const sent = request(running.app)
    .get('/api/admin/queries')
    .auth(token, { type: 'bearer' })
    .set('X-Read-After', headers['x-position'] as string);
  expect((await sent.expect(200)).headers['x-stale']).toBe('true');
});
