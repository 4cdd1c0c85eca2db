import { randomUUID } from 'node:crypto';
import { handle } from '@fynbos/application/handle.ts';
import { type AdminCommand, adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import { addDays, dayOf, HOUR_MS } from '@fynbos/domain/calendar.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, dashboard, STAFF_PASSWORD, staffToken } from '../testing/call.ts';
import { adminToken, inboxOf, message, registrationForm } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';

const PASSWORD = 'Nomsa-Secret-1!';
const reason = { reason: 'agreed in the meeting' };
let running: RunningApp;
let admin: Dashboard;
let second: Dashboard;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  admin = dashboard(running, await adminToken(running, ADMIN));
  second = dashboard(running, await adminToken(running, ADMIN2));
  await staffToken(running, 'Auditor');
});
afterAll(() => running.close());

/** Adds an administrator with request and approval. Returns the token of the link in their e-mail. */
async function addAdmin(email: string): Promise<string> {
  const asking = await admin.post('admins', { name: 'Nomsa', email, roles: ['Support'] });
  expect(asking.status).toBe(202);
  expect((await second.post(`approvals/${asking.body.approvalId}/approve`, reason)).status).toBe(200);
  const mail = await message(running, email, ({ subject }) => subject.startsWith('Set your password'));
  return new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('token') ?? '';
}
const setPassword = (token: string, password = PASSWORD) =>
  request(running.app).post('/api/auth/reset-password').query({ token }).send({ password, confirmPassword: password });

test('a new administrator gets a link by mail, sets a password once, and signs in', async () => {
  const email = 'nomsa@fynbos.example';
  const token = await addAdmin(email);
  expect((await setPassword(`${token}x`)).status).toBe(422);
  expect((await setPassword(token, 'weak')).status).toBe(422);
  expect((await setPassword(token)).status).toBe(200);
  expect(await adminToken(running, { email, password: PASSWORD })).toBeTruthy();
  expect((await setPassword(token)).status).toBe(422);
});

test('the link of a new administrator expires after seven days', async () => {
  const token = await addAdmin('late@fynbos.example');
  running.pass(7 * 24 * HOUR_MS - 1_000);
  expect((await setPassword(token, 'weak')).body.errors[0].field).toBe('password');
  running.pass(1_000);
  expect((await setPassword(token)).body.message).toBe('Invalid or missing token.');
  admin = dashboard(running, await adminToken(running, ADMIN));
  second = dashboard(running, await adminToken(running, ADMIN2));
});

test('a forgotten password is reset by a link, and the answer does not reveal the account', async () => {
  const ask = (emailAddress: string) =>
    request(running.app).post('/api/auth/forgot-password').send({ EmailAddress: emailAddress });
  const [known, unknown] = [await ask(ADMIN2.email.toUpperCase()), await ask('nobody@fynbos.example')];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  const mail = await message(running, ADMIN2.email, ({ subject }) => subject === 'Reset your password');
  expect(mail.text).toContain('/reset-password?token=');
  expect(await inboxOf(running, 'nobody@fynbos.example')).toEqual([]);
});

test('a second request to add the same person is refused', async () => {
  const wanted = { name: 'Twice', email: 'twice@fynbos.example', roles: ['Support'] };
  expect((await admin.post('admins', wanted)).status).toBe(202);
  expect((await second.post('admins', { ...wanted, email: 'TWICE@fynbos.example' })).status).toBe(409);
});

test('a person who has an account cannot be proposed as an administrator', async () => {
  const form = registrationForm();
  await admin.post('add-agent', form);
  for (const email of [ADMIN.email.toUpperCase(), form.emailAddress]) {
    const { status, body } = await admin.post('admins', { name: 'Again', email, roles: ['Support'] });
    expect([status, body.errors[0].field]).toEqual([409, 'email']);
  }
});

test('an approval is judged by the current rights, not by those at the time of the request', async () => {
  const { body } = await admin.list('admins', { filter: { q: 'auditor' } });
  const [person] = body;
  const asking = await admin.put(`admins/${person.id}`, { status: 'disabled', ...reason }, person.version);
  expect(asking.status).toBe(202);
  const stripped = dashboard(running, await staffToken(running, 'Operator'));
  expect((await stripped.post(`approvals/${asking.body.approvalId}/approve`, reason)).status).toBe(403);
  expect((await second.post(`approvals/${asking.body.approvalId}/reject`, reason)).status).toBe(200);
});

test('a change without effect needs no approval', async () => {
  const version = (await admin.get('admins/2')).body.version;
  const waiting = async () => (await admin.list('approvals', { filter: { subject: 'admins/2' } })).body.length;
  const before = await waiting();
  for (const same of [{}, { status: 'enabled' }, { roles: ['Finance', 'Admin', 'Admin'], status: 'enabled' }]) {
    const { status, body } = await admin.put('admins/2', { ...same, ...reason }, version);
    expect([status, body.id, body.version]).toEqual([200, 2, version]);
  }
  expect(await waiting()).toBe(before);
});

