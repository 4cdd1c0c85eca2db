import { addAdmin } from '@fynbos/application/admins/first-admins.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, dashboard, staffToken } from '../testing/call.ts';
import { adminToken, inboxOf, message, newAgent, prove, registrationForm } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

let running: RunningApp;
let admin: Dashboard;
let second: Dashboard;
let auditor: Dashboard;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  admin = dashboard(running, await adminToken(running, ADMIN));
  second = dashboard(running, await adminToken(running, ADMIN2));
  auditor = dashboard(running, await staffToken(running, 'Auditor'));
});
afterAll(() => running.close());

const reason = { reason: 'checked by phone' };
const account = {
  bankName: 'Capitec',
  branchCode: '470010',
  bankAccountNumber: '1234567890',
  bankAccountHolderName: 'T N',
  branchName: 'Main',
};
const agent = async (id: number) => (await admin.get(`travel-agents/${id}`)).body;

async function addAgent(): Promise<number> {
  return (await admin.post('add-agent', registrationForm())).body.id;
}
async function requestBankChange(id: number, changes: object = account): Promise<string> {
  const { body, status } = await admin.put(`travel-agents/${id}/bank`, changes, (await agent(id)).version);
  expect([status, body.status]).toEqual([202, 'waiting']);
  return body.approvalId;
}

