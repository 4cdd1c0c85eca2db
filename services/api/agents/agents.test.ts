import { randomUUID } from 'node:crypto';
import { handle } from '@fynbos/application/handle.ts';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { fold } from '@fynbos/domain/decider.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApproximateCounts } from '../lists/approximate-counts.ts';
import { databaseOf } from '../lists/database.ts';
import { listPage, type TableList } from '../lists/table-list.ts';
import { type Dashboard, dashboard, staffToken } from '../testing/call.ts';
import { adminToken, message, newAgent, referred, registrationForm } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

const WHILE_MS = 10 * 60_000;
let running: RunningApp;
let admin: Dashboard;
let other: Dashboard;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  admin = dashboard(running, await adminToken(running, ADMIN));
  other = dashboard(running, await adminToken(running, ADMIN2));
});
afterAll(() => running.close());

async function addAgent(changes: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const { body, status } = await admin.post('add-agent', registrationForm(changes));
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body.id;
}
const agent = async (id: number) => (await admin.get(`travel-agents/${id}`)).body;

describe('the list of agents', () => {
  test('answers pages with their range and the total, and searches name, agency and address without case', async () => {
    for (const surname of ['Aalbers', 'Baloyi', 'Cele']) await addAgent({ surname, agencyName: `${surname} Reise` });
    const page = await admin.list('travel-agents', { range: [0, 1], sort: ['surname', 'ASC'], filter: { q: 'REISE' } });
    expect(page.get('Content-Range')).toBe('travel-agents 0-1/3');
    expect(page.body.map(({ surname }: { surname: string }) => surname)).toEqual(['Aalbers', 'Baloyi']);
    expect(page.body[0]).toMatchObject({ version: expect.any(Number), status: 'active' });
    const next = await admin.list('travel-agents', { range: [2, 3], sort: ['surname', 'ASC'], filter: { q: 'reise' } });
    expect(next.get('Content-Range')).toBe('travel-agents 2-2/3');
    const none = await admin.list('travel-agents', { range: [10, 19], filter: { q: 'reise' } });
    expect([none.get('Content-Range'), none.body]).toEqual(['travel-agents 0-0/3', []]);
  });

  test('sorts agents of one surname by their first name', async () => {
    for (const firstName of ['Zanele', 'Ntombi']) await addAgent({ surname: 'Xaba', firstName, agencyName: 'Xaba' });
    const sorted = async (way: 'ASC' | 'DESC') =>
      (
        await admin.list('travel-agents', { range: [0, 9], sort: ['surname', way], filter: { surname: 'Xaba' } })
      ).body.map(({ firstName }: { firstName: string }) => firstName);
    expect(await sorted('ASC')).toEqual(['Ntombi', 'Zanele']);
    expect(await sorted('DESC')).toEqual(['Zanele', 'Ntombi']);
  });

  test('finds an agent by the whole ID number, which no table holds', async () => {
    const form = registrationForm();
    const { body } = await admin.post('add-agent', form);
    const found = await admin.list('travel-agents', { range: [0, 9], filter: { idNumber: form.idNumber } });
    for (const idNumber of [null, [form.idNumber], true])
      expect((await admin.list('travel-agents', { range: [0, 9], filter: { idNumber } })).status).toBe(400);
    expect(found.body.map(({ id }: { id: number }) => id)).toEqual([body.id]);
    expect(JSON.stringify(found.body)).not.toContain(form.idNumber);
    // An ID number that `registrationForm` never generates.
    expect((await admin.list('travel-agents', { range: [0, 9], filter: { idNumber: '7001015009087' } })).body).toEqual(
      [],
    );
  });

  test('searches many rows by rare parts of the text, and finds and counts the rows with all of it', async () => {
    const { pool } = running;
    await pool.query(`create schema rm_many; create table rm_many.many as
      select n as id, 'name ' || (n * 7919 % 2500) as name, n % 3 as part, 'Agency ' || n % 500 || ' Travel 50% ' || n as text
      from generate_series(1, 2500) n; analyze rm_many.many`);
    const list: TableList<{ id: number; text: string; part: number }> = {
      table: 'rm_many.many',
      key: 'id',
      filters: { q: { column: 'text', match: 'contains' }, part: { column: 'part', match: 'equals', type: 'number' } },
      sorts: { name: 'name' },
      defaultSort: { field: 'name', descending: true },
    };
    const db = databaseOf(pool);
    const counts = new ApproximateCounts(db);
    for (const q of ['agency 41 t', 'TRAVEL', '0% 24', '417', 'zebra', 'y 7 ']) {
      for (const part of ['', 2]) {
        const request = { filter: { q, part }, offset: 2, limit: 5, sort: null };
        const { rows } = await pool.query<{ id: number }>(
          `select id from rm_many.many where strpos(lower(text), lower($1)) > 0 and ($2 or part = 2) order by name desc, id desc`,
          [q, part === ''],
        );
        const page = await listPage(db, list, request, counts);
        expect(page.rows.map(({ id }) => id)).toEqual(rows.slice(2, 7).map(({ id }) => id));
        expect(Object.keys(page.rows[0] ?? { id: 0 })).not.toContain('foundRows');
        expect([page.total, page.atLeast]).toEqual([Math.min(rows.length, 1000), rows.length > 1000]);
      }
    }
  });

  test('refuses filters, sorts and ranges that it does not offer', async () => {
    for (const query of [
      { filter: { passwordHash: 'x' } },
      { sort: ['passwordHash', 'ASC'] },
      { range: [5, 1] },
      { filter: [] },
      { range: [9_999, 10_010] },
      { filter: { constructor: 'x' } },
    ]) {
      expect((await admin.list('travel-agents', { range: [0, 9], ...query })).status, JSON.stringify(query)).toBe(400);
    }
    expect((await admin.get('travel-agents?filter={')).status).toBe(400);
  });

  test('finds no agent by unknown numbers, and refuses numbers that are not whole', async () => {
    const id = await addAgent();
    const ids = async (wanted: unknown) => {
      const { status, body } = await admin.list('travel-agents', { range: [0, 9], filter: { id: wanted } });
      return status === 200 ? body.map((one: { id: number }) => one.id) : status;
    };
    expect(await ids(99_999_999_999)).toEqual([]);
    expect(await ids('99999999999')).toEqual([]);
    expect(await ids([id, 99_999_999_999])).toEqual([id]);
    expect(await ids(-1)).toEqual([]);
    for (const none of [1.5, [id, 1.5], 1e300, 'one', true]) expect(await ids(none), String(none)).toBe(400);
  });

  test('is complete without a range', async () => {
    const { body, headers } = await admin.get('travel-agents');
    expect(body.length).toBeGreaterThanOrEqual(4);
    expect(headers['content-range']).toBe(`travel-agents 0-${body.length - 1}/${body.length}`);
    const few = await admin.list('travel-agents', { filter: { id: [body[0].id, body[1].id, 999_999] } });
    expect(few.headers['content-range']).toBe('travel-agents 0-1/2');
    const none = await admin.list('travel-agents', { filter: { q: 'no such agent' } });
    expect([none.body, none.headers['content-range']]).toEqual([[], 'travel-agents 0-0/0']);
  });

  test('gives numbers and consents in the formats of the record, also in the CSV and for filters', async () => {
    const id = await addAgent({ agencyName: 'Formats', employerConsent: 'N', termsAndConditions: 'Y' });
    const fields = ({ cellNumber, telephoneNumber, employerConsent, termsAndConditions }: Record<string, unknown>) => ({
      cellNumber,
      telephoneNumber,
      employerConsent,
      termsAndConditions,
    });
    const record = fields(await agent(id));
    expect(record).toEqual({
      cellNumber: expect.stringMatching(/^2782\d{7}$/),
      telephoneNumber: '0118518081',
      employerConsent: 'N',
      termsAndConditions: 'Y',
    });
    const of = async (filter: object, range?: readonly number[]) =>
      (await admin.list('travel-agents', { filter: { agencyName: 'Formats', ...filter }, ...(range && { range }) }))
        .body;
    for (const range of [[0, 9], undefined]) expect((await of({}, range)).map(fields)).toEqual([record]);
    expect((await of({ id: [id] })).map(fields)).toEqual([record]);
    for (const filter of [
      { cellNumber: String(record.cellNumber) },
      { employerConsent: 'N' },
      { employerConsent: false },
      { termsAndConditions: 'Y' },
    ])
      expect(await of(filter, [0, 9]), JSON.stringify(filter)).toHaveLength(1);
    for (const filter of [{ employerConsent: 'Y' }, { termsAndConditions: false }])
      expect(await of(filter, [0, 9]), JSON.stringify(filter)).toEqual([]);
    const filter = encodeURIComponent(JSON.stringify({ id: [id] }));
    const [head = '', line = ''] = (await admin.get(`travel-agents.csv?filter=${filter}`)).text.split('\n');
    expect(line.split(',')[head.split(',').indexOf('employerConsent')]).toBe('N');
  });

  test('% and _ in a search are literal', async () => {
    await addAgent({ agencyName: '100% Travel' });
    const { body } = await admin.list('travel-agents', { range: [0, 9], filter: { q: '100%' } });
    expect(body).toHaveLength(1);
    expect((await admin.list('travel-agents', { range: [0, 9], filter: { q: '%%%' } })).body).toEqual([]);
  });
});

