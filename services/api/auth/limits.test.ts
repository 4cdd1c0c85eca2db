import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAgent, registrationForm, signInAgain } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';
import { LIMITS, Limits } from './limits.ts';

let running: RunningApp;
beforeAll(async () => {
  running = await runApp({ quiet: true, env: { TRUSTED_PROXIES: 'loopback' } });
});
afterAll(() => running.close());

const login = (body: object, address = '10.0.0.1') =>
  request(running.app).post('/api/auth/login').set('X-Forwarded-For', address).send(body);

describe('failed sign-ins', () => {
  test('ten from one address in a quarter of an hour shut the account there, even for the right password', async () => {
    const agent = await newAgent(running);
    running.pass(31_000);
    const right = { emailAddress: agent.form.emailAddress, password: agent.form.password, communicationMethod: '' };
    for (let n = 0; n < 10; n++) await login({ ...right, password: 'Wrong1!x' }).expect(401);
    const { headers } = await login(right).expect(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900);
    await login(right, '10.0.0.2').expect(200);
    running.pass(15 * 60_000);
    await login(right).expect(200);
  });

  test('from the addresses of one IPv6 network count as one, and from one IPv4 address however it is written', async () => {
    const wrong = (n: number) => ({ emailAddress: `network${n}@agency.example`, password: 'Wrong1!x' });
    for (let n = 0; n < 10; n++) await login(wrong(1), `2001:db8:1:2:${n}::${n}`).expect(401);
    await login(wrong(1), '2001:db8:1:2:ffff:ffff:ffff:ffff').expect(429);
    await login(wrong(1), '2001:db8:1:3::1').expect(401);
    for (let n = 0; n < 5; n++) {
      await login(wrong(2), '41.13.7.9').expect(401);
      await login(wrong(2), '::ffff:41.13.7.9').expect(401);
    }
    await login(wrong(2), '::ffff:290d:709').expect(429);
    await login(wrong(2), '41.13.7.10').expect(401);
  });

  test('of somebody who is not there meet the same limit', async () => {
    const nobody = { emailAddress: 'nobody@agency.example', password: 'Wrong1!x' };
    for (let n = 0; n < 10; n++) await login(nobody).expect(401);
    await login(nobody).expect(429);
  });

  test('count for the account, whichever of its names was typed', async () => {
    const { form } = await newAgent(running);
    running.pass(31_000);
    const names = [{ emailAddress: form.emailAddress }, { idNumber: form.idNumber }];
    for (let n = 0; n < 10; n++) await login({ ...names[n % 2], password: 'Wrong1!x' }).expect(401);
    for (const name of names) await login({ ...name, password: form.password }).expect(429);
    for (let n = 0; n < 4; n++) {
      const address = `10.3.0.${n}`;
      for (let m = 0; m < 10; m++) await login({ ...names[m % 2], password: 'Wrong1!x' }, address).expect(401);
    }
    for (const name of names) await login({ ...name, password: form.password }, '10.3.0.9').expect(429);
  });

  test('right ones in between do not count', async () => {
    for (let n = 0; n < 12; n++) await login({ emailAddress: ADMIN.email, password: ADMIN.password }).expect(200);
    await login({ emailAddress: ADMIN.email, password: 'Wrong1!x' }).expect(401);
  });

  test('tell by their time no more than by their words', async () => {
    const agent = await newAgent(running);
    const time = async (body: object): Promise<number> => {
      const start = performance.now();
      await login(body, `10.1.0.${Math.floor(Math.random() * 250)}`).expect(401);
      return performance.now() - start;
    };
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < 8; n++) {
      times.known.push(await time({ emailAddress: agent.form.emailAddress, password: 'Wrong1!x' }));
      times.unknown.push(await time({ emailAddress: `nobody${n}@agency.example`, password: 'Wrong1!x' }));
    }
    const median = (all: number[]) => all.sort((a, b) => a - b)[4] as number;
    expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(0.3 * median(times.unknown));
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

test('processes that take at once never take more than there is', async () => {
  const limit = { name: 'test', most: 7, seconds: 60 };
  const limits = new Limits(
    running.pool,
    (_purpose, text) => text.padEnd(32, '.'),
    1,
    () => running.clock.now,
  );
  const taken = await Promise.allSettled(Array.from({ length: 30 }, () => limits.take(limit, 'one')));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  await limits.take(limit, 'another');
});

test('the scale multiplies counts, not the pause between two codes', async () => {
  const limits = new Limits(
    running.pool,
    (_purpose, text) => text.padEnd(32, '.'),
    100,
    () => running.clock.now,
  );
  await limits.take(LIMITS.codePerPerson, 'scaled');
  await expect(limits.take(LIMITS.codePerPerson, 'scaled')).rejects.toMatchObject({
    kind: 'rate-limited',
    retryAfter: 30,
  });
  for (let n = 0; n < 9; n++) {
    running.pass(30_000);
    await limits.take(LIMITS.codePerPerson, 'scaled');
  }
});

test('a sign-in by somebody suspended is refused once the password was right', async () => {
  running.pass(60 * 60_000);
  const agent = await newAgent(running);
  const { log, auth } = running.services;
  const { agentDecider } = await import('@fynbos/domain/agent/agent.ts');
  const { handle } = await import('@fynbos/event-store/handle.ts');
  const now = running.clock.now;
  const command = { type: 'Suspend', at: now.toISOString(), reason: 'test' } as const;
  await handle(log, agentDecider, `agent-${agent.id}`, command, {
    actor: { kind: 'system', id: 'test' },
    now,
    correlationId: 'test',
  });
  await auth.sessions.endOthers(`agent-${agent.id}`, null);
  running.pass(31_000);
  await request(running.app).get(`/api/TravelAgent/${agent.id}`).auth(agent.token, { type: 'bearer' }).expect(401);
  await login({ emailAddress: agent.form.emailAddress, password: 'Wrong1!x' }, '10.9.0.1').expect(401);
  await login({ emailAddress: agent.form.emailAddress, password: agent.form.password }, '10.9.0.1').expect(403);
  await expect(signInAgain(running, agent)).rejects.toThrow();
});
