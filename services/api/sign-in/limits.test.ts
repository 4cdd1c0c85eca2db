import { lastCode, newAgent, registrationForm, signInAgain } from '@fynbos/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '@fynbos/api/testing/running-app.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MIN_RESPONSE_MS } from '../../application/auth/auth.ts';
import { LIMITS, Limits } from '../../application/auth/limits.ts';

let running: RunningApp;
beforeAll(async () => {
  running = await runApp({ quiet: true, env: { TRUSTED_PROXIES: 'loopback' } });
});
afterAll(() => running.close());

const login = (body: object, address = '10.0.0.1', { app } = running) =>
  request(app).post('/api/auth/login').set('X-Forwarded-For', address).send(body);

/** Makes calls, ten at once. */
async function atOnce(count: number, call: (n: number) => request.Test): Promise<void> {
  for (let first = 0; first < count; first += 10)
    await Promise.all(Array.from({ length: Math.min(10, count - first) }, (_, n) => call(first + n)));
}

describe('failed sign-ins', () => {
  test('lock the account for one address after ten in 15 minutes, even for the right password', async () => {
    const agent = await newAgent(running);
    running.pass(31_000);
    const right = { emailAddress: agent.form.emailAddress, password: agent.form.password, communicationMethod: '' };
    await atOnce(10, () => login({ ...right, password: 'Wrong1!x' }).expect(401));
    const { headers } = await login(right).expect(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900);
    await login(right, '10.0.0.2').expect(200);
    running.pass(15 * 60_000);
    await login(right).expect(200);
  });

  test('count together for one IPv6 network, and for one IPv4 address however it is written', async () => {
    const wrong = (n: number) => ({ emailAddress: `network${n}@agency.example`, password: 'Wrong1!x' });
    await atOnce(10, (n) => login(wrong(1), `2001:db8:1:2:${n}::${n}`).expect(401));
    await login(wrong(1), '2001:db8:1:2:ffff:ffff:ffff:ffff').expect(429);
    await login(wrong(1), '2001:db8:1:3::1').expect(401);
    for (let n = 0; n < 5; n++) {
      await login(wrong(2), `41.13.7.9:${n}`).expect(401);
      await login(wrong(2), '::ffff:41.13.7.9').expect(401);
    }
    await login(wrong(2), '::ffff:290d:709').expect(429);
    await login(wrong(2), '41.13.7.10').expect(401);
  });

  test('have the same limit for an unknown person', async () => {
    const nobody = { emailAddress: 'nobody@agency.example', password: 'Wrong1!x' };
    await atOnce(10, () => login(nobody).expect(401));
    await login(nobody).expect(429);
  });

  test('count for the account, whichever of its names was typed', async () => {
    const { form } = await newAgent(running);
    running.pass(31_000);
    const names = [{ emailAddress: form.emailAddress }, { idNumber: form.idNumber }];
    await atOnce(10, (n) => login({ ...names[n % 2], password: 'Wrong1!x' }).expect(401));
    for (const name of names) await login({ ...name, password: form.password }).expect(429);
    for (let n = 0; n < 4; n++) {
      const address = `10.3.0.${n}`;
      await atOnce(10, (m) => login({ ...names[m % 2], password: 'Wrong1!x' }, address).expect(401));
    }
    for (const name of names) await login({ ...name, password: form.password }, '10.3.0.9').expect(429);
  });

  test('do not include sign-ins with the right password', async () => {
    for (let n = 0; n < 12; n++) await login({ emailAddress: ADMIN.email, password: ADMIN.password }).expect(200);
    await login({ emailAddress: ADMIN.email, password: 'Wrong1!x' }).expect(401);
  });

  test('do not include simultaneous sign-ins with the right password', async () => {
    const right = { emailAddress: ADMIN.email, password: ADMIN.password };
    const answers = await Promise.all(Array.from({ length: 15 }, () => login(right, '10.4.0.1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200));
  });

  test('are limited to ten where thirty are sent at once', async () => {
    const { form } = await newAgent(running);
    running.pass(31_000);
    const wrong = { emailAddress: form.emailAddress, password: 'Wrong1!x' };
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(wrong, '10.4.0.2')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(800);
    await login({ ...wrong, password: form.password }, '10.4.0.2').expect(429);
  });

  test('do not include attempts that the limit of the account refuses', async () => {
    const { form } = await newAgent(running);
    running.pass(31_000);
    const right = { emailAddress: form.emailAddress, password: form.password, communicationMethod: '' };
    await atOnce(50, (n) => login({ ...right, password: 'Wrong1!x' }, `10.4.1.${n % 5}`).expect(401));
    running.pass(10 * 60_000);
    await atOnce(10, () => login(right, '10.4.2.1').expect(429));
    running.pass(5 * 60_000);
    await login(right, '10.4.2.1').expect(200);
  });

  test('do not lock an account on networks with a recent sign-in, if strangers cause them', async () => {
    running.pass(15 * 60_000);
    const right = { emailAddress: ADMIN.email, password: ADMIN.password };
    await login(right, '10.6.0.1').expect(200);
    await atOnce(50, (n) => login({ ...right, password: 'Wrong1!x' }, `10.6.1.${n % 5}`).expect(401));
    await login(right, '10.6.2.1').expect(429);
    await login(right, '10.6.0.1').expect(200);
    // The limit of a single network also applies on a known network.
    await atOnce(10, () => login({ ...right, password: 'Wrong1!x' }, '10.6.0.1').expect(401));
    await login(right, '10.6.0.1').expect(429);
    running.pass(91 * 24 * 60 * 60_000);
    await atOnce(50, (n) => login({ ...right, password: 'Wrong1!x' }, `10.6.1.${n % 5}`).expect(401));
    await login(right, '10.6.0.1').expect(429);
  });

  test('do not lock an account on the network of its opened reset link, if strangers cause them', async () => {
    const { form, id } = await newAgent(running);
    const { emailAddress } = form;
    await atOnce(50, (n) => login({ emailAddress, password: 'Wrong1!x' }, `10.7.1.${n % 5}`).expect(401));
    await request(running.app).post('/api/auth/forgot-password').send({ emailAddress }).expect(200);
    const { log, tokens } = running.services;
    const { events } = await log.readStream(`agent-${id}`);
    const requested = events.findLast(({ type }) => type === 'PasswordLinkRequested')?.data as { requestId: string };
    const token = tokens.sign('password', `${id}.${requested.requestId}`);
    const password = 'Another1!x';
    await request(running.app)
      .post('/api/auth/reset-password')
      .query({ token })
      .set('X-Forwarded-For', '10.7.0.1')
      .send({ password, confirmPassword: password })
      .expect(200);
    running.pass(31_000);
    const right = { emailAddress, password, communicationMethod: '' };
    await login(right, '10.7.0.2').expect(429);
    await login(right, '10.7.0.1').expect(200);
  });

  test('reveal nothing by their duration', async () => {
    const app = await runApp({ quiet: true, env: { TRUSTED_PROXIES: 'loopback' }, minResponseMs: MIN_RESPONSE_MS });
    onTestFinished(() => app.close());
    const time = async (body: object): Promise<number> => {
      const start = performance.now();
      await login(body, `10.1.0.${Math.floor(Math.random() * 250)}`, app).expect(401);
      return performance.now() - start;
    };
    const times = { known: [] as number[], unknown: [] as number[] };
    const median = (all: number[]) => all.sort((a, b) => a - b)[all.length / 2] as number;
    // Again with more calls where a busy machine delayed one kind more than the other.
    const difference = async () => {
      const { emailAddress } = (await newAgent(app)).form;
      for (let n = 0; n < 8; n++) {
        times.known.push(await time({ emailAddress, password: 'Wrong1!x' }));
        times.unknown.push(
          await time({ emailAddress: `nobody${times.unknown.length}@agency.example`, password: 'Wrong1!x' }),
        );
      }
      return Math.abs(median(times.known) / median(times.unknown) - 1);
    };
    await expect.poll(difference).toBeLessThan(0.3);
  });
});

describe('wrong codes', () => {
  const enter = (email: string, otp: string, address: string, path = 'auth/verify-otp') =>
    request(running.app)
      .post(`/api/${path}`)
      .set('X-Forwarded-For', address)
      .send({ email, phoneNumber: '27821234567', communicationMethod: 'E', otp });
  const wrongOf = (code: string) => (code === '111111' ? '222222' : '111111');

  test.each([
    ['keep the attempts of the requesting network if another network enters them', '10.8.1.1', '10.8.0.1', 200],
    ['end the code on the requesting network if it enters them', '10.8.0.1', '10.8.0.1', 422],
    ['keep the attempts of other networks if the requesting network enters them', '10.8.0.1', '10.8.1.1', 200],
    ['end the code on all other networks if one of them enters them', '10.8.1.1', '10.8.1.2', 422],
  ])('%s', async (_what, wrongAt, rightAt, status) => {
    const { form, id } = await newAgent(running);
    running.pass(31_000);
    const { emailAddress, password } = form;
    await login({ emailAddress, password, communicationMethod: '' }, '10.8.0.1').expect(200);
    const code = await lastCode(running, id, 'sign-in');
    await atOnce(5, () => enter(emailAddress, wrongOf(code), wrongAt).expect(422));
    await enter(emailAddress, code, rightAt).expect(status);
  });

  test('use no attempt of a step-up code without its session', async () => {
    const { form, id, token } = await newAgent(running);
    const own = (path: string) => request(running.app).post(`/api/${path}`).auth(token, { type: 'bearer' });
    await own('travel-agency/step-up').send({ purpose: 'password' }).expect(200);
    const otp = await lastCode(running, id, 'password');
    for (const path of ['auth/verify-otp', 'travel-agency/verify-otp'])
      await atOnce(5, () => enter(form.emailAddress, wrongOf(otp), '10.8.2.1', path).expect(422));
    const entered = { email: form.emailAddress, phoneNumber: form.cellNumber, otp };
    await own('travel-agency/verify-otp').send(entered).expect(200);
  });

  test('keep the address of the first request if another person has the code sent again', async () => {
    const { form, id } = await newAgent(running);
    running.pass(31_000);
    const { emailAddress, password, cellNumber } = form;
    await login({ emailAddress, password, communicationMethod: '' }, '10.8.0.1').expect(200);
    running.pass(31_000);
    await request(running.app)
      .post('/api/travel-agency/resend-otp')
      .set('X-Forwarded-For', '10.8.3.1')
      .send({ email: emailAddress, cellNumber, communicationMethod: 'E' })
      .expect(200);
    const code = await lastCode(running, id, 'sign-in');
    await atOnce(5, () => enter(emailAddress, wrongOf(code), '10.8.3.1').expect(422));
    await enter(emailAddress, code, '10.8.0.1').expect(200);
  });
});

test('a sign-in code is resent only after the right password', async () => {
  const agent = await newAgent(running);
  running.pass(11 * 60_000);
  const codes = async () =>
    (await running.pool.query('select count(*)::int as n from auth.codes where person = $1', [`agent-${agent.id}`]))
      .rows[0].n;
  const before = await codes();
  const resend = () =>
    request(running.app)
      .post('/api/travel-agency/resend-otp')
      .send({ email: agent.form.emailAddress, cellNumber: agent.form.cellNumber, communicationMethod: 'E' });
  const blind = await resend().expect(200);
  expect(await codes()).toBe(before);
  await login({ emailAddress: agent.form.emailAddress, password: agent.form.password, communicationMethod: '' }).expect(
    200,
  );
  running.pass(30_000);
  const sent = await resend().expect(200);
  expect(sent.body).toEqual(blind.body);
  expect(await codes()).toBe(before + 2);
});

test('registrations are counted by address', async () => {
  await running.pool.query(
    `insert into auth.hits select bucket, $1, gen_random_uuid() from auth.hits, generate_series(1, 200) where bucket like 'registration %' limit 200`,
    [running.clock.now],
  );
  await request(running.app).post('/api/travel-agency/register').send(registrationForm()).expect(429);
});

test('concurrent processes never take more than the limit', async () => {
  const limit = { name: 'test', most: 7, seconds: 60 };
  const limits = new Limits(
    running.pool,
    (_purpose, text) => text.padEnd(32, '.'),
    1,
    () => running.clock.now,
  );
  const taken = await Promise.allSettled(Array.from({ length: 30 }, () => limits.consume(limit, 'one')));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  await limits.consume(limit, 'another');
});

test('an attempt that never ends counts as a failure after a minute', async () => {
  const limits = new Limits(
    running.pool,
    (_purpose, text) => text.padEnd(32, '.'),
    1,
    () => running.clock.now,
  );
  const crash = async () => Promise.reject(new Error('the process ends'));
  for (let n = 0; n < 10; n++) await expect(limits.attempt('crashed', 'network', crash)).rejects.toThrow();
  running.pass(60_000);
  const checked = limits.attempt('crashed', 'network', async () => true);
  await expect(checked).rejects.toMatchObject({ name: 'RateLimitExceeded', retryAfter: 14 * 60 });
});

test('the scale multiplies counts, not the pause between two codes', async () => {
  const limits = new Limits(
    running.pool,
    (_purpose, text) => text.padEnd(32, '.'),
    100,
    () => running.clock.now,
  );
  await limits.consume(LIMITS.codePerPerson, 'scaled');
  await expect(limits.consume(LIMITS.codePerPerson, 'scaled')).rejects.toMatchObject({
    name: 'RateLimitExceeded',
    retryAfter: 30,
  });
  for (let n = 0; n < 9; n++) {
    running.pass(30_000);
    await limits.consume(LIMITS.codePerPerson, 'scaled');
  }
});

test('the sign-in of a suspended agent is refused after a correct password', async () => {
  running.pass(60 * 60_000);
  const agent = await newAgent(running);
  const { log, auth } = running.services;
  const { agentDecider } = await import('@fynbos/domain/agent/agent.ts');
  const { handle } = await import('../../application/handle.ts');
  const now = running.clock.now;
  const command = { type: 'Suspend', reason: 'test' } as const;
  const context = { actor: { kind: 'system', id: 'test' }, now, correlationId: 'test' } as const;
  await handle(log, { decider: agentDecider, streamId: `agent-${agent.id}`, command, context });
  await auth.sessions.endOthers(`agent-${agent.id}`, null);
  running.pass(31_000);
  await request(running.app).get(`/api/TravelAgent/${agent.id}`).auth(agent.token, { type: 'bearer' }).expect(401);
  await login({ emailAddress: agent.form.emailAddress, password: 'Wrong1!x' }, '10.9.0.1').expect(401);
  await login({ emailAddress: agent.form.emailAddress, password: agent.form.password }, '10.9.0.1').expect(403);
  await expect(signInAgain(running, agent)).rejects.toThrow();
});