describe('changing an agent', () => {
  test('requires the version that was seen, and answers 412 with the current record for an old one', async () => {
    const id = await addAgent();
    const { version } = await agent(id);
    expect((await admin.put(`travel-agents/${id}`, { agencyName: 'Blue' })).status).toBe(428);
    expect((await admin.put(`travel-agents/${id}`, { agencyName: 'Blue' }, version)).body.agencyName).toBe('Blue');
    const stale = await other.put(`travel-agents/${id}`, { agencyName: 'Green' }, version);
    expect([stale.status, stale.type]).toEqual([412, 'application/problem+json']);
    expect(stale.body.current).toMatchObject({ agencyName: 'Blue', version: version + 1 });
    expect((await agent(id)).agencyName).toBe('Blue');
  });

  test('merges: absent fields stay, and a masked number that is sent back changes nothing', async () => {
    const form = registrationForm();
    const { body } = await admin.post('add-agent', form);
    const before = await agent(body.id);
    expect(before.idNumber).toBe(`•••${form.idNumber.slice(-4)}`);
    expect(before.taxNumber).toBe(`•••${String(form.taxNumber).slice(-4)}`);
    const after = (await admin.put(`travel-agents/${body.id}`, { ...before, postalCode: '7700' }, before.version)).body;
    expect(after).toMatchObject({ postalCode: '7700', surname: before.surname, version: before.version + 1 });
    const numbers = await admin.post(`travel-agents/${body.id}/numbers`);
    expect(numbers.body.idNumber).toBe(form.idNumber);
    expect(numbers.body.taxNumber).toBe(form.taxNumber);
  });

  test('keeps a private address from the import, and refuses a new one', async () => {
    const theirs = `thandi.${Date.now()}@gmail.com`;
    const { password: _, confirmPassword: __, ...form } = registrationForm({ emailAddress: theirs });
    const line = { type: 'agent', ...form, loyaltyTrackingNo: 'FT99001234', activeFrom: '2025-03-01' };
    const { text } = await request(running.app)
      .post('/api/admin/import')
      .auth(await adminToken(running, ADMIN), { type: 'bearer' })
      .type('application/x-ndjson')
      .send(JSON.stringify(line))
      .expect(200);
    expect(JSON.parse(text.split('\n')[0] ?? '').result).toBe('recorded');
    await running.folded('agents');
    const { body } = await admin.list('travel-agents', { range: [0, 9], filter: { idNumber: form.idNumber } });
    const { id } = body[0];
    const { version, emailAddress } = await agent(id);
    expect(emailAddress).toBe(theirs);
    const whole = { emailAddress, agencyName: 'Blue' };
    expect((await admin.put(`travel-agents/${id}`, whole, version)).body.agencyName).toBe('Blue');
    const other = await admin.put(`travel-agents/${id}`, { emailAddress: `other.${theirs}` }, version + 1);
    expect([other.status, other.body.errors[0].field]).toEqual([422, 'emailAddress']);
  });

  test('is not blocked by other stored values that the form would refuse', async () => {
    const id = await addAgent();
    const own = { actor: { kind: 'agent', id: String(id) }, now: running.clock.now, correlationId: 'own' } as const;
    const stored = { bankAccountHolderName: 'Jane‮Doe', branchName: '' };
    const bank = {
      bankName: 'FNB',
      branchCode: '250655',
      bankAccountNumber: '62001234567',
      bankCountry: 'RSA',
      ...stored,
    };
    for (const command of [
      { type: 'ChangeDetails', details: { physicalAddressLine2: '', telephoneNumber: '1' } },
      { type: 'ChangeBankDetails', bank },
    ] as const)
      await handle(running.services.log, { decider: agentDecider, streamId: agentStreamOf(id), command, context: own });
    const put = async (path: string, changes: object) => {
      const { status, body } = await admin.put(`travel-agents/${id}${path}`, changes, (await agent(id)).version);
      return [status, ...(body.errors ?? []).map(({ field }: { field: string }) => field)];
    };
    expect(await put('', { taxNumber: '0001339050' })).toEqual([200]);
    expect(await agent(id)).toMatchObject({ physicalAddressLine2: '', telephoneNumber: '1' });
    expect(await put('', { physicalAddressLine2: '' })).toEqual([422, 'physicalAddressLine2']);
    expect(await put('', { taxCountry: 'NMB' })).toEqual([422, 'telephoneNumber']);
    expect(await put('/bank', stored)).toEqual([422, 'bankAccountHolderName', 'branchName']);
    expect(await put('/bank', { bankName: 'OTHER' })).toEqual([422, 'otherBankName']);
    expect(await put('/bank', { bankAccountNumber: '62007654321' })).toEqual([202]);
  });

  test('answers every field that fails its rule', async () => {
    const id = await addAgent();
    const { version } = await agent(id);
    const { status, body } = await admin.put(
      `travel-agents/${id}`,
      { emailAddress: 'x@gmail.com', surname: ' ' },
      version,
    );
    expect(status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['emailAddress', 'surname']);
  });

  test('a suspension needs a reason, ends sessions, and is undone with one', async () => {
    const id = await addAgent();
    expect((await admin.post(`travel-agents/${id}/suspend`)).status).toBe(422);
    expect((await admin.post(`travel-agents/${id}/suspend`, { reason: 'under review' })).body).toMatchObject({
      status: 'suspended',
    });
    expect((await admin.post(`travel-agents/${id}/reinstate`, { reason: 'cleared' })).body).toMatchObject({
      status: 'active',
    });
    const { body } = await admin.get(`travel-agents/${id}/history`);
    expect(body.map(({ type, reason }: { type: string; reason: string }) => [type, reason])).toEqual(
      expect.arrayContaining([
        ['AgentSuspended', 'under review'],
        ['AgentReinstated', 'cleared'],
      ]),
    );
  });
});