test('break-glass notifies every administrator by mail and waits a day if only one person has the right', async () => {
  const context = { actor: { kind: 'system', id: 'test' }, now: running.clock.now, correlationId: 'alone' } as const;
  const off = { type: 'DisableAdmin', reason: 'away' } as const;
  await handle(running.services.log, { decider: adminDecider, streamId: 'admin-2', command: off, context });
  await running.folded('admins');
  const { id } = (await admin.post('add-agent', registrationForm())).body;
  const bank = { bankName: 'Capitec', branchCode: '470010', bankAccountNumber: '1234567890' };
  const { version } = (await admin.get(`travel-agents/${id}`)).body;
  const { approvalId } = (
    await admin.put(`travel-agents/${id}/bank`, { ...bank, bankAccountHolderName: 'T N', branchName: 'Main' }, version)
  ).body;
  // The row of another administrator may be missing.
  await running.pool.query(`insert into engine.parked values ('admins', '9', 0, $1, '1', 'Error', 'Failed')`, [
    randomUUID(),
  ]);
  const unknown = await admin.post(`approvals/${approvalId}/break-glass`, { reason: 'The bank closes at noon' });
  expect(unknown).toMatchObject({ status: 409, body: { type: 'urn:fynbos:problem:approval.others-unknown' } });
  await running.pool.query(`delete from engine.parked where "projection" = 'admins'`);
  const asked = await admin.post(`approvals/${approvalId}/break-glass`, { reason: 'The bank closes at noon' });
  expect(asked.status).toBe(200);
  for (const to of [ADMIN.email, 'auditor.person@fynbos.example', 'operator.person@fynbos.example']) {
    const mail = await message(running, to, ({ subject }) => subject.startsWith('Break-glass'));
    expect(mail.text).toContain('The bank closes at noon');
    expect(mail.text).toContain(`/admin/approvals/${approvalId}`);
    expect(mail.text).not.toContain(bank.bankAccountNumber);
  }
  expect((await inboxOf(running, ADMIN2.email)).some(({ subject }) => subject.startsWith('Break-glass'))).toBe(false);
  expect((await admin.post(`approvals/${approvalId}/approve`, reason)).status).toBe(403);
  running.pass(24 * HOUR_MS);
  admin = dashboard(running, await adminToken(running, ADMIN));
  // Another administrator is active again, so the approval is theirs.
  const back = async (type: 'EnableAdmin' | 'DisableAdmin'): Promise<void> => {
    const command = { type, at: running.clock.now.toISOString(), reason: 'back for a moment' } as const;
    await handle(running.services.log, { decider: adminDecider, streamId: 'admin-2', command, context });
  };
  await back('EnableAdmin');
  expect((await admin.post(`approvals/${approvalId}/approve`, reason)).status).toBe(403);
  await back('DisableAdmin');
  expect((await admin.post(`approvals/${approvalId}/approve`, reason)).body.status).toBe('executed');
});

/** Changes an administrator without an approval. */
const changeAtOnce = async (adminId: number, command: AdminCommand): Promise<void> => {
  const context = { actor: { kind: 'system', id: 'test' }, now: running.clock.now, correlationId: 'set up' } as const;
  await handle(running.services.log, { decider: adminDecider, streamId: adminStreamOf(adminId), command, context });
  await running.folded('admins');
};

test('break-glass needs a permission of its own, at the request and at the approval', async () => {
  const person = { email: 'finance.person@fynbos.example', password: STAFF_PASSWORD };
  let finance = dashboard(running, await staffToken(running, 'Finance'));
  const { adminId } = (await finance.get('me')).body;
  const signInAs = async (...roles: AdminRole[]): Promise<void> => {
    await changeAtOnce(adminId, { type: 'ChangeAdminRoles', roles });
    finance = dashboard(running, await adminToken(running, person));
  };
  // Leaves one person who may change the business days.
  await changeAtOnce(2, { type: 'DisableAdmin', reason: 'away' });
  await changeAtOnce(1, { type: 'ChangeAdminRoles', roles: ['Admin'] });
  const day = addDays(dayOf(running.clock.now), 30);
  const asked = await finance.post('business-days', { day, name: 'Election day', ...reason });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  const path = `approvals/${asked.body.approvalId}`;
  const refusal = { status: 403, body: { type: 'urn:fynbos:problem:approval.break-glass' } };
  expect(await finance.post(`${path}/break-glass`, reason)).toMatchObject(refusal);
  await signInAs('Admin', 'Finance');
  expect((await finance.post(`${path}/break-glass`, reason)).status).toBe(200);
  running.pass(24 * HOUR_MS);
  await signInAs('Finance');
  expect(await finance.post(`${path}/approve`, reason)).toMatchObject(refusal);
  expect((await finance.post(`${path}/withdraw`, reason)).status).toBe(200);
  await changeAtOnce(1, { type: 'ChangeAdminRoles', roles: ['Admin', 'Finance'] });
});

test('the last administrator who may change administrators keeps the right (X10)', async () => {
  const request = async (changes: object) =>
    admin.put('admins/1', { ...changes, ...reason }, (await admin.get('admins/1')).body.version);
  await changeAtOnce(2, { type: 'EnableAdmin', reason: 'back' });
  admin = dashboard(running, await adminToken(running, ADMIN));
  const asked = await request({ roles: ['Finance'] });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  await changeAtOnce(2, { type: 'DisableAdmin', reason: 'left' });
  const path = `approvals/${asked.body.approvalId}`;
  expect((await admin.post(`${path}/break-glass`, reason)).status).toBe(200);
  running.pass(24 * HOUR_MS);
  admin = dashboard(running, await adminToken(running, ADMIN));
  const approval = await admin.post(`${path}/approve`, reason);
  expect(approval).toMatchObject({ status: 409, body: { type: 'urn:fynbos:problem:approval.failed' } });
  expect(approval.body.message).toContain('No other administrator may change administrators.');
  for (const changes of [{ status: 'disabled' }, { roles: ['Finance', 'Auditor'] }])
    expect(await request(changes)).toMatchObject({ status: 409, body: { type: 'urn:fynbos:problem:admin.last' } });
  await changeAtOnce(2, { type: 'EnableAdmin', reason: 'back' });
  expect((await request({ status: 'disabled' })).status).toBe(202);
});
