import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminToken, message, newAgent, registrationForm, signInAgain } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let token: string;
const admin = (method: 'get' | 'post' | 'put', path: string, as = token) =>
  request(running.app)[method](`/api${path}`).auth(as, { type: 'bearer' });

beforeAll(async () => {
  running = await runApp();
  token = await adminToken(running, ADMIN);
});
afterAll(() => running.close());

const form = (changes: object = {}): Record<string, unknown> => {
  const {
    password: _,
    confirmPassword: __,
    communicationMethod: ___,
    termsAndConditions: ____,
    employerConsent: _____,
    ...rest
  } = registrationForm();
  return { ...rest, ...changes };
};

test('an added agent earns immediately, with the default values, and sets a password by mail', async () => {
  const given = form();
  const { body, headers } = await admin('post', '/admin/add-agent').send(given).expect(201);
  const listed = (
    await admin('get', '/admin/travel-agents')
      .set('X-Read-After', headers['x-position'] as string)
      .expect(200)
  ).body;
  const agent = listed.find((one: { id: number }) => one.id === body.id);
  expect(agent).toMatchObject({
    status: 'active',
    communicationMethod: 'C',
    termsAndConditions: 'N',
    employerConsent: 'Y',
    loyaltyTrackingNo: expect.stringMatching(/^FT\d{9}$/),
  });
  expect(JSON.stringify(listed)).not.toContain(given.idNumber);
  expect(JSON.stringify(listed)).not.toContain(given.bankAccountNumber);
  const mail = await message(running, given.emailAddress as string, ({ subject }) =>
    subject.startsWith('Set your password'),
  );
  const link = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '').searchParams.get('token') ?? '';
  await request(running.app)
    .post('/api/auth/reset-password')
    .query({ token: link })
    .send({ password: 'Fynbos1!', confirmPassword: 'Fynbos1!' })
    .expect(200);
  const own = {
    ...registrationForm(),
    emailAddress: given.emailAddress as string,
    cellNumber: given.cellNumber as string,
  };
  await signInAgain(running, { id: body.id, form: own }, 'Fynbos1!');
});

test('a required field that is sent blank is refused; a default only fills an absent field', async () => {
  const { body } = await admin('post', '/admin/add-agent')
    .send(form({ surname: '', employerConsent: '' }))
    .expect(422);
  expect(body.errors).toContainEqual({ field: 'surname', message: 'Surname is required!' });
  for (const field of ['employerConsent', 'termsAndConditions']) {
    const refused = await admin('post', '/admin/add-agent')
      .send(form({ [field]: '' }))
      .expect(422);
    expect(refused.body.errors).toEqual([{ field, message: 'Y or N.' }]);
  }
  for (const field of ['idtype', 'rentalCo', 'password'])
    await admin('post', '/admin/add-agent')
      .send(form({ [field]: '' }))
      .expect(422);
  await admin('post', '/admin/add-agent')
    .send(form({ password: 'weak', confirmPassword: 'weak' }))
    .expect(422);
  await admin('post', '/admin/add-agent')
    .send(form({ emailAddress: ADMIN.email }))
    .expect(409);
});

