import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, dashboard, staffToken } from '../testing/call.ts';
import { adminToken, inboxOf, message, newAgent } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let admin: Dashboard;
let support: Dashboard;
let auditor: Dashboard;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  admin = dashboard(running, await adminToken(running, ADMIN));
  support = dashboard(running, await staffToken(running, 'Support'));
  auditor = dashboard(running, await staffToken(running, 'Auditor'));
});
afterAll(() => running.close());

let sent = 0;
/** Sends a question through the portal. Returns the enquiry as the dashboard has it, with the link to its thread. */
async function sendEnquiry(changes: object = {}, token?: string) {
  const email = `asker.${++sent}@agency.example`;
  const question = { email, typeOfQuery: 'incentives', queryDetails: 'Where is my reward?', ...changes };
  let posting = request(running.app).post('/api/ContactUsSupport/contact-us');
  if (token) posting = posting.auth(token, { type: 'bearer' });
  const { body, headers } = await posting.send(question).expect(201);
  const listed = await request(running.app)
    .get(
      `/api/admin/contact-support?range=[0,0]&filter=${encodeURIComponent(JSON.stringify({ referenceNumber: body.referenceNumber }))}`,
    )
    .set('X-Read-After', headers['x-position'] as string)
    .auth(await adminToken(running, ADMIN), { type: 'bearer' })
    .expect(200);
  const [enquiry] = listed.body;
  return { enquiry, email: question.email, reference: body.referenceNumber as string };
}
const enquiryOf = async (id: number) => (await admin.get(`contact-support/${id}`)).body;
const put = async (who: Dashboard, id: number, changes: object, version?: number) =>
  who.put(`contact-support/${id}`, changes, version ?? (await enquiryOf(id)).version);

