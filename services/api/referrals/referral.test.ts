import { DAY_MS } from '@fynbos/domain/calendar.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastCode, message, newAgent, registrationForm, type SignedInAgent } from '../testing/people.ts';
import { type RunningApp, runApp } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

let running: RunningApp;
let agent: SignedInAgent;
const bearer = (sent: request.Test) => sent.auth(agent.token, { type: 'bearer' });
let invited = 0;
const referral = (changes: object = {}) => ({
  FirstName: 'Sipho',
  Surname: 'Dube',
  EmailAddress: `sipho.${++invited}@other.example`,
  ContactNumber: '27831234567',
  IATANumber: '7720101',
  AgencyName: 'Other Travel',
  ReferredByAgentId: agent.id,
  ...changes,
});
const refer = (body: object) => bearer(request(running.app).post('/api/Referral/refer-agent')).send(body);
type Referral = { id: string; emailAddress: string; registrationStatus: string; remindFrom: string | null };
const status = (position?: string): Promise<Referral[]> =>
  until(async () => {
    const sent = bearer(request(running.app).get('/api/referral/referral-status'));
    if (position) sent.set('X-Read-After', position);
    const { body, headers } = await sent.query({ referringAgentId: agent.id }).expect(200);
    return headers['x-stale'] === 'true' ? null : body.referrals;
  });
const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams;

beforeAll(async () => {
  running = await runApp();
  agent = await newAgent(running);
});
afterAll(() => running.close());

test('an invitation prefills the registration, and its status follows the invited person', async () => {
  const sent = referral();
  const { body, headers } = await refer(sent).expect(200);
  expect(body.message).toBe('The travel agent has been successfully referred!');
  expect(await status(headers['x-position'])).toContainEqual(
    expect.objectContaining({ emailAddress: sent.EmailAddress, registrationStatus: 'Invited' }),
  );

  const mail = await message(running, sent.EmailAddress, ({ subject }) => subject.includes('invites you'));
  const link = linkIn(mail.text);
  const prefill = await request(running.app)
    .get('/api/referral/get-referred-agent')
    .query({ email: link.get('email'), ref: link.get('ref') })
    .expect(200);
  expect(prefill.body).toEqual({
    firstName: 'Sipho',
    surname: 'Dube',
    emailAddress: sent.EmailAddress,
    contactNumber: '27831234567',
    iataNumber: '7720101',
    agencyName: 'Other Travel',
    invitedBy: 'Thandi Nkosi',
  });

  const form = registrationForm({ emailAddress: sent.EmailAddress });
  const registered = await request(running.app).post('/api/travel-agency/register').send(form).expect(201);
  const completed = await request(running.app)
    .post('/api/referral/complete-registration')
    .send({ EmailAddress: sent.EmailAddress })
    .expect(200);
  expect(await status(completed.headers['x-position'])).toContainEqual(
    expect.objectContaining({ emailAddress: sent.EmailAddress, registrationStatus: 'Registered' }),
  );

  const otp = await lastCode(running, registered.body.id, 'registration');
  const verified = await request(running.app)
    .post('/api/travel-agency/verify-otp')
    .send({ email: form.emailAddress, phoneNumber: form.cellNumber, otp })
    .expect(200);
  expect(await status(verified.headers['x-position'])).toContainEqual(
    expect.objectContaining({ emailAddress: sent.EmailAddress, registrationStatus: 'Completed' }),
  );
  await message(running, agent.form.emailAddress, ({ subject }) => subject.startsWith('Sipho Dube has joined'));
});

test('an invitation is not sent again within a week', async () => {
  const sent = referral();
  const { headers } = await refer(sent).expect(200);
  const found = (await status(headers['x-position'])).find(({ emailAddress }) => emailAddress === sent.EmailAddress);
  const inAWeek = new Date(running.clock.now.getTime() + 7 * DAY_MS).toISOString();
  expect(found?.remindFrom?.slice(0, 10)).toBe(inAWeek.slice(0, 10));
  const reminder = await bearer(request(running.app).post(`/api/agent/referrals/${found?.id}/reminder`)).expect(409);
  expect(reminder.body.message).toBe('You can send one reminder a week, and three in all.');
  await bearer(request(running.app).post('/api/agent/referrals/unknown/reminder')).expect(404);
});