test('an administrator changes personal details immediately; the bank account needs approval', async () => {
  const agent = await newAgent(running);
  await admin('post', '/admin/update').send({ id: agent.id, surname: 'Dlamini' }).expect(200);
  const method = (communicationMethod: unknown) =>
    admin('post', '/admin/update').send({ id: agent.id, communicationMethod });
  for (const wrong of ['x', {}, []]) await method(wrong).expect(422);
  await method('').expect(200);
  const details = () => request(running.app).get(`/api/TravelAgent/${agent.id}`).auth(agent.token, { type: 'bearer' });
  expect((await details().expect(200)).body.surname).toBe('Dlamini');
  await admin('post', '/admin/update').set('If-Match', '"1"').send({ id: agent.id, surname: 'Mokoena' }).expect(412);
  await admin('post', '/admin/update').send({ id: 999_999, surname: 'Mokoena' }).expect(404);

  const bank = {
    ID: agent.id,
    bankName: 'FNB',
    bankAccountHolderName: 'T Nkosi',
    bankAccountNumber: '62001234567',
    branchCode: '250655',
    branchName: 'Universal',
  };
  const { body: waiting } = await admin('post', '/admin/update').send(bank).expect(202);
  expect(waiting).toMatchObject({ status: 'waiting', approvalId: expect.any(String) });
  const banking = (token: string) =>
    request(running.app).get(`/api/TravelAgency/BankingDetails/${agent.id}`).auth(token, { type: 'bearer' });
  expect((await banking(agent.token).expect(200)).body.bankAccountNumber).toBe('4051234567');
  await admin('post', `/admin/approvals/${waiting.approvalId}/approve`).send({ reason: 'seen' }).expect(403);
  const second = await adminToken(running, ADMIN2);
  await admin('post', `/admin/approvals/${waiting.approvalId}/approve`, second)
    .send({ reason: 'seen the letter of the bank' })
    .expect(200);
  running.pass(31_000);
  const { token } = await signInAgain(running, agent);
  expect((await banking(token).expect(200)).body.bankAccountNumber).toBe('62001234567');
  await message(running, agent.form.emailAddress, ({ subject }) => subject === 'Your banking details were changed');
});

test('field names of an agent are matched without case, and a mix of both kinds of fields is refused', async () => {
  const agent = await newAgent(running);
  const details = async () =>
    (await request(running.app).get(`/api/TravelAgent/${agent.id}`).auth(agent.token, { type: 'bearer' })).body;
  const send = (values: object) => admin('post', '/admin/update').send({ Id: agent.id, ...values });
  await send({ idtype: 'PASSPORT', IATANumber: '7720102', SURNAME: 'Zulu' }).expect(200);
  const after = await details();
  expect(after).toMatchObject({ idType: 'PASSPORT', iataNumber: '7720102', surname: 'Zulu' });
  expect((await send({ BRANCHNAME: 'Gardens' }).expect(202)).body.status).toBe('waiting');
  const { body } = await send({ surname: 'Mokoena', BranchName: 'Sandton' }).expect(422);
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['surname']);
  expect(await details()).toEqual(after);
});

test('the audit log shows actors and actions, and no personal data', async () => {
  const agent = await newAgent(running);
  await admin('post', '/admin/update').send({ id: agent.id, agencyName: 'Protea Travel' }).expect(200);
  await running.folded('audit-log');
  const { rows } = await running.pool.query(
    `select * from rm_audit_log."auditLog" where "streamId" = $1 order by revision`,
    [`agent-${agent.id}`],
  );
  expect(rows.map(({ type }) => type)).toEqual([
    'AgentRegistered',
    'AgentActivated',
    'OtpVerified',
    'SignedIn',
    'AgentDetailsChanged',
  ]);
  expect(rows.at(-1)).toMatchObject({ actorKind: 'admin', actorId: '1', fields: ['agencyName'], aggregate: 'agent' });
  for (const secret of ['Protea', 'Nkosi', agent.form.emailAddress, agent.form.idNumber])
    expect(JSON.stringify(rows)).not.toContain(secret);
});

test('an agent is added in one append with the tracking number and the link', async () => {
  const { store } = running.services.log;
  const append = store.appendMany.bind(store);
  const appended: string[][] = [];
  store.appendMany = (batch) => {
    for (const { streamId, events } of batch)
      if (streamId.startsWith('agent-')) appended.push(events.map(({ type }) => type));
    return append(batch);
  };
  await admin('post', '/admin/add-agent').send(form()).expect(201);
  store.appendMany = append;
  expect(appended).toEqual([['AgentRegistered', 'AgentActivated', 'PasswordLinkRequested']]);
});
