import { DAY_MS } from '@fynbos/domain/calendar.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminToken, lastCode, newAgent, prove, type SignedInAgent } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
beforeAll(async () => {
  running = await runApp({ quiet: true, env: { PUBLIC_URL: 'https://rewards.example', RATE_LIMIT_SCALE: '10' } });
});
afterAll(() => running.close());

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, token?: string) => {
  const sent = request(running.app)[method](`/api/${path}`);
  return token === undefined ? sent : sent.auth(token, { type: 'bearer' });
};
const login = ({ form }: SignedInAgent, cookie: string, password = form.password) =>
  call('post', 'auth/login').set('Cookie', cookie).send({ emailAddress: form.emailAddress, password });

/** Signs in with a code and answers the question about the device. Returns the answer. */
async function enterCode(agent: SignedInAgent, rememberDevice?: 'Y' | 'N') {
  running.pass(31_000);
  await login(agent, '').expect(200);
  const otp = await lastCode(running, agent.id, 'sign-in');
  const { emailAddress: email, cellNumber: phoneNumber } = agent.form;
  return call('post', 'auth/verify-otp')
    .send({ email, phoneNumber, communicationMethod: 'E', otp, rememberDevice })
    .expect(200);
}

/** The cookie header of a device that the agent has the portal remember. */
async function remembered(agent: SignedInAgent): Promise<string> {
  const { headers } = await enterCode(agent, 'Y');
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

const wantsCode = ({ body }: { body: object }) => !('token' in body);
const devices = async (token: string, cookie = '') =>
  (await call('get', 'auth/devices', token).set('Cookie', cookie).expect(200)).body;

test('remembers a device only on request, in a cookie that scripts cannot read', async () => {
  const agent = await newAgent(running);
  expect((await enterCode(agent)).headers['set-cookie']).toBeUndefined();
  expect((await enterCode(agent, 'N')).headers['set-cookie']).toBeUndefined();
  const { headers } = await enterCode(agent, 'Y');
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^remembered-device=[\w-]{43}; Path=\/api\/auth; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
    ),
  ]);
  const token = headers['set-cookie']?.[0]?.slice('remembered-device='.length, 61) ?? '';
  const { rows } = await running.pool.query('select * from auth.devices where person = $1', [`agent-${agent.id}`]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('signs in with the password for 30 days on a remembered device, and asks for a code elsewhere', async () => {
  const agent = await newAgent(running);
  const cookie = await remembered(agent);
  const { body } = await login(agent, cookie).expect(200);
  expect(body).toMatchObject({ token: expect.any(String), travelAgent: { id: agent.id } });
  const { body: history } = await call('get', 'agent/history', body.token).expect(200);
  expect(history[0]).toMatchObject({ what: 'Signed in', fields: ['On a remembered device'] });
  const { body: own } = await call('get', 'agent/export.json', body.token).expect(200);
  expect(own.devices).toEqual([expect.objectContaining({ expiresAt: expect.any(String) })]);
  await login(agent, cookie, 'Wrong1!x').expect(401);
  running.pass(31_000);
  expect((await login(agent, '').expect(200)).body).toMatchObject({ message: 'Otp sent successfully' });
  running.pass(30 * DAY_MS - 60_000);
  expect(wantsCode(await login(agent, cookie).expect(200))).toBe(false);
  running.pass(60_000);
  expect(wantsCode(await login(agent, cookie).expect(200))).toBe(true);
});

test('a device that another agent had remembered is not remembered for this one', async () => {
  const [owner, other] = [await newAgent(running), await newAgent(running)];
  const cookie = await remembered(owner);
  running.pass(31_000);
  expect(wantsCode(await login(other, cookie).expect(200))).toBe(true);
  expect(wantsCode(await login(owner, `${cookie}x`).expect(200))).toBe(true);
});

test('a change of bank details still needs a code', async () => {
  const agent = await newAgent(running);
  const { body } = await login(agent, await remembered(agent)).expect(200);
  const { bankAccountHolderName, bankName, branchCode, branchName } = agent.form;
  const account = { bankAccountHolderName, bankName, branchCode, branchName, bankAccountNumber: '62001234567' };
  await call('put', `TravelAgency/banking-details/${agent.id}`, body.token).send(account).expect(403);
});

test('the agent lists remembered devices and forgets one', async () => {
  const agent = await newAgent(running);
  const cookie = await remembered(agent);
  const { body } = await login(agent, cookie).expect(200);
  const [first, ...more] = await devices(body.token, cookie);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ current: true, device: 'Unknown device', lastUsedAt: running.clock.now.toISOString() });
  expect(await devices(body.token)).toMatchObject([{ current: false }]);
  const stranger = await newAgent(running);
  await call('delete', `auth/devices/${first.id}`, stranger.token).expect(404);
  const { headers } = await call('delete', `auth/devices/${first.id}`, body.token).set('Cookie', cookie).expect(204);
  expect(headers['set-cookie']?.[0]).toContain('remembered-device=; Path=/api/auth; Max-Age=0');
  running.pass(31_000);
  expect(wantsCode(await login(agent, cookie).expect(200))).toBe(true);
});

test('an agent has at most ten remembered devices; another one replaces the oldest', async () => {
  const agent = await newAgent(running);
  const person = `agent-${agent.id}`;
  const origin = { device: 'Chrome on Android', network: '41.13.7.*' };
  const [session] = await running.services.auth.sessions.list(person);
  const tokens: string[] = [];
  for (let n = 0; n < 11; n++) {
    running.pass(1_000);
    tokens.push(await running.services.auth.devices.remember(session?.sessionId ?? '', 0));
  }
  expect(await devices(agent.token)).toHaveLength(10);
  expect(await running.services.auth.devices.use(person, 0, tokens[0] ?? '', origin)).toBeNull();
  expect(await running.services.auth.devices.use(person, 0, tokens[1] ?? '', origin)).not.toBeNull();
});

test.each<[string, (agent: SignedInAgent, token: string) => Promise<string | undefined>]>([
  [
    'a changed password',
    async (agent, token) => {
      const newPassword = 'Renewed1!x';
      await prove(running, { ...agent, token }, 'password');
      await call('put', `password/update-password/${agent.id}`, token)
        .send({ password: agent.form.password, newPassword, confirmPassword: newPassword })
        .expect(200);
      return newPassword;
    },
  ],
  [
    'signing out all other devices',
    async (_, token) => {
      await call('post', 'auth/sessions/end-others', token).expect(204);
      return undefined;
    },
  ],
  [
    'a suspension',
    async (agent) => {
      const admin = await adminToken(running, ADMIN);
      for (const what of ['suspend', 'reinstate'])
        await call('post', `admin/travel-agents/${agent.id}/${what}`, admin).send({ reason: 'test of devices' });
      return undefined;
    },
  ],
])('forgets a remembered device after %s', async (_, end) => {
  const agent = await newAgent(running);
  const cookie = await remembered(agent);
  const { body } = await login(agent, cookie).expect(200);
  running.pass(31_000);
  const password = await end(agent, body.token);
  running.pass(31_000);
  expect(wantsCode(await login(agent, cookie, password).expect(200))).toBe(true);
});

test('administrators sign in as before, and have no remembered devices', async () => {
  const token = await adminToken(running, ADMIN);
  await call('get', 'auth/devices', token).expect(403);
});
