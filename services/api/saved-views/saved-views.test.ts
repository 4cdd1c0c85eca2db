import { ALERT_INTERVAL_MS, type AlertServices, sendViewAlerts } from '@fynbos/application/saved-views/alerts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, dashboard, staffToken } from '../testing/call.ts';
import { adminToken, registrationForm } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

let running: RunningApp;
let admin: Dashboard;
let second: Dashboard;
let support: Dashboard;
let parts: AlertServices;

/** Signs both administrators in again, after a time in which their sessions end. */
async function passAnHour(): Promise<void> {
  running.pass(ALERT_INTERVAL_MS + 1_000);
  admin = dashboard(running, await adminToken(running, ADMIN));
  second = dashboard(running, await adminToken(running, ADMIN2));
}

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  admin = dashboard(running, await adminToken(running, ADMIN));
  second = dashboard(running, await adminToken(running, ADMIN2));
  support = dashboard(running, await staffToken(running, 'Support'));
  const { services, pool } = running;
  const { log, notices, logger, now } = services;
  parts = { log, db: pool, notices, logger, now };
});
afterAll(() => running.close());

const view = { list: 'audit-log', scope: 'me', name: 'Agent changes', search: '?aggregate=agent' };
const names = async (who: Dashboard, list: string): Promise<string[]> =>
  (await who.get(`saved-views?list=${list}`)).body.map(({ name }: { name: string }) => name);

test('an own view is seen by its owner, a shared one by everyone who sees the list', async () => {
  const { body, status } = await admin.post('saved-views', view);
  expect(status).toBe(201);
  expect(await names(admin, 'audit-log')).toEqual(['Agent changes']);
  expect(await names(second, 'audit-log')).toEqual([]);
  expect((await second.put(`saved-views/${body.id}`, { name: 'Mine' }, 1)).status).toBe(404);
  expect((await admin.put(`saved-views/${body.id}`, { scope: 'everyone' })).status).toBe(428);
  const shared = await admin.put(`saved-views/${body.id}`, { scope: 'everyone' }, 1);
  expect([shared.status, shared.body]).toMatchObject([200, { id: body.id, scope: 'everyone', version: 2 }]);
  const stale = await admin.put(`saved-views/${body.id}`, { name: 'Mine' }, 1);
  expect([stale.status, stale.body.current]).toEqual([412, shared.body]);
  expect(await names(second, 'audit-log')).toEqual(['Agent changes']);
  expect((await second.get('saved-views?list=audit-log')).body[0]).toMatchObject({
    isOwn: false,
    mayRemove: true,
    ownerId: 1,
    search: '?aggregate=agent',
    version: 2,
  });
  expect((await second.put(`saved-views/${body.id}`, { name: 'Mine' }, 2)).status).toBe(403);
  // Support does not see the audit log, and so not its views.
  expect(await names(support, 'audit-log')).toEqual([]);
  expect((await support.post('saved-views', view)).status).toBe(403);
  expect((await support.delete(`saved-views/${body.id}`)).status).toBe(404);
});

test('a shared view of agents is seen by support, who cannot remove it', async () => {
  const shared = { list: 'travel-agents', scope: 'everyone', name: 'Suspended', search: '?filter=%7B%7D' };
  const { body } = await admin.post('saved-views', shared);
  expect(await names(support, 'travel-agents')).toEqual(['Suspended']);
  expect((await support.delete(`saved-views/${body.id}`)).status).toBe(403);
  expect((await admin.post('saved-views', shared)).status).toBe(409);
  expect((await admin.delete(`saved-views/${body.id}`)).status).toBe(204);
  expect(await names(support, 'travel-agents')).toEqual([]);
});

test('rejects an unknown list, an empty name and an invalid search', async () => {
  for (const wrong of [{ list: 'nothing' }, { name: ' ' }, { search: 'javascript:alert(1)' }, { scope: 'nobody' }])
    expect((await admin.post('saved-views', { ...view, ...wrong })).status, JSON.stringify(wrong)).toBe(422);
});

/** The mails about views to an administrator. */
async function mails(email: string): Promise<{ subject: string; text: string }[]> {
  const { rows } = await running.pool.query(
    `select subject, text from notices."devInbox" where "to" = $1 and subject like '%new entr%' order by id`,
    [email],
  );
  return rows;
}

const mailsOf = (email: string, count: number) =>
  until(async () => {
    const found = await mails(email);
    return found.length >= count && found;
  });

const register = async () => {
  expect((await admin.post('add-agent', registrationForm())).status).toBe(201);
  await running.folded('audit-log');
};

test('an alert sends each new entry once, at most one mail an hour, to those who switched it on', async () => {
  await register();
  const [{ id }] = (await second.get('saved-views?list=audit-log')).body;
  running.pass(1_000);
  expect((await second.put(`saved-views/${id}/alert`, { isOn: true })).status).toBe(200);
  expect((await support.put(`saved-views/${id}/alert`, { isOn: true })).status).toBe(404);
  running.pass(1_000);
  // What was recorded before is not new.
  expect(await sendViewAlerts(parts)).toBe(0);
  await register();
  expect(await sendViewAlerts(parts)).toBe(1);
  const [mail] = await mailsOf(ADMIN2.email, 1);
  expect(mail?.subject).toMatch(/^\d+ new entr(y|ies) in “Agent changes”$/);
  expect(mail?.text).toContain('Agent registered: 1');
  expect(mail?.text).toContain(`/admin/audit-log?view=${id}`);
  expect(await mails(ADMIN.email)).toEqual([]);

  running.pass(1_000);
  await register();
  // Within the hour, and by several processes at once.
  expect(await sendViewAlerts(parts)).toBe(0);
  await passAnHour();
  expect((await Promise.all([sendViewAlerts(parts), sendViewAlerts(parts)])).sort()).toEqual([0, 1]);
  expect((await mailsOf(ADMIN2.email, 2)).map(({ text }) => /Agent registered: (\d)/.exec(text)?.[1])).toEqual([
    '1',
    '1',
  ]);
  await passAnHour();
  expect(await sendViewAlerts(parts)).toBe(0);
});

test('an alert ends when it is switched off, and when the view is no longer shared', async () => {
  const [{ id, version }] = (await second.get('saved-views?list=audit-log')).body;
  await admin.put(`saved-views/${id}`, { scope: 'me' }, version);
  await register();
  await passAnHour();
  expect(await sendViewAlerts(parts)).toBe(0);
  await admin.put(`saved-views/${id}`, { scope: 'everyone' }, version + 1);
  await second.put(`saved-views/${id}/alert`, { isOn: false });
  await register();
  expect(await sendViewAlerts(parts)).toBe(0);
  expect(await mails(ADMIN2.email)).toHaveLength(2);
});