describe('a change of bank details', () => {
  test('waits, shows the change masked, and applies when another administrator approves', async () => {
    const id = await addAgent();
    const approvalId = await requestBankChange(id);
    expect((await agent(id)).bank.bankName).toBe('Absa');
    const { body } = await second.get(`approvals/${approvalId}`);
    expect(body).toMatchObject({
      status: 'waiting',
      subject: `travel-agents/${id}`,
      requestedByName: 'Admin',
      personal: { bankAccountNumber: '•••7890' },
    });
    const whileWaiting = running.clock.now.toISOString();
    running.pass(60_000);
    const done = await second.post(`approvals/${approvalId}/approve`, reason);
    expect([done.status, done.body.status]).toEqual([200, 'executed']);
    expect((await agent(id)).bank).toMatchObject({ bankName: 'Capitec', bankAccountNumber: '•••7890' });
    const then = await second.get(`approvals/${approvalId}?asOf=${whileWaiting}`);
    expect(then.body).toMatchObject({ status: 'waiting', decidedByName: null });
    expect((await second.get(`approvals/${approvalId}`)).body).toMatchObject({ status: 'executed' });
    expect((await second.get(`approvals/${approvalId}?asOf=2020-01-01`)).status).toBe(404);
    const history = await admin.get(`travel-agents/${id}/history`);
    expect(history.body.at(-1)).toMatchObject({
      type: 'BankDetailsChanged',
      actor: { id: '2' },
      reason: reason.reason,
    });
  });

  test('shows the account before and after, masked, and in full on request, which is recorded', async () => {
    const id = await addAgent();
    const before = registrationForm().bankAccountNumber as string;
    const ending = `123456${before.slice(-4)}`;
    const approvalId = await requestBankChange(id, { ...account, bankAccountNumber: ending });
    const { changes } = (await second.get(`approvals/${approvalId}`)).body;
    const alike = `•••${before.slice(-4)}`;
    // Both numbers have the same ending; the difference is reported anyway.
    expect(changes).toContainEqual({ field: 'bankAccountNumber', before: alike, after: alike, masked: true });
    expect(changes).toContainEqual({ field: 'bankName', before: 'Absa', after: 'Capitec', masked: false });
    // An auditor reads the request as it is shown to approvers, and cannot show it in full.
    expect((await auditor.get(`approvals/${approvalId}`)).body.changes).toEqual(changes);
    expect((await auditor.post(`approvals/${approvalId}/reveal`)).status).toBe(403);
    const revealed = await second.post(`approvals/${approvalId}/reveal`);
    expect(revealed.status).toBe(200);
    expect(revealed.body.changes).toContainEqual({ field: 'bankAccountNumber', before, after: ending });
    expect((await admin.get(`travel-agents/${id}/history`)).body.at(-1)).toMatchObject({
      type: 'NumbersViewed',
      actor: { id: '2' },
    });
    await second.post(`approvals/${approvalId}/reject`, { reason: 'not theirs' });
    const closed = (await second.get(`approvals/${approvalId}`)).body;
    expect(closed).toMatchObject({ changes: [], approvers: [] });
    expect(closed.asRequested).toContainEqual({
      field: 'bankAccountNumber',
      before: alike,
      after: alike,
      masked: true,
    });
    expect(closed.asRequested).toContainEqual({ field: 'bankName', before: 'Absa', after: 'Capitec', masked: false });
    const later = await second.post(`approvals/${approvalId}/reveal`);
    expect(later.body.changes).toContainEqual({ field: 'bankAccountNumber', before, after: ending });
    await running.folded('audit-log');
    const looks = await admin.list('audit-log', { filter: { type: 'AdminActed', actorId: '2' }, range: [0, 0] });
    expect(looks.body).toMatchObject([{ detail: `Reveal request: approvals/${approvalId}` }]);
  });

  test('shows what was requested until the person is erased', async () => {
    const id = await addAgent();
    const approvalId = await requestBankChange(id);
    await second.post(`approvals/${approvalId}/approve`, reason);
    const fields = async () =>
      (await second.get(`approvals/${approvalId}`)).body.asRequested.map(({ field }: { field: string }) => field);
    expect(await fields()).toContain('bankAccountNumber');
    await running.services.log.keys.destroy(`agent-${id}`);
    expect(await fields()).toEqual([]);
    expect((await second.post(`approvals/${approvalId}/reveal`)).status).toBe(409);
  });

  test('shows the requester’s reason, who can decide, and who changed the record before', async () => {
    const id = await addAgent();
    running.pass(60_000);
    await admin.put(`travel-agents/${id}`, { agencyName: 'Cederberg Travel' }, (await agent(id)).version);
    running.pass(60_000);
    const given = { ...account, reason: 'Letter of 20 November' };
    const { body } = await admin.put(`travel-agents/${id}/bank`, given, (await agent(id)).version);
    await running.folded('audit-log');
    const shown = (await second.get(`approvals/${body.approvalId}`)).body;
    expect(shown).toMatchObject({ reason: 'Letter of 20 November', approvers: [{ id: 2, name: 'Admin 2' }] });
    expect(shown.recentChanges[0]).toMatchObject({ type: 'AgentDetailsChanged', actor: { id: '1', name: 'Admin' } });
  });

  test('is announced by one mail to those who can decide, and to no one else', async () => {
    const id = await addAgent();
    const approvalId = await requestBankChange(id);
    const link = `/admin/approvals/${approvalId}`;
    await message(running, ADMIN2.email, ({ text }) => text.includes(link));
    await running.folded('audit-log');
    const { rows } = await running.pool.query(
      `select "streamId" from notices.notices where kind = 'approval-requested' and detail = $1`,
      [`approval-${approvalId}`],
    );
    expect(rows).toEqual([{ streamId: 'admin-2' }]);
    const sent = await inboxOf(running, ADMIN2.email);
    expect(sent.filter(({ text }) => text.includes(link))).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toContain(account.bankAccountNumber);
  });

  test('merges an unlisted bank with the stored account like any other', async () => {
    const other = { bankName: 'OTHER', otherBankName: 'Grobank', branchCode: '' };
    const { body } = await admin.post('add-agent', registrationForm(other));
    const approvalId = await requestBankChange(body.id, { bankAccountNumber: '1234567899' });
    await second.post(`approvals/${approvalId}/approve`, reason);
    const merged = { bankName: 'Grobank', bankAccountNumber: '•••7899', branchCode: '' };
    expect((await agent(body.id)).bank).toMatchObject(merged);
    // A listed branch code identifies the bank. A bank by name still requires its branch code.
    const listed = await requestBankChange(body.id, { branchCode: '470010' });
    await second.post(`approvals/${listed}/approve`, reason);
    const { bank, version } = await agent(body.id);
    expect(bank).toMatchObject({ bankName: 'Capitec', branchCode: '470010' });
    expect((await admin.put(`travel-agents/${body.id}/bank`, { branchCode: '' }, version)).status).toBe(422);
  });

  test('cannot be approved by the requester or without the right', async () => {
    const approvalId = await requestBankChange(await addAgent());
    expect((await admin.post(`approvals/${approvalId}/approve`, reason)).status).toBe(403);
    expect((await auditor.post(`approvals/${approvalId}/approve`, reason)).status).toBe(403);
    expect((await second.post(`approvals/${approvalId}/approve`)).status).toBe(422);
    expect((await second.get(`approvals/${approvalId}`)).body.status).toBe('waiting');
  });

  test('cannot wait twice for the same agent, and can be requested again once it is decided', async () => {
    const id = await addAgent();
    const first = await requestBankChange(id);
    const again = await second.put(
      `travel-agents/${id}/bank`,
      { ...account, bankAccountNumber: '999999' },
      (await agent(id)).version,
    );
    expect(again.status).toBe(409);
    expect((await second.post(`approvals/${first}/reject`, { reason: 'wrong person' })).body.status).toBe('rejected');
    const next = await requestBankChange(id);
    expect(next).not.toBe(first);
    expect((await admin.post(`approvals/${next}/withdraw`, { reason: 'mistake' })).body.status).toBe('withdrawn');
    expect((await second.post(`approvals/${next}/approve`, reason)).status).toBe(409);
  });

  test('ends the sessions of the agent, as a change of their own ends the others', async () => {
    const { id, token } = await newAgent(running);
    const status = async () =>
      (await request(running.app).get(`/api/TravelAgent/${id}`).auth(token, { type: 'bearer' })).status;
    const approvalId = await requestBankChange(id);
    expect(await status()).toBe(200);
    await second.post(`approvals/${approvalId}/approve`, reason);
    await until(async () => (await status()) === 401);
  });

  test('makes its copy of the account unreadable once it is decided', async () => {
    const id = await addAgent();
    const approvalId = await requestBankChange(id);
    await second.post(`approvals/${approvalId}/reject`, { reason: 'no' });
    const { events } = await running.services.log.readStream(`approval-${approvalId}`, { personal: true });
    expect(JSON.stringify(events)).not.toContain(account.bankAccountNumber);
    expect((await second.get(`approvals/${approvalId}`)).body.personal).toEqual({});
  });

  test('is checked at execution: a change that no longer applies is recorded as failed, with the reason', async () => {
    const id = await addAgent();
    const bank = await requestBankChange(id);
    const before = await agent(id);
    const contact = await admin.put(`travel-agents/${id}`, { cellNumber: '27829998877' }, before.version);
    expect(contact.status).toBe(202);
    expect((await second.post(`approvals/${contact.body.approvalId}/approve`, reason)).status).toBe(200);
    const failed = await second.post(`approvals/${bank}/approve`, reason);
    expect([failed.status, failed.type]).toEqual([409, 'application/problem+json']);
    expect(failed.body).toEqual({
      type: 'urn:fynbos:problem:approval.failed',
      title: 'Conflict',
      status: 409,
      message: expect.stringContaining('72 hours'),
      errors: [],
    });
    // Unlike a refused call, this one has recorded something.
    expect(failed.get('X-Position')).toBeTruthy();
    expect((await second.get(`approvals/${bank}`)).body.status).toBe('failed');
    expect((await agent(id)).bank.bankName).toBe('Absa');
  });
});