describe('the thread of an enquiry', () => {
  test('shows the authors to support, and hides notes of support from the sender', async () => {
    const { enquiry, email, reference } = await sendEnquiry();
    const mail = await message(running, email, ({ subject }) => subject.includes(reference));
    const thread = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('thread') ?? '';
    const noted = await support.post(`contact-support/${enquiry.id}/notes`, { text: 'He called twice, be quick' });
    expect(noted.status).toBe(201);
    await support.post(`contact-support/${enquiry.id}/answers`, { text: 'It comes on Friday.\n\nThank you.' });
    expect((await enquiryOf(enquiry.id)).thread).toMatchObject([
      { kind: 'sender', by: null, text: 'Where is my reward?' },
      { kind: 'note', by: 'Support person', text: 'He called twice, be quick' },
      { kind: 'support', by: 'Support person', text: 'It comes on Friday.\n\nThank you.' },
    ]);
    const seen = await request(running.app).get('/api/ContactUsSupport/thread').query({ thread }).expect(200);
    expect(seen.body.thread).toHaveLength(2);
    expect(JSON.stringify(seen.body)).not.toContain('called twice');
    const answer = await message(running, email, ({ subject }) => subject.startsWith('An answer'));
    expect(answer.text).toContain('It comes on Friday.');
    expect(answer.text).not.toContain('called twice');
  });

  test('an answer that is sent again after a lost response is mailed once', async () => {
    const { enquiry, email } = await sendEnquiry();
    const answer = { text: 'It comes on Friday.', id: randomUUID() };
    for (const _time of ['lost', 'sent again'])
      expect((await support.post(`contact-support/${enquiry.id}/answers`, answer)).status).toBe(201);
    expect((await support.post(`contact-support/${enquiry.id}/answers`, { text: 'And the next?' })).status).toBe(201);
    expect((await enquiryOf(enquiry.id)).thread).toHaveLength(3);
    await message(running, email, ({ text }) => text.includes('And the next?'));
    const answers = (await inboxOf(running, email)).filter(({ subject }) => subject.startsWith('An answer'));
    expect(answers).toHaveLength(2);
  });

  test('an answer for an older version is refused, unless it is one that is sent again', async () => {
    const { enquiry } = await sendEnquiry();
    const token = await adminToken(running, ADMIN);
    const answer = (version: number, body: object) =>
      request(running.app)
        .post(`/api/admin/contact-support/${enquiry.id}/answers`)
        .set('If-Match', `"${version}"`)
        .auth(token, { type: 'bearer' })
        .send(body);
    const first = { text: 'It comes on Friday.', id: randomUUID() };
    await answer(1, first).expect(201);
    await answer(1, first).expect(201);
    const late = await answer(1, { text: 'It comes on Monday.' }).expect(412);
    expect(late.body.current.thread).toHaveLength(2);
    await answer(late.body.current.version, { text: 'It comes on Monday.' }).expect(201);
  });

  test('an agent’s own data hold the question and no note of support', async () => {
    const agent = await newAgent(running);
    const { enquiry } = await sendEnquiry({ email: agent.form.emailAddress }, agent.token);
    expect(enquiry.agentId).toBe(agent.id);
    await support.post(`contact-support/${enquiry.id}/notes`, { text: 'Suspicious, watch' });
    const own = await request(running.app).get('/api/agent/export.json').auth(agent.token, { type: 'bearer' });
    expect(own.text).toContain('Where is my reward?');
    expect(own.text).not.toContain('Suspicious');
  });

  test('is announced by mail to the assignee, otherwise to the address of support', async () => {
    const { enquiry, email, reference } = await sendEnquiry();
    await message(running, running.config.programme.SUPPORT_EMAIL, ({ subject }) => subject.includes(reference));
    expect((await put(support, enquiry.id, { assignedTo: 1 })).body.assignedTo).toBe(1);
    const mail = await message(running, email, ({ subject }) => subject.includes(reference));
    const thread = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('thread') ?? '';
    await request(running.app)
      .post('/api/ContactUsSupport/thread')
      .query({ thread })
      .send({ text: 'And when?' })
      .expect(200);
    const reply = await message(running, ADMIN.email, ({ subject }) => subject === `Reply to enquiry ${reference}`);
    expect(reply.text).toContain(`/admin/contact-support/${enquiry.id}`);
    expect(reply.text).not.toContain('And when?');
  });

  test('is shown as of an instant', async () => {
    const { enquiry } = await sendEnquiry();
    const before = running.clock.now.toISOString();
    running.pass(60_000);
    await support.post(`contact-support/${enquiry.id}/answers`, { text: 'Later' });
    const { body } = await admin.get(`contact-support/${enquiry.id}?asOf=${before}`);
    expect([body.thread.length, body.status]).toEqual([1, 'pending']);
  });
});

describe('a change of an enquiry', () => {
  test('requires the version that was seen, and answers an old one with the current record', async () => {
    const { enquiry } = await sendEnquiry();
    expect((await support.put(`contact-support/${enquiry.id}`, { status: 'Activated' })).status).toBe(428);
    expect((await put(support, enquiry.id, { status: 'Activated' }, 1)).body.status).toBe('Activated');
    const late = await put(admin, enquiry.id, { status: 'Escalated' }, 1);
    expect([late.status, late.body.current.status]).toEqual([412, 'Activated']);
  });

  test('can be assigned only to an administrator who can answer', async () => {
    const { enquiry } = await sendEnquiry();
    const { body: people } = await support.get('enquiry-people');
    expect(people.map(({ name }: { name: string }) => name)).toEqual(['Admin', 'Admin 2', 'Support person']);
    const [auditorRecord] = (await admin.list('admins', { filter: { q: 'auditor' } })).body;
    const wrong = await put(support, enquiry.id, { assignedTo: auditorRecord.id });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'assignedTo']);
    await put(support, enquiry.id, { assignedTo: people[2].id, reservationNo: ' R-77 ' });
    expect(await enquiryOf(enquiry.id)).toMatchObject({ assignedTo: people[2].id, reservationNo: 'R-77' });
    await put(support, enquiry.id, { assignedTo: null });
    expect(await enquiryOf(enquiry.id)).toMatchObject({ assignedTo: null, reservationNo: 'R-77' });
  });

  test('is refused as a whole once it is resolved, and without the right to change', async () => {
    const { enquiry } = await sendEnquiry();
    expect((await put(auditor, enquiry.id, { status: 'Resolved' })).status).toBe(403);
    expect((await auditor.post(`contact-support/${enquiry.id}/notes`, { text: 'x' })).status).toBe(403);
    await put(support, enquiry.id, { status: 'Resolved' });
    expect((await put(support, enquiry.id, { assignedTo: 1 })).status).toBe(409);
    expect((await put(support, enquiry.id, { status: 'pending' })).status).toBe(422);
    expect((await support.post(`contact-support/${enquiry.id}/answers`, { text: 'x' })).status).toBe(409);
    expect((await support.post(`contact-support/${enquiry.id}/notes`, { text: 'For the record' })).status).toBe(201);
  });
});

