import type { StepUp } from '@fynbos/application/auth/codes.ts';
import { luhnDigit } from '@fynbos/domain/identity/numbers.ts';
import request from 'supertest';
import type { RunningApp } from './running-app.ts';
import { until } from './until.ts';

let people = 0;

/** A valid registration form. Each has its own e-mail address, ID number and phone. */
export function registrationForm(
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> & { emailAddress: string; password: string; cellNumber: string; idNumber: string } {
  const n = ++people;
  const first = `80010${(n % 9) + 1}${String(5000 + n).padStart(4, '0')}08`;
  return {
    title: 'Ms',
    initials: 'T',
    firstName: 'Thandi',
    surname: 'Nkosi',
    emailAddress: `thandi.${n}@agency.example`,
    countryDialCode: '27',
    cellNumber: `2782${String(1_000_000 + n)}`,
    taxCountry: 'RSA',
    idNumber: `${first}${luhnDigit(first)}`,
    password: 'Fynbos1!',
    confirmPassword: 'Fynbos1!',
    taxNumber: '2251362634',
    agencyName: 'Karoo Travel',
    iataNumber: '7720101',
    physicalAddressLine1: '1 Long Street',
    physicalAddressLine2: 'Central',
    physicalAddressLine3: 'Cape Town',
    postalCode: '8001',
    telephoneNumber: '0118518081',
    bankName: 'Absa',
    bankAccountNumber: '4051234567',
    bankAccountHolderName: 'T Nkosi',
    branchCode: '632005',
    branchName: 'Universal',
    termsAndConditions: 'Y',
    employerConsent: 'Y',
    communicationMethod: 'E',
    ...changes,
  } as ReturnType<typeof registrationForm>;
}

export interface InboxMessage {
  readonly to: string;
  readonly channel: string;
  readonly subject: string;
  readonly text: string;
}

/** Returns the development inbox of an address, newest first. */
export async function inboxOf({ app }: RunningApp, to: string): Promise<readonly InboxMessage[]> {
  const { body } = await request(app).get('/dev/inbox.json').query({ to }).expect(200);
  return body;
}

/** Waits for a matching message in the inbox, and returns it. */
export const message = (running: RunningApp, to: string, fits: (one: InboxMessage) => boolean): Promise<InboxMessage> =>
  until(async () => (await inboxOf(running, to)).find(fits) ?? null);

/** Derives the last code that was sent. A separate test covers delivery by e-mail. */
export async function lastCode({ pool, services }: RunningApp, agentId: number, purpose: string): Promise<string> {
  const { rows } = await pool.query(
    `select "codeId" from auth.codes where person = $1 and purpose = $2 and "endedAt" is null order by "sentAt" desc limit 1`,
    [`agent-${agentId}`, purpose],
  );
  if (!rows[0]) throw new Error(`no live code for ${purpose}`);
  return services.tokens.code(rows[0].codeId);
}

export interface SignedInAgent {
  readonly id: number;
  readonly token: string;
  readonly form: ReturnType<typeof registrationForm>;
  readonly loyaltyTrackingNo: string;
}

/** Signs in with correct details and enters the code. Returns the token. */
export async function signInAgain(
  running: RunningApp,
  { id, form }: Pick<SignedInAgent, 'id' | 'form'>,
  password = form.password,
) {
  const { app } = running;
  await request(app)
    .post('/api/auth/login')
    .send({ emailAddress: form.emailAddress, password, communicationMethod: '' })
    .expect(200);
  const otp = await lastCode(running, id, 'sign-in');
  const contact = { email: form.emailAddress, phoneNumber: form.cellNumber, communicationMethod: 'E' };
  const { body } = await request(app)
    .post('/api/auth/verify-otp')
    .send({ ...contact, otp })
    .expect(200);
  return body as { token: string; travelAgent: { id: number; loyaltyTrackingNo: string } };
}

/** Registers an agent and signs in without entering the registration's code. The sign-in completes the registration. */
export async function newAgent(
  running: RunningApp,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<SignedInAgent> {
  const form = registrationForm(changes);
  const { body } = await request(running.app).post('/api/travel-agency/register').send(form).expect(201);
  const { token, travelAgent } = await signInAgain(running, { id: body.id, form });
  return { id: body.id, token, form, loyaltyTrackingNo: travelAgent.loyaltyTrackingNo };
}

/** Refers a person as an agent. Returns the form with which that person can register. */
export async function referred({ app }: RunningApp, by: SignedInAgent): Promise<ReturnType<typeof registrationForm>> {
  const form = registrationForm();
  const person = {
    FirstName: form.firstName,
    Surname: form.surname,
    EmailAddress: form.emailAddress,
    ContactNumber: form.cellNumber,
    IATANumber: '7720101',
    AgencyName: 'Branch Travel',
    ReferredByAgentId: by.id,
  };
  await request(app).post('/api/Referral/refer-agent').auth(by.token, { type: 'bearer' }).send(person).expect(200);
  return form;
}

/** Gives the session a proof for a change, through a code. */
export async function prove(running: RunningApp, { id, token, form }: SignedInAgent, purpose: StepUp): Promise<void> {
  const { app } = running;
  await request(app).post('/api/travel-agency/step-up').auth(token, { type: 'bearer' }).send({ purpose }).expect(200);
  const otp = await lastCode(running, id, purpose);
  const contact = { email: form.emailAddress, phoneNumber: form.cellNumber, communicationMethod: 'E' };
  await request(app)
    .post('/api/travel-agency/verify-otp')
    .auth(token, { type: 'bearer' })
    .send({ ...contact, otp })
    .expect(200);
}

/** Asks for the deletion of an agent's own account. */
export async function requestDeletion(running: RunningApp, agent: SignedInAgent, reason = 'Please.'): Promise<void> {
  await prove(running, agent, 'deletion');
  const { token } = agent;
  await request(running.app).post('/api/agent/deletion').auth(token, { type: 'bearer' }).send({ reason }).expect(201);
}

export async function adminToken({ app }: RunningApp, who: { email: string; password: string }): Promise<string> {
  const { body } = await request(app)
    .post('/api/auth/login')
    .send({ emailAddress: who.email, password: who.password })
    .expect(200);
  return body.token;
}