test('a new e-mail address of an agent needs approval, other fields do not', async () => {
  const id = await addAgent();
  const { version } = await agent(id);
  const answer = await admin.put(
    `travel-agents/${id}`,
    { emailAddress: `new.${id}@agency.example`, postalCode: '6001' },
    version,
  );
  expect(answer.status).toBe(202);
  expect(await agent(id)).toMatchObject({ postalCode: '6001', emailAddressPending: null });
  await second.post(`approvals/${answer.body.approvalId}/approve`, reason);
  expect((await agent(id)).emailAddressPending).toBe(`new.${id}@agency.example`);
});

test('a request that is refused changes nothing, and a refused immediate change leaves no request', async () => {
  const id = await addAgent();
  const put = async (changes: object) => admin.put(`travel-agents/${id}`, changes, (await agent(id)).version);
  const waiting = await put({ cellNumber: '27829998801' });
  expect(waiting.status).toBe(202);
  const before = await agent(id);
  const refused = await put({ cellNumber: '27829998802', postalCode: '6002' });
  expect([refused.status, refused.body.message]).toEqual([409, 'The same change is already waiting for approval.']);
  expect(await agent(id)).toEqual(before);
  await second.post(`approvals/${waiting.body.approvalId}/reject`, reason);

  const taken = registrationForm();
  await admin.post('add-agent', taken);
  const count = async () => (await admin.get('approvals?filter={"status":"waiting"}')).body.length;
  const waited = await count();
  expect((await put({ cellNumber: '27829998803', idNumber: taken.idNumber })).status).toBe(409);
  const email = { emailAddress: taken.emailAddress.toUpperCase(), postalCode: '6004' };
  expect((await put(email)).body).toMatchObject({ status: 409, errors: [{ field: 'emailAddress' }] });
  expect((await put({ emailAddress: ADMIN.email })).status).toBe(409);
  expect(await agent(id)).toEqual(before);
  expect(await count()).toBe(waited);
  expect((await put({ cellNumber: '27829998803', postalCode: '6003' })).status).toBe(202);
  expect(await agent(id)).toMatchObject({ postalCode: '6003' });
});

