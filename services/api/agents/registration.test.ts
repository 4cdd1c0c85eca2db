import { handle } from '@fynbos/application/handle.ts';
import { openProgramme } from '@fynbos/application/reward-policy/current-policy.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { claim } from '@fynbos/event-store/claims/claims.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastCode, message, newAgent, registrationForm } from '../testing/people.ts';
import { type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
const post = (path: string, body: object) => request(running.app).post(`/api${path}`).send(body);
const register = (changes: object) => post('/travel-agency/register', registrationForm({ ...changes }));

beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

describe('a registration that breaks a rule is refused with the words of the specification', () => {
  test.each([
    ['title', '', 'Title is required!'],
    ['firstName', '  ', 'First Name is required!'],
    ['taxCountry', undefined, 'Country is required!'],
    ['countryDialCode', ' ', 'Dial Code is required!'],
    ['countryDialCode', undefined, 'Dial Code is required!'],
    ['taxNumber', '', 'Income Tax Number is required!'],
    ['postalCode', '', 'Postal Code is required!'],
    ['physicalAddressLine3', '', 'Physical Address Line 3 is required!'],
    ['bankName', '', 'Please select a bank!'],
    ['bankAccountNumber', '40512x', 'Bank Account Number must contain only numeric characters.'],
    ['branchCode', '', 'Branch Code is required!'],
    ['termsAndConditions', 'N', "Please accept the T's and C's."],
    ['employerConsent', 'N', 'Employer consent is required!'],
    ['communicationMethod', '', 'Preferred Method of Communication is required.'],
    ['emailAddress', 'thandi@gmail.com', 'Personal email domains like Gmail, Yahoo, and Hotmail are not allowed.'],
    ['emailAddress', 'thandi', 'Please enter a valid email address.'],
    ['idNumber', '  ', 'Identification Number is required.'],
    ['idNumber', undefined, 'Identification Number is required.'],
    ['idNumber', '800101500908', 'ID Number must be exactly 13 digits.'],
    ['idNumber', '80010150090X7', 'ID Number must contain only numeric characters.'],
    ['idNumber', '8001015009088', 'ID verification failed. Please check your ID number.'],
    ['iataNumber', '123456', 'IATA Number must have 7 or 8 digits.'],
    ['firstName', 'Visit evil.example', 'A name cannot contain a web or email address.'],
    ['surname', 'Nk\u200bosi', 'Control characters and invisible characters are not allowed.'],
    ['confirmPassword', 'Fynbos2!', 'Passwords do not match.'],
    [
      'password',
      'fynbos1!',
      'Password must contain at least one uppercase letter, one lowercase letter, one number, and one special character.',
    ],
    ['cellNumber', '821234', 'Cell Number has the wrong number of digits for its country.'],
  ])('refuses %s = %s', async (field, value, words) => {
    const form = registrationForm({ [field]: value });
    if (value === undefined) delete form[field];
    if (field === 'password') form.confirmPassword = value;
    const { body } = await post('/travel-agency/register', form).expect(422);
    expect(body.message).toBe(words);
    expect(body.errors).toContainEqual({ field, message: words });
  });

  test('returns all errors together', async () => {
    const { body } = await register({
      title: '',
      idNumber: '1',
      emailAddress: 'a@yahoo.com',
      bankAccountNumber: 'x',
    }).expect(422);
    expect(body.errors.map((error: { field: string }) => error.field).sort()).toEqual([
      'bankAccountNumber',
      'emailAddress',
      'idNumber',
      'title',
    ]);
  });
});

test('accepts a foreign passport unchecked, with a phone of its country and no postal code', async () => {
  await register({
    taxCountry: 'BOT',
    countryDialCode: '267',
    cellNumber: '71234567',
    telephoneNumber: '3901234',
    idNumber: 'BP12345',
    postalCode: '',
  }).expect(201);
  await register({
    taxCountry: 'BOT',
    countryDialCode: '267',
    cellNumber: '821234567',
    telephoneNumber: '3901234',
    idNumber: 'BP12346',
  }).expect(422);
});

describe('a passport', () => {
  const passport = (idNumber: string, more: object = {}) =>
    register({
      taxCountry: 'NMB',
      countryDialCode: '264',
      cellNumber: '811234567',
      telephoneNumber: '61234567',
      idNumber,
      ...more,
    });

  test('accepts a BIC only in the country of the bank', async () => {
    const abroad = { bankName: 'OTHER', otherBankName: 'Bank Windhoek', branchCode: '' };
    for (const bic of ['', 'ABSAZAJJ', 'BWLINAN'])
      expect((await passport('BIC00001', { ...abroad, bic }).expect(422)).body.errors[0].field, bic).toBe('bic');
    await passport('BIC00001', { ...abroad, bic: 'bwlinanx' }).expect(201);
  });

  test('belongs to one agent, however its number is written', async () => {
    await passport('AB7654321').expect(201);
    for (const same of ['ab 7654321', 'AB-7654321', 'ＡB7654321', 'AB765.4321'])
      expect((await passport(same).expect(409)).body.errors[0].field, same).toBe('idNumber');
    for (const other of ['AB7654321\u200b', 'АB7654321', '--', 'AB7654321\u202e'])
      expect((await passport(other).expect(422)).body.errors[0].field, other).toBe('idNumber');
  });

  test('stays taken in the spelling in which an earlier release claimed it, and signs in', async () => {
    const { id, form } = await newAgent(running);
    const { log } = running.services;
    // Claimed as that release did: with the hyphen.
    const context = { actor: { kind: 'system', id: 'test' }, now: running.clock.now, correlationId: 'test' } as const;
    await claim(log, {
      kind: 'id-number',
      text: 'CD-123456',
      owner: `agent-${id}`,
      isOwnerRecorded: async () => true,
      context,
    });
    const command = { type: 'ChangeDetails', details: { idNumber: 'CD-123456' } } as const;
    await handle(log, { decider: agentDecider, streamId: `agent-${id}`, command, context });
    await passport('CD-123456').expect(409);
    running.pass(31_000);
    await post('/auth/login', { idNumber: 'cd-123456', password: form.password, communicationMethod: '' }).expect(200);
  });
});

test('doubtful values warn and do not block', async () => {
  const { body } = await register({ taxNumber: '123', iataNumber: '77201010' }).expect(201);
  expect(body.warnings.map((warning: { field: string }) => warning.field)).toEqual(['taxNumber', 'iataNumber']);
});

test('accepts a blank branch code for OTHER, and stores the other name', async () => {
  await register({ bankName: 'OTHER', otherBankName: '', branchCode: '' }).expect(422);
  const agent = await newAgent(running, { bankName: 'OTHER', otherBankName: 'Ubank', branchCode: '' });
  const { body } = await request(running.app)
    .get(`/api/TravelAgency/BankingDetails/${agent.id}`)
    .auth(agent.token, { type: 'bearer' })
    .expect(200);
  expect(body).toMatchObject({ bankName: 'Ubank', otherBankName: 'Ubank', branchCode: '' });
  await openProgramme(running.services);
  const overview = await request(running.app)
    .get('/api/agent/overview')
    .auth(agent.token, { type: 'bearer' })
    .expect(200);
  expect(overview.body.blockers).toContainEqual({
    code: 'BankDetailsMissing',
    text: expect.stringContaining('have it listed'),
    href: '/contact-us',
  });
});

test('a bank is identified by its branch code, not by its name', async () => {
  const agent = await newAgent(running, { bankName: 'Standard Bank of South Africa', branchCode: '051001' });
  const { body } = await request(running.app)
    .get(`/api/TravelAgency/BankingDetails/${agent.id}`)
    .auth(agent.token, { type: 'bearer' })
    .expect(200);
  expect(body).toMatchObject({ bankName: 'Standard Bank', branchCode: '051001' });
});

test('one of two concurrent registrations with the same e-mail address is refused, ignoring case', async () => {
  const form = registrationForm();
  const other = registrationForm({ emailAddress: form.emailAddress.toUpperCase() });
  const answers = await Promise.all([form, other].map((each) => post('/travel-agency/register', each)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.errors).toEqual([
    { field: 'emailAddress', message: 'This email address is already registered.' },
  ]);
});

test('a known ID number is refused, and the e-mail address of the refused registration stays free', async () => {
  const { idNumber } = registrationForm();
  await register({ idNumber }).expect(201);
  const refused = registrationForm({ idNumber });
  await post('/travel-agency/register', refused).expect(409);
  await register({ emailAddress: refused.emailAddress }).expect(201);
});

describe('the code of a registration', () => {
  const contactOf = (form: { emailAddress: string; cellNumber: string }) => ({
    email: form.emailAddress,
    phoneNumber: form.cellNumber,
    communicationMethod: 'C',
  });

  test('allows five attempts, then refuses even the right code', async () => {
    const form = registrationForm();
    const { body } = await post('/travel-agency/register', form).expect(201);
    const otp = await lastCode(running, body.id, 'registration');
    const wrong = otp === '123456' ? '123457' : '123456';
    for (let n = 0; n < 5; n++) {
      const refused = await post('/travel-agency/verify-otp', { ...contactOf(form), otp: wrong }).expect(422);
      expect(refused.body.message).toBe('Invalid OTP. Please try again.');
    }
    await post('/travel-agency/verify-otp', { ...contactOf(form), otp }).expect(422);
  });

  test('expires after ten minutes', async () => {
    const form = registrationForm();
    const { body } = await post('/travel-agency/register', form).expect(201);
    const otp = await lastCode(running, body.id, 'registration');
    running.pass(10 * 60_000);
    await post('/travel-agency/verify-otp', { ...contactOf(form), otp }).expect(422);
  });

  test('works once, and a resend replaces it', async () => {
    const form = registrationForm({ communicationMethod: 'C' });
    const { body } = await post('/travel-agency/register', form).expect(201);
    const first = await lastCode(running, body.id, 'registration');
    const resend = { email: form.emailAddress, cellNumber: form.cellNumber, communicationMethod: 'C' };
    const soon = await post('/travel-agency/resend-otp', resend).expect(429);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(0);
    running.pass(30_000);
    await post('/travel-agency/resend-otp', resend).expect(200);
    const second = await lastCode(running, body.id, 'registration');
    await post('/travel-agency/verify-otp', { ...contactOf(form), otp: first }).expect(first === second ? 200 : 422);
    await message(running, `+${form.cellNumber}`, ({ text }) => text.startsWith(second));
    await post('/travel-agency/verify-otp', {
      ...contactOf(form),
      otp: ` ${second.slice(0, 3)}-${second.slice(3)} `,
    }).expect(200);
    await post('/travel-agency/verify-otp', { ...contactOf(form), otp: second }).expect(422);
  });

  test('is sent five times an hour, the first counted', async () => {
    const form = registrationForm();
    await post('/travel-agency/register', form).expect(201);
    const resend = { email: form.emailAddress, cellNumber: form.cellNumber, communicationMethod: 'C' };
    for (let n = 0; n < 4; n++) {
      running.pass(30_000);
      await post('/travel-agency/resend-otp', resend).expect(200);
    }
    running.pass(30_000);
    await post('/travel-agency/resend-otp', resend).expect(429);
    running.pass(58 * 60_000);
    await post('/travel-agency/resend-otp', resend).expect(200);
  });

  test('an unknown person gets the same answers and limits', async () => {
    const resend = { email: 'nobody@agency.example', cellNumber: '27821234567', communicationMethod: 'C' };
    const first = await post('/travel-agency/resend-otp', resend).expect(200);
    expect(first.body).toEqual({ message: 'Otp sent successfully' });
    await post('/travel-agency/resend-otp', resend).expect(429);
    const verify = await post('/travel-agency/verify-otp', {
      email: resend.email,
      phoneNumber: resend.cellNumber,
      otp: '123456',
    }).expect(422);
    expect(verify.body.message).toBe('Invalid OTP. Please try again.');
  });

  test('is refused without address or number, with the message of the specification', async () => {
    const { body } = await post('/travel-agency/verify-otp', { email: '', phoneNumber: '', otp: '123456' }).expect(422);
    expect(body.message).toBe('Missing email or phone number.');
    const { body: noNumber } = await post('/travel-agency/verify-otp', { email: 'a@b.example', otp: '123456' });
    expect(noNumber.errors).toEqual([{ field: 'phoneNumber', message: 'Missing email or phone number.' }]);
  });
});

test('serves the lists that forms choose from', async () => {
  const get = async (path: string) => (await request(running.app).get(`/api/${path}`).expect(200)).body;
  expect(await get('countries')).toContainEqual({ name: 'Namibia', code: 'NMB', dailCode: '264' });
  expect((await get('banks')).map((bank: { name: string }) => bank.name)).toEqual([
    'Absa',
    'African Bank',
    'Bank Zero',
    'Bidvest Bank',
    'Capitec',
    'Discovery Bank',
    'FNB',
    'Investec',
    'Nedbank',
    'Standard Bank',
    'TymeBank',
    'OTHER',
  ]);
  expect(await get('titles')).toContainEqual({ name: 'Adv' });
  expect((await post('/identification/verification', { idNumber: '8001015009087' }).expect(200)).body).toEqual({
    isValid: true,
  });
  expect((await post('/identification/verification', { idNumber: '8001015009088' }).expect(200)).body).toEqual({
    isValid: false,
  });
  for (const blank of [{}, { idNumber: ' ' }, { idNumber: null }]) {
    const { body } = await post('/identification/verification', blank).expect(422);
    expect(body.message).toBe('Identification Number is required.');
  }
});
