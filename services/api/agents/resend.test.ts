import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAgent, registrationForm, type SignedInAgent } from '../testing/people.ts';
import { type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
beforeAll(async () => {
  running = await runApp({ quiet: true, env: { TRUSTED_PROXIES: 'loopback' } });
});
afterAll(() => running.close());

const from = (address: string, path: string, body: object) =>
  request(running.app).post(`/api/${path}`).set('X-Forwarded-For', address).send(body);
const login = (address: string, { form }: SignedInAgent) =>
  from(address, 'auth/login', { emailAddress: form.emailAddress, password: form.password }).expect(200);
const resend = (email: string, address: string) =>
  from(address, 'travel-agency/resend-otp', { email, cellNumber: '27821234567', communicationMethod: 'E' });
/** Returns the statuses of six calls for an address from one network: at once, and at intervals of half a minute. */
async function answers(email: string, address: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) {
    statuses.push((await resend(email, address)).status);
    running.pass(30_000);
  }
  return statuses;
}

const unknown = [200, 200, 200, 200, 200, 429];

test('a request for another code does not reveal elsewhere who is signing in or registering', async () => {
  expect(await answers('nobody-at-all@agency.example', '10.4.0.2')).toEqual(unknown);
  const agent = await newAgent(running);
  running.pass(31_000);
  await login('10.4.0.1', agent);
  expect(await answers(agent.form.emailAddress, '10.4.0.2')).toEqual(unknown);
  const waiting = registrationForm();
  await from('10.4.0.1', 'travel-agency/register', waiting).expect(201);
  expect(await answers(waiting.emailAddress, '10.4.0.2')).toEqual(unknown);
});

test('a second code that is requested too soon is refused to the requester of the first', async () => {
  const agent = await newAgent(running);
  running.pass(31_000);
  await login('10.4.1.1', agent);
  await resend(agent.form.emailAddress, '10.4.1.1').expect(429);
});

test('a request that came too soon does not delay the next code, nor count towards the hour', async () => {
  const agent = await newAgent(running);
  running.pass(31_000);
  await login('10.4.3.1', agent);
  running.pass(20_000);
  for (let n = 0; n < 6; n++) {
    const refused = await resend(agent.form.emailAddress, '10.4.3.1').expect(429);
    expect(refused.get('Retry-After')).toBe('10');
  }
  running.pass(10_000);
  await resend(agent.form.emailAddress, '10.4.3.1').expect(200);
});

test('codes of a registration do not count towards those of the sign-in after it', async () => {
  const form = registrationForm();
  await from('10.4.4.1', 'travel-agency/register', form).expect(201);
  for (const status of [200, 200, 200, 200, 429]) {
    running.pass(30_000);
    await resend(form.emailAddress, '10.4.4.1').expect(status);
  }
  const { emailAddress, password } = form;
  await from('10.4.4.1', 'auth/login', { emailAddress, password }).expect(200);
  for (const status of [200, 200, 200, 200, 429]) {
    running.pass(30_000);
    await resend(emailAddress, '10.4.4.1').expect(status);
  }
});

test('repeated codes are counted by network, for all addresses', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 201 }, async (_, n) => (await resend(`anybody.${n}@agency.example`, '10.4.2.1')).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(200);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  await resend('anybody.else@agency.example', '10.4.2.2').expect(200);
});
