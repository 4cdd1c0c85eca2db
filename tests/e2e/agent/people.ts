import pg from 'pg';
import { registrationForm } from '../../../services/api/testing/people.ts';
import { codeFor } from '../inbox.ts';
import type { PortalFixture } from './fixture.ts';

type Form = ReturnType<typeof registrationForm>;

/** An agent registered and signed in through the API, with a session that a browser can use. */
export interface Agent {
  readonly id: number;
  readonly form: Form;
  readonly token: string;
  readonly loyaltyTrackingNo: string;
  /** Browser storage after a sign-in (specification, section 3, Browser storage keys). */
  readonly storage: Readonly<Record<string, string>>;
}

/** Registers an agent and signs them in; the code of the sign-in completes the registration. */
export async function newAgent(
  { url }: PortalFixture,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Agent> {
  const form = registrationForm(changes);
  const since = Date.now();
  const { id } = await post<{ id: number }>(url, 'travel-agency/register', form);
  const { emailAddress, password, cellNumber } = form;
  const login = await post(url, 'auth/login', { emailAddress, password, communicationMethod: '' });
  const otp = await codeFor(url, [emailAddress], since, 'to sign in');
  const contact = { email: emailAddress, phoneNumber: cellNumber, communicationMethod: 'E' };
  const { token, travelAgent } = await post<{ token: string; travelAgent: Record<string, string> }>(
    url,
    'auth/verify-otp',
    { ...contact, otp },
  );
  const { firstName, surname, loyaltyTrackingNo = '', idNumber = '' } = travelAgent;
  const storage = {
    token,
    travelAgent: JSON.stringify({ id, firstName, surname, loyaltyTrackingNo, idNumber }),
    idNumber,
    UserId: String(id),
    userDetails: JSON.stringify(login),
  };
  return { id, form, token, loyaltyTrackingNo, storage };
}

/** Changes the agent's bank account, with the code that allows it. */
export async function changeBank(
  { url }: PortalFixture,
  { id, token, form }: Agent,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const { emailAddress: email, cellNumber: phoneNumber, communicationMethod } = form;
  const { bankAccountHolderName, bankName, bankAccountNumber, branchCode, branchName } = form;
  const since = Date.now();
  await post(url, `travel-agency/banking-details-sendOtp/${id}`, {}, token);
  const otp = await codeFor(url, [email, phoneNumber], since, 'to change your banking details');
  await post(url, 'travel-agency/verify-otp', { email, phoneNumber, communicationMethod, otp }, token);
  const account = { bankAccountHolderName, bankName, bankAccountNumber, branchCode, branchName, ...changes };
  await call('PUT', url, `TravelAgency/banking-details/${id}`, account, token);
}

/** Moves the sending of all codes half a minute into the past: a person can request the next one then (C2). */
export const passHalfAMinute = (fixture: PortalFixture): Promise<void> =>
  inDatabase(fixture, `update auth.hits set at = at - interval '31 seconds' where bucket like 'code %'`);

/** Executes a statement in the database of the portal. */
export async function inDatabase({ databaseUrl }: PortalFixture, sql: string, values: unknown[] = []): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query(sql, values);
  await database.end();
}

/** Calls the portal; throws an Error with the response if it is refused. */
export const post = <Answer = unknown>(url: string, where: string, body: object, token?: string): Promise<Answer> =>
  call('POST', url, where, body, token);

async function call<Answer>(method: string, url: string, where: string, body: object, token?: string): Promise<Answer> {
  const response = await fetch(`${url}/api/${where}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${where}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}