test('an invitation is visible only with its link', async () => {
  const sent = referral();
  await refer(sent).expect(200);
  const get = (query: object) => request(running.app).get('/api/referral/get-referred-agent').query(query);
  const without = await get({ email: sent.EmailAddress }).expect(404);
  const wrong = await get({ email: sent.EmailAddress, ref: 'AAAAAAAAAAAAAAAAAAAAAA' }).expect(404);
  const nobody = await get({ email: 'nobody@other.example', ref: 'AAAAAAAAAAAAAAAAAAAAAA' }).expect(404);
  expect([wrong.body, nobody.body]).toEqual([without.body, without.body]);
  const complete = await request(running.app)
    .post('/api/referral/complete-registration')
    .send({ EmailAddress: sent.EmailAddress })
    .expect(200);
  expect(complete.headers['x-position']).toBeUndefined();
});

describe('a referral', () => {
  test('is refused for a person who is already registered or invited', async () => {
    const words = 'The referred agent email is already registered.';
    expect(
      (await refer(referral({ EmailAddress: (await newAgent(running)).form.emailAddress })).expect(409)).body.message,
    ).toBe(words);
    const sent = referral();
    await refer(sent).expect(200);
    expect((await refer({ ...sent, EmailAddress: sent.EmailAddress.toUpperCase() }).expect(409)).body.message).toBe(
      words,
    );
  });

  test('is refused for the referring agent', async () => {
    expect((await refer(referral({ EmailAddress: agent.form.emailAddress })).expect(409)).body.message).toBe(
      'You cannot refer yourself.',
    );
  });

  test('is refused in the name of another agent', async () => {
    await refer(referral({ ReferredByAgentId: agent.id + 1 })).expect(403);
    await bearer(
      request(running.app)
        .get('/api/referral/referral-status')
        .query({ referringAgentId: agent.id + 1 }),
    ).expect(403);
    const { body } = await bearer(
      request(running.app).get('/api/referral/referral-status').query({ referringAgentId: '-1' }),
    ).expect(422);
    expect(body.message).toBe('Referring Agent ID is required and must be a positive number.');
  });

  test.each([
    ['FirstName', '', "Travel Agent's Firstname is required!"],
    ['Surname', '', "Travel Agent's Surname is required!"],
    ['EmailAddress', '', 'Email Address is required.'],
    ['EmailAddress', 'x', 'Please enter a valid email address.'],
    ['EmailAddress', 'x@gmail.com', 'Personal email domains like Gmail, Yahoo, and Hotmail are not allowed.'],
    ['ContactNumber', '', "Travel Agent's Cellphone Number is required!"],
    ['ContactNumber', '08x', 'Cellphone Number must contain only numeric characters.'],
    ['AgencyName', '', "Travel Agent's Agency Name is required!"],
    ['IATANumber', '', "Travel Agent's Travel Agency IATA Number is required!"],
    ['IATANumber', '772010', 'IATA Number must have 7 or 8 digits.'],
    ['FirstName', 'Sign in at https://evil.example', 'A name cannot contain a web or email address.'],
    ['Surname', 'www.evil', 'A name cannot contain a web or email address.'],
    ['FirstName', 'Dear client: call 0821234567', 'Enter a name, not a sentence.'],
    ['FirstName', 'x'.repeat(61), 'At most 60 characters.'],
    ['Surname', '\u202eebuD', 'Control characters and invisible characters are not allowed.'],
  ])('is refused with %s = "%s"', async (field, value, words) => {
    expect((await refer(referral({ [field]: value })).expect(422)).body.message).toBe(words);
  });
});

test('the other spelling of the IATA number is accepted too', async () => {
  const { IATANumber: _, ...sent } = referral();
  await refer({ ...sent, iATANumber: '7720101' }).expect(200);
});
