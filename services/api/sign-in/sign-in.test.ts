import { handle } from '@fynbos/application/handle.ts';
import { WRONG_SIGN_IN } from '@fynbos/application/sign-in/sign-in.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { adminToken, lastCode, message, newAgent, prove, registrationForm, signInAgain } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
const post = (path: string, body: object) => request(running.app).post(`/api${path}`).send(body);

beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

describe('an administrator', () => {
  test('signs in with the password, and is signed out after logging out', async () => {
    const { body } = await post('/auth/login', {
      emailAddress: 'ADMIN@fynbos.example',
      password: ADMIN.password,
    }).expect(200);
    expect(body).toMatchObject({
      adminId: expect.any(Number),
      email: ADMIN.email,
      name: expect.any(String),
      token: expect.any(String),
    });
    const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ role: 'Admin', emailAddress: ADMIN.email });
    await request(running.app).get('/api/auth/sessions').auth(body.token, { type: 'bearer' }).expect(200);
    await request(running.app).post('/api/auth/logout').auth(body.token, { type: 'bearer' }).expect(204);
    await request(running.app).get('/api/auth/sessions').auth(body.token, { type: 'bearer' }).expect(401);
  });

  test('gets the same answer as an unknown person for a wrong password', async () => {
    const wrong = await post('/auth/login', { emailAddress: ADMIN.email, password: 'Wrong1!x' }).expect(401);
    const nobody = await post('/auth/login', { emailAddress: 'nobody@fynbos.example', password: 'Wrong1!x' }).expect(
      401,
    );
    expect(wrong.body).toEqual(nobody.body);
    expect(wrong.body).toMatchObject({ status: 401, message: WRONG_SIGN_IN, errors: [] });
    expect(wrong.type).toBe('application/problem+json');
  });

  test('has to sign in again after an hour without use', async () => {
    const token = await adminToken(running, ADMIN);
    running.pass(59 * 60_000);
    await request(running.app).post('/api/auth/extend').auth(token, { type: 'bearer' }).expect(200);
    running.pass(59 * 60_000);
    await request(running.app).get('/api/auth/sessions').auth(token, { type: 'bearer' }).expect(200);
    running.pass(61 * 60_000);
    await request(running.app).get('/api/auth/sessions').auth(token, { type: 'bearer' }).expect(401);
  });

  test('gets 401 after the session has ended, also on calls that visitors may make', async () => {
    const ended = (path: string, body: object) => post(path, body).auth('not-a-token', { type: 'bearer' }).expect(401);
    const enquiry = { email: 'visitor@gmail.com', typeOfQuery: 'other', queryDetails: 'Where is my reward?' };
    expect((await ended('/ContactUsSupport/contact-us', enquiry)).body.message).toBe(
      'Your session has ended. Sign in again.',
    );
    await ended('/travel-agency/verify-otp', { otp: '123456' });
  });
});

describe('a page', () => {
  test('does not extend a session by automatic calls', async () => {
    const token = await adminToken(running, ADMIN);
    const sessions = () => request(running.app).get('/api/auth/sessions').auth(token, { type: 'bearer' });
    for (let minutes = 0; minutes < 50; minutes += 10) {
      running.pass(10 * 60_000);
      await sessions().set('X-Unattended', 'yes').expect(200);
    }
    running.pass(11 * 60_000);
    await sessions().expect(401);
  });
});

describe('an agent', () => {
  test('registers, gets a code by mail, and is active with a tracking number', async () => {
    const form = registrationForm();
    const { body, headers } = await post('/travel-agency/register', form).expect(201);
    expect(headers['x-position']).toBeTruthy();
    const mail = await message(running, form.emailAddress, ({ text }) => /\b\d{6}\b/.test(text));
    const otp = /\b\d{6}\b/.exec(mail.text)?.[0];
    const contact = { email: form.emailAddress, phoneNumber: body.cellNumber, communicationMethod: 'E' };
    await post('/travel-agency/verify-otp', { ...contact, otp: '000000' === otp ? '000001' : '000000' }).expect(422);
    await post('/travel-agency/verify-otp', { ...contact, otp }).expect(200);
    const welcome = await message(running, form.emailAddress, ({ subject }) => subject.startsWith('Welcome'));
    expect(welcome.text).toMatch(/FT\d{9}/);
  });

  test('signs in by ID number with the method chosen, and by e-mail with the one stored', async () => {
    const agent = await newAgent(running);
    running.pass(31_000);
    const { body } = await post('/auth/login', {
      idNumber: agent.form.idNumber,
      password: agent.form.password,
      communicationMethod: 'C',
    }).expect(200);
    expect(body).toMatchObject({
      emailAddress: agent.form.emailAddress,
      communicationMethod: 'C',
      cellNumber: agent.form.cellNumber,
    });
    const sms = await message(running, `+${agent.form.cellNumber}`, ({ text }) => text.includes('to sign in'));
    expect(sms.channel).toBe('sms');
    expect(sms.text).toContain(await lastCode(running, agent.id, 'sign-in'));
  });

  test('sends a sign-in code again through the chosen channel', async () => {
    const agent = await newAgent(running);
    running.pass(31_000);
    const { idNumber, password, emailAddress, cellNumber } = agent.form;
    await post('/auth/login', { idNumber, password, communicationMethod: 'C' }).expect(200);
    running.pass(30_000);
    await post('/travel-agency/resend-otp', { email: emailAddress, cellNumber, communicationMethod: 'E' }).expect(200);
    const otp = await lastCode(running, agent.id, 'sign-in');
    await message(running, `+${cellNumber}`, ({ text }) => text.startsWith(otp));
  });

  test('may have many sessions, sees them, and ends one', async () => {
    const agent = await newAgent(running);
    running.pass(31_000);
    const second = await signInAgain(running, agent);
    const list = await request(running.app)
      .get('/api/auth/sessions')
      .auth(second.token, { type: 'bearer' })
      .expect(200);
    expect(list.body).toHaveLength(2);
    const other = list.body.find((one: { current: boolean }) => !one.current);
    await request(running.app)
      .delete(`/api/auth/sessions/${other.id}`)
      .auth(second.token, { type: 'bearer' })
      .expect(204);
    await request(running.app).get('/api/auth/sessions').auth(agent.token, { type: 'bearer' }).expect(401);
    await request(running.app)
      .delete(`/api/auth/sessions/${other.id}`)
      .auth(second.token, { type: 'bearer' })
      .expect(404);
  });

  test('is not signed in when suspended while the code is checked', async () => {
    const agent = await newAgent(running);
    running.pass(31_000);
    const { emailAddress, password, cellNumber } = agent.form;
    await post('/auth/login', { emailAddress, password, communicationMethod: '' }).expect(200);
    const otp = await lastCode(running, agent.id, 'sign-in');
    const { log, auth } = running.services;
    const person = `agent-${agent.id}`;
    const open = auth.sessions.open.bind(auth.sessions);
    // As an administrator would at the worst moment: after the status was read, and before the session opens.
    const opened = vi.spyOn(auth.sessions, 'open').mockImplementationOnce(async (...given) => {
      const by = { actor: { kind: 'admin', id: '1' }, now: running.clock.now, correlationId: 'test' } as const;
      await handle(log, {
        decider: agentDecider,
        streamId: person,
        command: { type: 'Suspend', reason: 'fraud' },
        context: by,
      });
      await auth.sessions.endOthers(person, null);
      return open(...given);
    });
    await post('/auth/verify-otp', {
      email: emailAddress,
      phoneNumber: cellNumber,
      communicationMethod: 'E',
      otp,
    }).expect(403);
    opened.mockRestore();
    expect(await auth.sessions.list(person)).toEqual([]);
  });
});