describe('the past of an agent', () => {
  test('is shown field by field and masked, and each unmasked view is an event', async () => {
    const id = await addAgent({ surname: 'Geheim' });
    const { version } = await agent(id);
    await admin.put(`travel-agents/${id}`, { surname: 'Offen' }, version);
    const { body } = await admin.get(`travel-agents/${id}/history`);
    const change = body.find(({ type }: { type: string }) => type === 'AgentDetailsChanged');
    expect(change).toMatchObject({
      actor: { kind: 'admin', id: '1', name: 'Admin' },
      from: expect.stringMatching(/127\.0\.0\.1/),
    });
    expect(change.changes).toEqual([{ field: 'details.surname', before: 'G•••', after: 'O•••', masked: true }]);
    expect(JSON.stringify(body)).not.toMatch(/Geheim|Offen/);
    expect(body[0].changes).toContainEqual({ field: 'status', before: null, after: 'registered', masked: false });
    const open = await admin.post(`travel-agents/${id}/history/reveal`);
    expect(JSON.stringify(open.body)).toMatch(/Geheim/);
    const after = await admin.get(`travel-agents/${id}/history`);
    expect(after.body.at(-1).type).toBe('NumbersViewed');
  });

  test('never shows passkeys and the addresses and keys of devices with notifications', async () => {
    const id = await addAgent();
    const context = {
      actor: { kind: 'system', id: 'test' },
      now: running.clock.now,
      correlationId: 'devices',
    } as const;
    const passkey = { credentialId: 'hidden-id', publicKey: 'hidden-key', transports: [], signCount: 0 };
    const push = { endpoint: 'https://push.example/hidden', p256dh: 'hidden-point', auth: 'hidden-auth' };
    const device = { ...push, pushId: randomUUID(), device: 'hidden device' };
    for (const command of [
      { type: 'AddPasskey', passkeyId: randomUUID(), name: 'hidden name', ...passkey },
      { type: 'SubscribePush', ...device },
    ] as const)
      await handle(running.services.log, { decider: agentDecider, streamId: agentStreamOf(id), command, context });
    for (const history of [
      await admin.get(`travel-agents/${id}/history`),
      await admin.post(`travel-agents/${id}/history/reveal`),
    ]) {
      expect(history.body.map(({ type }: { type: string }) => type)).toEqual(
        expect.arrayContaining(['PasskeyAdded', 'PushSubscribed']),
      );
      expect(JSON.stringify(history.body)).not.toContain('hidden');
    }
  });

  test('can be seen as of any moment, and nothing was there before the first', async () => {
    const began = running.clock.now;
    running.pass(WHILE_MS);
    const id = await addAgent({ agencyName: 'First' });
    running.pass(WHILE_MS);
    const between = running.clock.now.toISOString();
    running.pass(WHILE_MS);
    await admin.put(`travel-agents/${id}`, { agencyName: 'Second' }, (await agent(id)).version);
    const then = await admin.get(`travel-agents/${id}?asOf=${between}`);
    expect(then.body).toMatchObject({ agencyName: 'First', id });
    expect((await admin.get(`travel-agents/${id}?asOf=9999-01-01`)).body.agencyName).toBe('Second');
    expect((await agent(id)).agencyName).toBe('Second');
    expect((await admin.get(`travel-agents/${id}?asOf=${began.toISOString()}`)).status).toBe(404);
    expect((await admin.get(`travel-agents/${id}?asOf=9999-01-01T10:00%2B0200`)).body.agencyName).toBe('Second');
    const { status, body: refused } = await admin.get(`travel-agents/${id}?asOf=yesterday`);
    const message = 'asOf must be an instant with its zone, as 2026-01-09T10:00:00+02:00, or a date.';
    expect([status, refused.message]).toEqual([400, message]);
  });
});

