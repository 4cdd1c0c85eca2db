import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator, type AuthenticatorOptions } from '../testing/authenticator.ts';
import { adminToken, message, newAgent, prove, type SignedInAgent, signInAgain } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
const ORIGIN = 'https://rewards.example';
beforeAll(async () => {
  running = await runApp({ env: { PUBLIC_URL: ORIGIN, TRUSTED_PROXIES: 'loopback' } });
});
afterAll(() => running.close());

type Method = 'get' | 'post' | 'put' | 'delete';
const call = (method: Method, path: string, token?: string) => {
  const sent = request(running.app)[method](`/api/auth/${path}`);
  return token === undefined ? sent : sent.auth(token, { type: 'bearer' });
};
const own = (options: Partial<AuthenticatorOptions> = {}) => new Authenticator({ origin: ORIGIN, ...options });
const signInOptions = async () => (await call('post', 'passkey-sign-in/challenge').expect(200)).body;
const creationOptions = async (token: string) => (await call('post', 'passkeys/challenge', token).expect(200)).body;
const passkeys = async (token: string) => (await call('get', 'passkeys', token).expect(200)).body;

async function addPasskey(agent: SignedInAgent, authenticator: Authenticator, name = 'Phone'): Promise<string> {
  await prove(running, agent, 'passkeys');
  const credential = authenticator.create(await creationOptions(agent.token));
  await call('post', 'passkeys', agent.token).send({ name, credential }).expect(200);
  return (await passkeys(agent.token)).at(-1).id;
}

const signIn = async (authenticator: Authenticator, options?: object) =>
  call('post', 'passkey-sign-in').send(authenticator.sign((options ?? (await signInOptions())) as never));