test('a foreign cell number changes the dial code, and the agent’s own form sends it back unchanged', async () => {
  const signedIn = await newAgent(running);
  const { id, token, form } = signedIn;
  const { version } = await agent(id);
  const changes = { cellNumber: '+264811234567', agencyName: 'Namib Travel' };
  const { body, status } = await admin.put(`travel-agents/${id}`, changes, version);
  expect(status).toBe(202);
  expect(await agent(id)).toMatchObject({ agencyName: 'Namib Travel', countryDialCode: '27' });
  await second.post(`approvals/${body.approvalId}/approve`, reason);
  const { app } = running;
  const shown = await request(app).get(`/api/TravelAgent/${id}`).auth(token, { type: 'bearer' }).expect(200);
  expect(shown.body).toMatchObject({ cellNumber: '264811234567', countryDialCode: '264', taxCountry: 'RSA' });
  await prove(running, { ...signedIn, form: { ...form, cellNumber: '264811234567' } }, 'personal');
  await request(app)
    .put(`/api/update/${id}`)
    .auth(token, { type: 'bearer' })
    .send({ ...shown.body, surname: 'Shikongo' })
    .expect(200);
  expect(await agent(id)).toMatchObject({ surname: 'Shikongo', cellNumber: shown.body.cellNumber });
});

describe('people and rights', () => {
  test('are changed after approval, and the sessions with revoked rights end', async () => {
    const operator = dashboard(running, await staffToken(running, 'Operator'));
    expect((await operator.get('operations')).status).toBe(200);
    const { body } = await admin.list('admins', { range: [0, 99], filter: { q: 'operator.person@' } });
    const [person] = body;
    const asking = await admin.put(`admins/${person.id}`, { roles: ['Auditor'], reason: 'moved on' }, person.version);
    expect(asking.status).toBe(202);
    expect((await second.post(`approvals/${asking.body.approvalId}/approve`, reason)).status).toBe(200);
    await until(async () => (await operator.get('operations')).status === 401);
    expect((await admin.get(`admins/${person.id}`)).body.roles).toEqual(['Auditor']);
  });

  test('a person is added once a second one agrees, without a readable address waiting in a table', async () => {
    const asking = await admin.post('admins', { name: 'Nomsa', email: 'nomsa@fynbos.example', roles: ['Support'] });
    expect(asking.status).toBe(202);
    const { rows } = await running.pool.query('select * from rm_approvals.approvals where id = $1', [
      asking.body.approvalId,
    ]);
    expect(JSON.stringify(rows)).not.toContain('nomsa');
    await second.post(`approvals/${asking.body.approvalId}/approve`, reason);
    const { body } = await admin.list('admins', { range: [0, 99], filter: { q: 'nomsa' } });
    expect(body).toMatchObject([{ name: 'Nomsa', roles: ['Support'], status: 'enabled' }]);
  });
});

test('refuses break-glass while another approver exists', async () => {
  const approvalId = await requestBankChange(await addAgent());
  expect((await admin.post(`approvals/${approvalId}/break-glass`, { reason: 'in a hurry' })).status).toBe(403);
});

describe('a request of an administrator without rights', () => {
  let others = 0;
  /** Another administrator with all permissions. Returns their id and calls. */
  async function colleague() {
    const person = { name: 'Colleague', email: `colleague.${++others}@fynbos.example`, password: 'Fynbos-Staff-1!' };
    const context = { actor: { kind: 'system', id: 'test' }, now: running.clock.now, correlationId: 'test' } as const;
    await addAdmin(running.services, { ...person, roles: ['Admin', 'Finance'] }, context);
    const calls = dashboard(running, await adminToken(running, person));
    return { id: (await calls.get('me')).body.adminId as number, calls };
  }
  const byTwo = async (id: number, change: object) => {
    const { version } = (await admin.get(`admins/${id}`)).body;
    const asked = await admin.put(`admins/${id}`, { ...change, reason: 'left the company' }, version);
    expect(asked.status, JSON.stringify(asked.body)).toBe(202);
    expect((await second.post(`approvals/${asked.body.approvalId}/approve`, reason)).body.status).toBe('executed');
  };
  const newcomer = () => ({ name: 'New', email: `new.${++others}@fynbos.example`, roles: ['Admin', 'Finance'] });

  test.each([
    ['was disabled', { status: 'disabled' }, 'is disabled'],
    ['lost the right', { roles: ['Finance'] }, 'no longer has the permission'],
  ])('is not carried out where the person %s', async (_why, change, said) => {
    const { id, calls } = await colleague();
    const person = newcomer();
    const { approvalId } = (await calls.post('admins', person)).body;
    expect((await second.get(`approvals/${approvalId}`)).body.obstacle).toBeNull();
    await byTwo(id, change);
    const refused = await second.post(`approvals/${approvalId}/approve`, reason);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining(said)]);
    const { body } = await second.get(`approvals/${approvalId}`);
    expect(body).toMatchObject({ status: 'waiting', obstacle: expect.stringContaining(said) });
    const names = (await admin.get('admins')).body.map(({ email }: { email: string }) => email);
    expect(names).not.toContain(person.email);
    expect((await second.post(`approvals/${approvalId}/reject`, reason)).body.status).toBe('rejected');
  });
});