test('enquiries are found by any word, by age, by assignee and by waiting status', async () => {
  const { enquiry, reference } = await sendEnquiry({ queryDetails: 'My Kruger booking earned nothing' });
  await support.post(`contact-support/${enquiry.id}/notes`, { text: 'asked the Mbombela branch' });
  await put(support, enquiry.id, { assignedTo: 2, reservationNo: 'RSV-4711' });
  const found = async (filter: object) =>
    (await support.list('contact-support', { filter, range: [0, 99] })).body.map((one: { id: number }) => one.id);
  for (const q of ['kruger', 'MBOMBELA', 'rsv-4711', reference.toLowerCase()])
    expect(await found({ q }), q).toEqual([enquiry.id]);
  expect(await found({ q: 'no such word' })).toEqual([]);
  expect(await found({ assignedTo: 2 })).toEqual([enquiry.id]);
  expect(await found({ isAssigned: false, isOpen: true })).not.toContain(enquiry.id);
  const tomorrow = new Date(running.clock.now.getTime() + DAY_MS).toISOString();
  expect(await found({ createdFrom: tomorrow })).toEqual([]);
  expect(await found({ createdTo: tomorrow, awaitsAnswer: true })).toContain(enquiry.id);
  const [row] = (await support.list('contact-support', { filter: { id: [enquiry.id] } })).body;
  expect(row.waitingSince).toBe(row.dateCreated);
  expect(row).not.toHaveProperty('searchText');
  await support.post(`contact-support/${enquiry.id}/answers`, { text: 'Done' });
  expect((await support.list('contact-support', { filter: { id: [enquiry.id] } })).body[0].waitingSince).toBeNull();
});

test('a visitor with the address of an agent is shown with that agent, marked as unproven', async () => {
  const agent = await newAgent(running);
  const { enquiry } = await sendEnquiry({ email: agent.form.emailAddress.toUpperCase() });
  expect(await enquiryOf(enquiry.id)).toMatchObject({ agentId: null, sameAddressAs: agent.id });
});

describe('the templates of answers', () => {
  test('need the permission to see enquiries, and to change them the permission to answer', async () => {
    const { body } = await auditor.get('enquiry-templates');
    expect(body.map(({ title }: { title: string }) => title)).toContain('Change of bank details');
    expect((await auditor.post('enquiry-templates', { title: 'T', text: 'x' })).status).toBe(403);
    const made = await support.post('enquiry-templates', { title: 'Late invoice', text: 'About {reference}:' });
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect((await support.post('enquiry-templates', { title: 'late invoice', text: 'x' })).status).toBe(409);
    expect((await support.post('enquiry-templates', { title: ' ', text: 'x' })).body.errors[0].field).toBe('title');
    const changed = { title: 'Late invoice', text: 'Changed' };
    expect((await support.put(`enquiry-templates/${id}`, changed)).status).toBe(428);
    expect((await support.put(`enquiry-templates/${id}`, changed, 1)).body).toMatchObject({ ...changed, version: 2 });
    const late = await admin.put(`enquiry-templates/${id}`, { title: 'Other', text: 'x' }, 1);
    expect([late.status, late.body.current.text]).toEqual([412, 'Changed']);
    expect((await support.delete(`enquiry-templates/${id}`)).status).toBe(204);
    expect((await support.delete(`enquiry-templates/${id}`)).status).toBe(404);
    expect((await support.delete('enquiry-templates/bank')).status).toBe(204);
  });
});