describe('a passkey', () => {
  test('needs a one-time password, is mailed about, and then signs the agent in without password and code', async () => {
    const agent = await newAgent(running);
    const authenticator = own({ counts: true });
    const credential = authenticator.create(await creationOptions(agent.token));
    await call('post', 'passkeys', agent.token).send({ name: 'Phone', credential }).expect(403);
    await addPasskey(agent, authenticator);
    await message(running, agent.form.emailAddress, ({ subject }) => subject === 'A passkey was added to your account');
    const { body } = await signIn(authenticator);
    expect(body.travelAgent).toMatchObject({ id: agent.id, emailAddress: agent.form.emailAddress });
    expect(await passkeys(body.token)).toMatchObject([{ name: 'Phone', lastUsedAt: running.clock.now.toISOString() }]);
    const { body: history } = await request(running.app)
      .get('/api/agent/history')
      .auth(body.token, { type: 'bearer' })
      .expect(200);
    expect(history).toContainEqual(expect.objectContaining({ what: 'Signed in', fields: ['With a passkey'] }));
    const { body: data } = await request(running.app)
      .get('/api/agent/export.json')
      .auth(body.token, { type: 'bearer' });
    expect(data.passkeys).toEqual([
      { name: 'Phone', addedAt: expect.any(String), lastUsedAt: running.clock.now.toISOString() },
    ]);
  });

  test('is offered without an account name, for the portal’s own address, with user verification', async () => {
    expect(await signInOptions()).toEqual({
      rpId: 'rewards.example',
      userVerification: 'required',
      timeout: 600_000,
      challenge: expect.stringMatching(/^[\w-]{40,}$/),
    });
    const agent = await newAgent(running);
    const options = await creationOptions(agent.token);
    expect(options).toMatchObject({
      rp: { id: 'rewards.example', name: 'Fynbos Rewards' },
      user: { name: agent.form.emailAddress },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await addPasskey(agent, own());
    expect((await creationOptions(agent.token)).excludeCredentials).toHaveLength(1);
  });

  test('is renamed and removed with a code each; a removed one does not sign in', async () => {
    const agent = await newAgent(running);
    const authenticator = own();
    const id = await addPasskey(agent, authenticator);
    await call('put', `passkeys/${id}`, agent.token).send({ name: 'Tablet' }).expect(403);
    running.pass(31_000);
    await prove(running, agent, 'passkeys');
    await call('put', `passkeys/${id}`, agent.token).send({ name: 'Tablet' }).expect(200);
    expect(await passkeys(agent.token)).toMatchObject([{ name: 'Tablet' }]);
    await call('delete', `passkeys/${id}`, agent.token).expect(403);
    running.pass(31_000);
    await prove(running, agent, 'passkeys');
    await call('delete', `passkeys/${id}`, agent.token).expect(200);
    await message(
      running,
      agent.form.emailAddress,
      ({ subject }) => subject === 'A passkey was removed from your account',
    );
    expect(await passkeys(agent.token)).toEqual([]);
    expect((await signIn(authenticator)).status).toBe(401);
  });

  test('cannot be changed by another person', async () => {
    const [owner, other] = [await newAgent(running), await newAgent(running)];
    const id = await addPasskey(owner, own());
    await prove(running, other, 'passkeys');
    await call('delete', `passkeys/${id}`, other.token).expect(404);
    await call('put', `passkeys/${id}`, other.token).send({ name: 'Mine' }).expect(404);
    expect(await passkeys(owner.token)).toMatchObject([{ name: 'Phone' }]);
  });

  test('cannot be added with the challenge of another session, or twice with one challenge', async () => {
    const [agent, other] = [await newAgent(running), await newAgent(running)];
    await prove(running, agent, 'passkeys');
    const add = (credential: object) => call('post', 'passkeys', agent.token).send({ name: 'Phone', credential });
    await add(own().create(await creationOptions(other.token))).expect(422);
    const options = await creationOptions(agent.token);
    await add(own().create(options)).expect(200);
    running.pass(31_000);
    await prove(running, agent, 'passkeys');
    await add(own().create(options)).expect(422);
    await add(own({ verifies: false }).create(await creationOptions(agent.token))).expect(422);
    await add(own({ origin: 'https://rewards.example.evil' }).create(await creationOptions(agent.token))).expect(422);
  });

  test('ends with a password that is set by a link', async () => {
    const agent = await newAgent(running);
    const authenticator = own();
    await addPasskey(agent, authenticator);
    await call('post', 'forgot-password').send({ EmailAddress: agent.form.emailAddress }).expect(200);
    const mail = await message(running, agent.form.emailAddress, ({ subject }) => subject === 'Reset your password');
    const token = /token=([^\s"&]+)/.exec(mail.text)?.[1] ?? '';
    const password = 'Renewed1!x';
    await call('post', `reset-password?token=${encodeURIComponent(decodeURIComponent(token))}`)
      .send({ password, confirmPassword: password })
      .expect(200);
    expect((await signIn(authenticator)).status).toBe(401);
    running.pass(31_000);
    const again = await signInAgain(running, agent, password);
    expect(await passkeys(again.token)).toEqual([]);
  });
});

describe('a sign-in with a passkey', () => {
  let agent: SignedInAgent;
  let authenticator: Authenticator;
  beforeAll(async () => {
    agent = await newAgent(running);
    authenticator = own({ counts: true });
    await addPasskey(agent, authenticator);
  });
  // The failed attempts of the test before are no longer counted.
  beforeEach(() => running.pass(15 * 60_000));

  test('has one answer for an unknown account, an unknown passkey, and a wrong, used or expired challenge', async () => {
    const used = await signInOptions();
    expect((await signIn(authenticator, used)).status).toBe(200);
    const expired = await signInOptions();
    running.pass(10 * 60_000 + 1);
    const options = await signInOptions();
    const forged = { ...options, challenge: Buffer.from('x:9999999999999.x').toString('base64url') };
    const stranger = own();
    stranger.create({ ...(await creationOptions((await signInAgain(running, agent)).token)) });
    const refused = [
      await signIn(stranger),
      await call('post', 'passkey-sign-in').send(
        authenticator.sign(options, Buffer.from('agent-99').toString('base64url')),
      ),
      await signIn(authenticator, used),
      await signIn(authenticator, expired),
      await signIn(authenticator, forged),
    ];
    for (const { status, body, headers } of refused) {
      expect(status).toBe(401);
      expect(headers['content-type']).toContain('application/problem+json');
      expect(body).toEqual(refused[0]?.body);
    }
  });

  test.each([
    ['without user verification', { verifies: false }],
    ['on another site', { origin: 'https://rewards.example.evil' }],
  ])('is refused %s', async (_, changes) => {
    const twin = own({ ...changes, counts: true });
    Object.assign(twin, { keys: Reflect.get(authenticator, 'keys'), id: Reflect.get(authenticator, 'id') });
    Object.assign(twin, { userHandle: Reflect.get(authenticator, 'userHandle'), counter: 1_000 });
    expect((await signIn(twin)).status).toBe(401);
  });

  test('is refused when the counter goes back, as for a copied key', async () => {
    expect((await signIn(authenticator)).status).toBe(200);
    authenticator.counter = 0;
    expect((await signIn(authenticator)).status).toBe(401);
    authenticator.counter = 100;
    expect((await signIn(authenticator)).status).toBe(200);
  });

  test('is refused while the account is locked by failed passwords on this network', async () => {
    const { form } = agent;
    for (let n = 0; n < 10; n++)
      await call('post', 'login').send({ emailAddress: form.emailAddress, password: 'Wrong1!x' }).expect(401);
    expect((await signIn(authenticator)).status).toBe(429);
    running.pass(15 * 60_000);
    expect((await signIn(authenticator)).status).toBe(200);
  });

  test('counts as a failed sign-in when its signature is wrong', async () => {
    for (let n = 0; n < 10; n++) {
      const answer = authenticator.sign(await signInOptions());
      const other = own().sign(await signInOptions());
      const response = { ...answer.response, signature: other.response.signature };
      await call('post', 'passkey-sign-in')
        .send({ ...answer, response })
        .expect(401);
    }
    expect((await signIn(authenticator)).status).toBe(429);
  });

  test('is refused for a suspended agent', async () => {
    const admin = await adminToken(running, ADMIN);
    const change = (what: string) =>
      request(running.app)
        .post(`/api/admin/travel-agents/${agent.id}/${what}`)
        .auth(admin, { type: 'bearer' })
        .send({ reason: 'test of passkeys' });
    expect((await change('suspend')).status).toBeLessThan(300);
    const { status, body } = await signIn(authenticator);
    expect(status).toBe(403);
    expect(body.message).toContain('suspended');
    await change('reinstate');
  });
});

describe('an administrator', () => {
  test('adds a passkey with the password and signs in to the dashboard with it', async () => {
    const token = await adminToken(running, ADMIN);
    const authenticator = own();
    const credential = authenticator.create(await creationOptions(token));
    const add = () => call('post', 'passkeys', token).send({ name: 'Laptop', credential });
    await add().expect(403);
    await call('post', 'passkeys/confirm-password', token).send({ password: 'Wrong1!x' }).expect(422);
    await add().expect(403);
    await call('post', 'passkeys/confirm-password', token).send({ password: ADMIN.password }).expect(204);
    await add().expect(200);
    await message(running, ADMIN.email, ({ subject }) => subject === 'A passkey was added to your account');
    const { body } = await signIn(authenticator);
    expect(body).toMatchObject({ email: ADMIN.email, token: expect.any(String), roles: expect.any(Array) });
    await request(running.app).get('/api/admin/me').auth(body.token, { type: 'bearer' }).expect(200);
  });
});