test('the employer’s consent is recorded with a reason, and can be withdrawn', async () => {
  const id = await addAgent({ employerConsent: 'N' });
  const path = `travel-agents/${id}/employer-consent`;
  expect((await admin.post(path, { given: true })).status).toBe(422);
  expect((await admin.post(path, { given: true, reason: 'letter of 3 March' })).status).toBe(200);
  expect((await agent(id)).employerConsent).toBe('Y');
  expect((await admin.get(`travel-agents/${id}/history`)).body.at(-1)).toMatchObject({
    type: 'ConsentGiven',
    reason: 'letter of 3 March',
  });
  await admin.post(path, { given: false, reason: 'left the agency' });
  expect((await agent(id)).employerConsent).toBe('N');
});

test('the referral tree shows the referrers and the referred agents by generation', async () => {
  const root = await newAgent(running, { surname: 'Root' });
  const child = await newAgent(running, await referred(running, root));
  await referred(running, child);
  const { below } = await until(async () => {
    const { body } = await admin.get(`travel-agents/${root.id}/referral-tree`);
    const states = (body.below ?? []).map((one: { registrationStatus: string }) => one.registrationStatus);
    return states.join() === 'Completed,Invited' && body;
  });
  expect(below).toMatchObject([
    { parent: root.id, agentId: child.id, generation: 1, registrationStatus: 'Completed' },
    { parent: child.id, agentId: null, generation: 2, registrationStatus: 'Invited', agencyName: 'Branch Travel' },
  ]);
  const { body } = await admin.get(`travel-agents/${child.id}/referral-tree`);
  expect(body.above).toEqual([{ agentId: root.id, name: 'Thandi Root', agencyName: 'Karoo Travel' }]);
  expect((await admin.get('travel-agents/99999/referral-tree')).status).toBe(404);
});

