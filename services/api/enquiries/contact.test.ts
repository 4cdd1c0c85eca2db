import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminToken, message, newAgent } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let token: string;
const send = (body: object) => request(running.app).post('/api/ContactUsSupport/contact-us').send(body);
const admin = (method: 'get' | 'put' | 'post', path: string) =>
  request(running.app)[method](`/api${path}`).auth(token, { type: 'bearer' });
const enquiry = { email: 'visitor@gmail.com', typeOfQuery: 'incentives', queryDetails: 'Where is my reward?' };

beforeAll(async () => {
  running = await runApp();
  token = await adminToken(running, ADMIN);
});
afterAll(() => running.close());

test('a visitor’s question gets a reference number, a thread by link, an answer by mail and a status', async () => {
  const { body, headers } = await send({ ...enquiry, status: 'Resolved', referenceNumber: 'MINE' }).expect(201);
  expect(body.referenceNumber).toMatch(/^FR-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  expect(body.message).toContain(body.referenceNumber);
  const list = (
    await admin('get', '/admin/queries')
      .set('X-Read-After', headers['x-position'] as string)
      .expect(200)
  ).body;
  const [listed] = list;
  expect(listed).toMatchObject({
    email: enquiry.email,
    typeOfQuery: 'incentives',
    status: 'pending',
    referenceNumber: body.referenceNumber,
  });

  const mail = await message(running, enquiry.email, ({ subject }) => subject.includes(body.referenceNumber));
  const thread = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('thread') ?? '';
  const see = () => request(running.app).get('/api/ContactUsSupport/thread').query({ thread });
  expect((await see().expect(200)).body.thread).toHaveLength(1);
  await request(running.app)
    .get('/api/ContactUsSupport/thread')
    .query({ thread: `${thread}x` })
    .expect(404);
  await admin('post', `/admin/contact-support/${listed.id}/answers`).send({ text: 'It comes on Friday.' }).expect(201);
  await message(running, enquiry.email, ({ subject }) => subject.startsWith('An answer'));
  await request(running.app)
    .post('/api/ContactUsSupport/thread')
    .query({ thread })
    .send({ text: 'Thank you.' })
    .expect(200);
  expect((await see()).body.thread.map((one: { from: string }) => one.from)).toEqual(['sender', 'support', 'sender']);

  await admin('put', `/admin/update-status/${listed.id}`).send({ status: 'Activated' }).expect(200);
  expect(
    (await admin('put', `/admin/update-status/${listed.id}`).send({ status: 'pending' }).expect(422)).body.message,
  ).toBe('An enquiry cannot go back to pending.');
  const stale = await admin('put', `/admin/update-status/${listed.id}`)
    .set('If-Match', '1')
    .send({ status: 'Resolved' })
    .expect(412);
  expect(stale.body.current).toMatchObject({ id: listed.id, email: enquiry.email, status: 'Activated' });
  await admin('put', `/admin/update-status/${listed.id}`).send({ status: 'Resolved' }).expect(200);
  await admin('put', `/admin/update-status/${listed.id}`).send({ status: 'Resolved' }).expect(200);
  await admin('put', `/admin/update-status/${listed.id}`).send({ status: 'Escalated' }).expect(409);
  await admin('put', '/admin/update-status/999').send({ status: 'Resolved' }).expect(404);
});

test.each([
  [{ email: '' }, 'email'],
  [{ email: 'x' }, 'email'],
  [{ typeOfQuery: 'other things' }, 'typeOfQuery'],
  [{ queryDetails: ' ' }, 'queryDetails'],
])('a question with %j is refused', async (changes, field) => {
  const { body } = await send({ ...enquiry, ...changes }).expect(422);
  expect(body.errors[0].field).toBe(field);
});

test('an agent lists the own enquiries with their threads, and no other person’s', async () => {
  const [agent, other] = [await newAgent(running), await newAgent(running)];
  const sent = await send({ ...enquiry, email: agent.form.emailAddress })
    .auth(agent.token, { type: 'bearer' })
    .expect(201);
  const list = (by: string) =>
    request(running.app)
      .get('/api/agent/enquiries')
      .set('X-Read-After', sent.headers['x-position'] as string)
      .auth(by, { type: 'bearer' })
      .expect(200);
  const [own] = (await list(agent.token)).body;
  const { referenceNumber } = sent.body;
  expect(own).toMatchObject({ referenceNumber, typeOfQuery: 'incentives', status: 'pending', answers: 0 });
  const thread = await request(running.app).get('/api/ContactUsSupport/thread').query({ thread: own.thread });
  expect(thread.body.referenceNumber).toBe(referenceNumber);
  expect((await list(other.token)).body).toEqual([]);
});
