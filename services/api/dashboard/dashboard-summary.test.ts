import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, dashboard, staffToken } from '../testing/call.ts';
import { adminToken, registrationForm } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let admin: Dashboard;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
});
afterAll(() => running.close());

/** Returns the number of entries in a figure's list. */
const listed = async (resource: string, filter: object): Promise<number> =>
  Number((await admin.list(resource, { filter, range: [0, 0] })).get('Content-Range')?.split('/')[1]);

async function question(): Promise<void> {
  await request(running.app)
    .post('/api/ContactUsSupport/contact-us')
    .send({ email: `${randomUUID()}@agency.example`, typeOfQuery: 'other', queryDetails: 'When?' })
    .expect(201);
}

test('each figure of the home page equals the length of the list that it links to', async () => {
  // Ages of nine days, three days and none: one open enquiry each, and one resolved.
  for (const passing of [6, 3, 0]) {
    await question();
    running.pass(passing * DAY_MS);
  }
  await question();
  admin = dashboard(running, await adminToken(running, ADMIN));
  for (const _ of [1, 2, 3]) await admin.post('add-agent', registrationForm());
  const [newest] = (await admin.list('contact-support', { range: [0, 0] })).body;
  await admin.put(`contact-support/${newest.id}`, { status: 'Resolved' }, newest.version);
  await admin.get('contact-support?range=[0,0]');

  const { body: glance } = await admin.get('glance');
  expect(glance.enquiryAges.map(({ enquiries }: { enquiries: number }) => enquiries)).toEqual([1, 0, 1, 1]);
  for (const { from, to, enquiries } of glance.enquiryAges) {
    const filter = { isOpen: 'true', createdTo: to, ...(from ? { createdFrom: from } : {}) };
    expect(await listed('contact-support', filter), `${from} to ${to}`).toBe(enquiries);
  }
  for (const { month, agents, referrals } of glance.registrations) {
    expect(await listed('travel-agents', { registeredIn: month }), month).toBe(agents);
    expect(await listed('referrals', { referredIn: month }), month).toBe(referrals);
  }
  expect(glance.registrations.at(-1).agents).toBe(3);
  expect(await listed('travel-agents', { status: 'active' })).toBe(glance.agents);
  expect((await admin.list('travel-agents', { filter: { registeredIn: '2026-13' } })).status).toBe(400);
});

test('compares the month to date with the same days of the month before', async () => {
  const { body } = await admin.get('glance');
  expect(body.toDate).toMatchObject({ from: `${body.month}-01`, to: body.today, agents: 3, nettCents: 0 });
  expect(body.before.to.slice(8) <= body.today.slice(8)).toBe(true);
  expect(body.before.from < body.toDate.from).toBe(true);
});

test('the inbox holds the work that the permissions of the administrator act on', async () => {
  const { body: before } = await admin.get('inbox');
  const kinds = (items: { kind: string }[]) => items.map(({ kind }) => kind);
  expect(kinds(before.items)).toEqual(['enquiries-unassigned']);
  expect(before.items[0]).toMatchObject({ count: 3 });
  const [{ id, version }] = (await admin.list('contact-support', { filter: { isOpen: 'true' }, range: [0, 0] })).body;
  await admin.put(`contact-support/${id}`, { assignedTo: 1 }, version);
  const [agent] = (await admin.list('travel-agents', { range: [0, 0] })).body;
  const bank = { bankName: 'Capitec', branchCode: '470010', branchName: 'Main', bankAccountHolderName: 'T Ndlovu' };
  await admin.put(`travel-agents/${agent.id}/bank`, { ...bank, bankAccountNumber: '1234567890' }, agent.version);
  await admin.list('approvals', { range: [0, 0] });
  const own = (await admin.get('inbox')).body.items;
  expect(own).toMatchObject([
    { kind: 'enquiries-mine', count: 1 },
    { kind: 'enquiries-unassigned', count: 2 },
    { kind: 'requests', count: 1 },
  ]);
  const second = dashboard(running, await adminToken(running, ADMIN2));
  expect(kinds((await second.get('inbox')).body.items)).toEqual(['approvals', 'enquiries-unassigned']);
  const auditor = dashboard(running, await staffToken(running, 'Auditor'));
  expect((await auditor.get('inbox')).body.items).toEqual([]);
});
