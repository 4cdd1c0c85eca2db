import { WRONG_SIGN_IN } from '@fynbos/application/sign-in/sign-in.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { adminToken, inboxOf, lastCode, message, newAgent, prove, type SignedInAgent } from '../testing/people.ts';
import { ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
const post = (path: string, body: object) => request(running.app).post(`/api${path}`).send(body);

beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

const NEW = 'Renoster2@';

/** Requests a password reset link. Returns a function that resets the password through it. */
async function linkOf(email: string): Promise<() => Promise<void>> {
  const isLink = ({ subject }: { subject: string }) => subject === 'Reset your password';
  const before = (await inboxOf(running, email)).filter(isLink).length;
  await post('/auth/forgot-password', { EmailAddress: email }).expect(200);
  await vi.waitFor(async () => expect((await inboxOf(running, email)).filter(isLink)).toHaveLength(before + 1), 60_000);
  const { text } = await message(running, email, isLink);
  const token = new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';
  return async () => {
    const reset = request(running.app).post('/api/auth/reset-password').query({ token });
    await reset.send({ password: NEW, confirmPassword: NEW }).expect(200);
  };
}

const login = ({ form }: SignedInAgent) =>
  post('/auth/login', { emailAddress: form.emailAddress, password: form.password, communicationMethod: '' });
const enter = ({ form }: SignedInAgent, otp: string) =>
  post('/auth/verify-otp', {
    email: form.emailAddress,
    phoneNumber: form.cellNumber,
    communicationMethod: 'E',
    otp,
  });

/** An agent half a minute after sign-in, when another code may be sent. */
async function rested(): Promise<SignedInAgent> {
  const agent = await newAgent(running);
  running.pass(31_000);
  return agent;
}

/** Runs `action` at the worst moment: after the proof, and before the session opens. */
function beforeTheSessionOpens(action: () => Promise<void>): void {
  const { sessions } = running.services.auth;
  const open = sessions.open.bind(sessions);
  vi.spyOn(sessions, 'open').mockImplementationOnce(async (...given) => {
    await action();
    return open(...given);
  });
}

test('an administrator is not signed in with the old password when it is reset during the check', async () => {
  beforeTheSessionOpens(await linkOf(ADMIN2.email));
  const { body } = await post('/auth/login', { emailAddress: ADMIN2.email, password: ADMIN2.password }).expect(401);
  expect(body).toMatchObject({ status: 401, message: WRONG_SIGN_IN, errors: [] });
  const { rows } = await running.pool.query(
    `select from auth.sessions where person like 'admin-%' and "endedAt" is null`,
  );
  expect(rows).toEqual([]);
  expect(await adminToken(running, { email: ADMIN2.email, password: NEW })).toBeTruthy();
});

test('a code sent after the old password becomes invalid with it, by reset or by change', async () => {
  const [resetting, changing] = [await rested(), await rested()];
  const reset = await linkOf(resetting.form.emailAddress);
  await prove(running, changing, 'password');
  const codes = [];
  for (const agent of [resetting, changing]) {
    await login(agent).expect(200);
    codes.push(await lastCode(running, agent.id, 'sign-in'));
  }
  await reset();
  await request(running.app)
    .put(`/api/password/update-password/${changing.id}`)
    .auth(changing.token, { type: 'bearer' })
    .send({ password: changing.form.password, newPassword: NEW, confirmPassword: NEW })
    .expect(200);
  for (const agent of [resetting, changing]) {
    await expect(lastCode(running, agent.id, 'sign-in')).rejects.toThrow('no live code');
    await enter(agent, codes.shift() as string).expect(422);
  }
});

test('a code that is sent for the old password after the reset opens nothing and is not sent again', async () => {
  const agent = await rested();
  const reset = await linkOf(agent.form.emailAddress);
  const { codes } = running.services.auth;
  const issue = codes.issue.bind(codes);
  vi.spyOn(codes, 'issue').mockImplementationOnce(async (given) => {
    await reset();
    return issue(given);
  });
  await login(agent).expect(200);
  const otp = await lastCode(running, agent.id, 'sign-in');
  running.pass(31_000);
  const { emailAddress: email, cellNumber } = agent.form;
  await post('/travel-agency/resend-otp', { email, cellNumber, communicationMethod: 'E' }).expect(200);
  expect(await lastCode(running, agent.id, 'sign-in')).toBe(otp);
  const { body } = await enter(agent, otp).expect(422);
  expect(body.message).toBe('Invalid OTP. Please try again.');
});

test('a code that is entered while the password is reset opens no session', async () => {
  const agent = await rested();
  const reset = await linkOf(agent.form.emailAddress);
  await login(agent).expect(200);
  const otp = await lastCode(running, agent.id, 'sign-in');
  beforeTheSessionOpens(reset);
  const { body } = await enter(agent, otp).expect(422);
  expect(body.message).toBe('Invalid OTP. Please try again.');
  expect(await running.services.auth.sessions.list(`agent-${agent.id}`)).toEqual([]);
});