test('an agent without an ID number is not created, nor left without one by an edit', async () => {
  const created = await admin.post('add-agent', registrationForm({ idNumber: ' ' }));
  expect([created.status, created.body.message]).toEqual([422, 'Identification Number is required.']);
  const id = await addAgent();
  const edited = await admin.put(`travel-agents/${id}`, { idNumber: ' ' }, (await agent(id)).version);
  expect([edited.status, edited.body.message]).toEqual([422, 'ID Number or Passport is required.']);
});

test('an edit refuses a blank type of ID and a blank rental company, and keeps those that it leaves out', async () => {
  const created = await admin.post('add-agent', registrationForm({ idType: 'PASSPORT', rentalCo: '2' }));
  const { id } = created.body;
  for (const field of ['idType', 'rentalCo'])
    for (const blank of ['', ' ', null]) {
      const edited = await admin.put(`travel-agents/${id}`, { [field]: blank }, (await agent(id)).version);
      expect([edited.status, edited.body.errors[0].field]).toEqual([422, field]);
      expect((await admin.post('update', { id, [field]: blank })).status).toBe(422);
    }
  const { body } = await admin.put(`travel-agents/${id}`, { agencyName: 'Blue' }, (await agent(id)).version);
  expect(body).toMatchObject({ agencyName: 'Blue', idType: 'PASSPORT', rentalCo: '2' });
});

