import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, dashboard } from '../testing/call.ts';
import { adminToken, registrationForm } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

const DAY = 86_400_000;
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

test('each figure of the home page is the length of the list that it leads to', async () => {
  // Ages of nine days, three days and none: one open enquiry each, and one resolved.
  for (const passing of [6, 3, 0]) {
    await question();
    running.pass(passing * DAY);
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