describe('one-time codes in the audit trail', () => {
  const otpEvents = async (agentId: number) => {
    const { events } = await running.services.log.readStream(`agent-${agentId}`);
    return events.filter(({ type }) => type.startsWith('Otp'));
  };
  const wrongOf = (otp: string): string => (otp === '000000' ? '000001' : '000000');

  test('a correct code is recorded with its purpose and its effect in one append', async () => {
    const form = registrationForm();
    const { body } = await post('/travel-agency/register', form).expect(201);
    const otp = await lastCode(running, body.id, 'registration');
    const contact = { email: form.emailAddress, phoneNumber: body.cellNumber, communicationMethod: 'E' };
    await post('/travel-agency/verify-otp', { ...contact, otp }).expect(200);
    const { events } = await running.services.log.readStream(`agent-${body.id}`);
    expect(events.map(({ type }) => type)).toEqual(['AgentRegistered', 'OtpVerified', 'AgentActivated']);
    const { token } = await signInAgain(running, { id: body.id, form });
    await prove(running, { id: body.id, form, token, loyaltyTrackingNo: '' }, 'banking');
    const verified = await otpEvents(body.id);
    expect(verified.map(({ data }) => (data as { purpose: string }).purpose)).toEqual([
      'registration',
      'sign-in',
      'banking',
    ]);
    expect(JSON.stringify(verified)).not.toContain(otp);
  });

  test('records one event when a code has no attempts left, and none for later attempts', async () => {
    const agent = await newAgent(running);
    running.pass(31_000);
    const { emailAddress, password, cellNumber } = agent.form;
    await post('/auth/login', { emailAddress, password, communicationMethod: '' }).expect(200);
    const otp = wrongOf(await lastCode(running, agent.id, 'sign-in'));
    const enter = () => post('/auth/verify-otp', { email: emailAddress, phoneNumber: cellNumber, otp }).expect(422);
    const before = (await otpEvents(agent.id)).length;
    for (let n = 0; n < 4; n++) await enter();
    expect(await otpEvents(agent.id)).toHaveLength(before);
    for (let n = 0; n < 4; n++) await enter();
    const refused = (await otpEvents(agent.id)).slice(before);
    // The registration's code was never entered, so it is valid too. A wrong entry uses up a try of each valid code.
    expect(refused.map(({ type, data }) => [type, (data as { purpose: string }).purpose]).sort()).toEqual([
      ['OtpRefused', 'registration'],
      ['OtpRefused', 'sign-in'],
    ]);
    expect(JSON.stringify(refused)).not.toMatch(new RegExp(`${otp}"|${emailAddress}|${cellNumber}`));
    await running.folded('audit-log');
    const { rows } = await running.pool.query(
      `select outcome, detail from rm_audit_log."auditLog" where "streamId" = $1 and type = 'OtpRefused'`,
      [`agent-${agent.id}`],
    );
    expect(rows).toContainEqual({ outcome: 'refused', detail: 'For sign-in, after 5 wrong entries' });
  });

  test('the history of an agent shows a verified change and each sign-in once', async () => {
    const agent = await newAgent(running);
    await prove(running, agent, 'personal');
    const { body } = await request(running.app)
      .get('/api/agent/history')
      .auth(agent.token, { type: 'bearer' })
      .expect(200);
    expect(body.map(({ what, fields }: { what: string; fields: string[] }) => [what, ...fields])).toEqual([
      ['One-time password entered', 'Personal details'],
      ['Signed in'],
      ['Account activated'],
      ['Registered'],
    ]);
  });
});