test('the country of issue follows a new tax country, unless the form names another', async () => {
  const id = await addAgent();
  const issued = async () => {
    const { events } = await running.services.log.readStream(`agent-${id}`, { personal: true });
    return fold(agentDecider, agentDecider.initial, events as unknown as readonly AgentEvent[]).details?.countryOfIssue;
  };
  const move = { taxCountry: 'NMB', idNumber: 'N1234567', telephoneNumber: '061123456' };
  expect((await admin.put(`travel-agents/${id}`, move, (await agent(id)).version)).status).toBe(200);
  expect(await issued()).toBe('NMB');
  const back = { taxCountry: 'BOT', countryOfIssue: 'NMB', telephoneNumber: '3901234' };
  expect((await admin.put(`travel-agents/${id}`, back, (await agent(id)).version)).status).toBe(200);
  expect(await issued()).toBe('NMB');
});

describe('a referral that an admin makes', () => {
  let referrals = 0;
  const form = (referredByAgentId: number, changes: object = {}) => ({
    firstName: 'Sipho',
    surname: 'Dube',
    emailAddress: `sipho.admin.${++referrals}@other.example`,
    countryDialCode: '27',
    contactNumber: '831234567',
    iataNumber: '7720101',
    agencyName: 'Other Travel',
    referredByAgentId,
    ...changes,
  });

  test('records the admin as the actor, and sends the invitation in the name of the agent', async () => {
    const id = await addAgent();
    const sent = form(id);
    const { status, body } = await admin.post('referrals', sent);
    expect([status, body.message]).toEqual([201, 'The travel agent has been successfully referred!']);
    const { events } = await running.services.log.readStream(`referral-${body.id}`);
    expect(events[0]).toMatchObject({
      type: 'AgentReferred',
      data: { referredByAgentId: id },
      metadata: { actor: { kind: 'admin', id: '1' } },
    });
    const listed = await admin.list('referrals', { range: [0, 9], filter: { referredByAgentId: id } });
    expect(listed.body).toMatchObject([{ id: body.id, registrationStatus: 'Invited' }]);
    const mail = await message(running, sent.emailAddress, ({ subject }) => subject.includes('invites you'));
    expect(mail.subject).toContain('Thandi');
    expect((await admin.post('referrals', { ...sent })).status).toBe(409);
  });

  test.each([
    ['firstName', "Travel Agent's Firstname is required!"],
    ['surname', "Travel Agent's Surname is required!"],
    ['emailAddress', 'Email Address is required.'],
    ['countryDialCode', 'Dial Code is required!'],
    ['contactNumber', "Travel Agent's Cellphone Number is required!"],
    ['agencyName', "Travel Agent's Agency Name is required!"],
  ])('is refused without %s', async (field, words) => {
    const { status, body } = await admin.post('referrals', form(1, { [field]: ' ' }));
    expect([status, body.errors]).toEqual([422, expect.arrayContaining([{ field, message: words }])]);
  });

  test('is refused for an inactive agent, and without the right to change agents', async () => {
    const unknown = await admin.post('referrals', form(999_999));
    expect([unknown.status, unknown.body.message]).toEqual([422, 'Choose an active travel agent.']);
    const id = await addAgent();
    const support = dashboard(running, await staffToken(running, 'Support'));
    expect((await support.post('referrals', form(id))).status).toBe(403);
    await handle(running.services.log, {
      decider: agentDecider,
      streamId: `agent-${id}`,
      command: { type: 'Suspend', reason: 'test' },
      context: {
        actor: { kind: 'admin', id: '1' },
        now: running.clock.now,
        correlationId: 'test',
      },
    });
    expect((await admin.post('referrals', form(id))).status).toBe(422);
  });
});
