import { createECDH } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endRetention } from '@fynbos/application/erasure/retention.ts';
import { loadTaxPeople } from '@fynbos/application/erasure/tax-people.ts';
import { loadReferences, TRACKING_CLAIM } from '@fynbos/application/rentals/references.ts';
import { addDays, DAY_MS, dayOf, taxYearOf } from '@fynbos/domain/calendar.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import { keptUntil } from '@fynbos/domain/retention/retention.ts';
import { claim, ownerOf } from '@fynbos/event-store/claims/claims.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { projections } from '@fynbos/projections/registry.ts';
import { Redis } from 'ioredis';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '../scripts/backup/back-up.ts';
import { type Dashboard, dashboard } from '../services/api/testing/call.ts';
import { adminToken, newAgent, prove, requestDeletion, type SignedInAgent } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { until } from '../services/api/testing/until.ts';
import { unpacked } from './support/gunzip.ts';
import { redisUrl } from './support/redis.ts';
import { foundInDatabase, foundInRedis, foundInText } from './support/search-for.ts';

/** Texts that occur only in this person's data. */
const PERSON = {
  firstName: 'Xanthippe',
  surname: 'Quagmeyer',
  initials: 'XQZ',
  emailAddress: 'x.quagmeyer@zonnebloem.example',
  cellNumber: '27831239876',
  telephoneNumber: '0219998877',
  agencyName: 'Zonnebloem Wanderings',
  physicalAddressLine1: '77 Kalossie Crescent',
  physicalAddressLine2: 'Wespark',
  physicalAddressLine3: 'Vredendal',
  bankAccountNumber: '98765432101',
  bankAccountHolderName: 'X Q Quagmeyer',
};
const LATER = { surname: 'Quagmeyer-Oosthuizen', emailAddress: 'xanthippe@vygie.example', account: '11223344556' };
const WRITTEN = {
  enquiry: 'My rental in Nieuwoudtville is missing',
  file: 'Slip from Calvinia.pdf',
  device: 'https://push.example/phone-of-nieuwoudtville',
  asVisitor: 'Please call me about Calvinia',
  aboutRental: 'Quaggafontein, Thursday',
  aboutCode: 'Kleinplasie deal',
  correction: 'My agency is in Lambertsbaai',
  deletion: 'I move to Patagonia and want to be forgotten',
};
const TEXTS = [...Object.values(PERSON), ...Object.values(LATER), ...Object.values(WRITTEN)].filter(
  (text) => text !== PERSON.initials,
);

const logged: string[] = [];
let running: RunningApp;
let admin: Dashboard;
let person: SignedInAgent;
let referrer: SignedInAgent;

const as = ({ token }: SignedInAgent, method: 'get' | 'put' | 'post', path: string) =>
  request(running.app)[method](`/api/${path}`).auth(token, { type: 'bearer' });

beforeAll(async () => {
  const queues = redisUrl();
  running = await runApp({
    env: { RATE_LIMIT_SCALE: '100' },
    logTo: { write: (line) => void logged.push(line) },
    ...(queues ? { redisUrl: queues } : {}),
  });
  admin = dashboard(running, await adminToken(running, ADMIN));
  referrer = await newAgent(running);
  const invitation = {
    FirstName: PERSON.firstName,
    Surname: PERSON.surname,
    EmailAddress: PERSON.emailAddress,
    ContactNumber: PERSON.cellNumber,
    IATANumber: '7720101',
    AgencyName: PERSON.agencyName,
    ReferredByAgentId: referrer.id,
  };
  await as(referrer, 'post', 'referral/refer-agent').send(invitation).expect(200);
  person = await newAgent(running, PERSON);
});
afterAll(() => running.close());

/** Everything that can happen to an agent: changes, enquiries, requests, and actions of others. */
async function live(): Promise<void> {
  await prove(running, person, 'personal');
  const { body: details } = await as(person, 'get', `travel-agency/personalDetails/${person.id}`).expect(200);
  await as(person, 'post', 'travel-agency/update')
    .send({ ...details, ID: person.id, surname: LATER.surname, employerConsent: 'Y' })
    .expect(200);
  await prove(running, person, 'banking');
  await as(person, 'put', `TravelAgency/banking-details/${person.id}`)
    .send({
      bankAccountHolderName: PERSON.bankAccountHolderName,
      bankName: 'FNB',
      bankAccountNumber: LATER.account,
      branchCode: '250655',
      branchName: 'Universal',
    })
    .expect(200);
  const ask = (body: object) => ({ typeOfQuery: 'incentives', ...body });
  const { body: enquiry } = await as(person, 'post', 'ContactUsSupport/contact-us')
    .send(
      ask({
        email: PERSON.emailAddress,
        queryDetails: WRITTEN.enquiry,
        reservationNo: WRITTEN.aboutRental,
        promoCode: WRITTEN.aboutCode,
      }),
    )
    .expect(201);
  await as(person, 'post', 'agent/enquiry-files')
    .query({ thread: enquiry.thread, name: WRITTEN.file })
    .type('application/octet-stream')
    .send(Buffer.from(`%PDF-1.7 ${WRITTEN.enquiry}`))
    .expect(201);
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  await as(person, 'post', 'agent/push-devices')
    .send({ endpoint: WRITTEN.device, keys: { p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' } })
    .expect(201);
  await request(running.app)
    .post('/api/ContactUsSupport/contact-us')
    .send(ask({ email: PERSON.emailAddress.toUpperCase(), queryDetails: WRITTEN.asVisitor }))
    .expect(201);
  await as(person, 'post', 'agent/requests').send({ kind: 'correction', details: WRITTEN.correction }).expect(201);
  const waiting = await admin.put(
    `travel-agents/${person.id}`,
    { emailAddress: LATER.emailAddress },
    (await agent()).version,
  );
  expect(waiting.body).toMatchObject({ status: 'waiting' });
}

const agent = async () => (await admin.get(`travel-agents/${person.id}`)).body;

test('refuses to erase an agent who has not requested it', async () => {
  await live();
  const refused = await admin.post(`travel-agents/${person.id}/forgetting`, { reason: 'tidying up' });
  expect([refused.status, refused.body.message]).toEqual([409, 'This agent has not asked for deletion.']);
  // Verifies the search itself: all of this is readable in read models and the development inbox.
  const found = (await foundInDatabase(running.pool, TEXTS)).join('\n');
  for (const place of ['rm_agents', 'rm_enquiries', 'rm_referrals', 'devInbox']) expect(found).toContain(place);
});

test('leaves no personal data anywhere after a requested erasure', async () => {
  await requestDeletion(running, person, WRITTEN.deletion);
  // A view of agents as of a past day.
  await rebuild(foldPartsOf(running.services.log, running.pool), [agents], {
    asOf: running.clock.now.toISOString(),
    swap: 'never',
  });
  await running.pool.query('analyze');
  const { body: preview } = await admin.get(`travel-agents/${person.id}/forgetting`);
  expect(preview).toMatchObject({ kept: [], keptUntil: null, owedCents: 0, payoutUnderWay: false });
  const done = await admin.post(`travel-agents/${person.id}/forgetting`, { reason: 'asked for' });
  expect([done.status, done.body.message]).toEqual([202, expect.stringContaining('Erasure started')]);
  const texts = [...TEXTS, person.form.idNumber, String(person.form.idNumber).slice(0, 10)];
  await until(async () => (await foundInDatabase(running.pool, texts)).length === 0).catch(async () => {
    expect(await foundInDatabase(running.pool, texts)).toEqual([]);
  });
  expect((await running.pool.query('select from enquiries.files')).rowCount).toBe(0);
  expect(foundInText(logged.join(''), texts, 'the log')).toEqual([]);
  expect(logged.length).toBeGreaterThan(10);
  const queues = redisUrl();
  if (!queues) return;
  const redis = new Redis(queues);
  expect(await foundInRedis(redis, texts)).toEqual([]);
  redis.disconnect();
});

test('credits no agent for rentals under the number of an erased agent from the next day on', async () => {
  const { log } = running.services;
  const { loyaltyTrackingNo } = await agent();
  const owner = `agent-${person.id}`;
  const codes = { promoCode: null };
  const invoice = { loyaltyTrackingNo, reservation: codes, rental: codes };
  const rental = { invoices: new Map([['I1', invoice]]) } as unknown as Rental;
  await until(async () => {
    const { agentOf } = await loadReferences(log, [rental]);
    const today = dayOf(running.clock.now);
    return (
      agentOf(loyaltyTrackingNo, today) === person.id && agentOf(loyaltyTrackingNo, addDays(today, 1)) === undefined
    );
  });
  const context = { actor: { kind: 'system', id: 'test' } as const, now: running.clock.now, correlationId: 'test' };
  const other = { kind: TRACKING_CLAIM, text: loyaltyTrackingNo, owner: 'agent-999', context };
  expect(await claim(log, { ...other, isOwnerRecorded: async () => true })).toBe(false);
  expect(await ownerOf(log, TRACKING_CLAIM, loyaltyTrackingNo)).toBe(owner);
});

test('keeps the person out of later backups of data and keys', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'forgotten-'));
  const [data, keys] = [path.join(folder, 'data'), path.join(folder, 'keys')];
  const made = await backUp({ db: running.pool, eventStoreDb: null, folder: data, keysFolder: keys, now: new Date() });
  const contents = new Map<string, string>();
  for (const one of [made.data, made.keys])
    for (const name of await readdir(one)) contents.set(name, await unpacked(path.join(one, name)));
  const texts = [...TEXTS, person.form.idNumber, String(person.form.idNumber).slice(0, 10)];
  expect([...contents].flatMap(([name, content]) => foundInText(content, texts, name))).toEqual([]);
  // It contains their events, and their key marked as destroyed.
  expect(contents.get('eventstore.events.copy.gz')).toContain(`agent-${person.id}\t`);
  const theirs = contents.get('keys.subjectKeys.copy.gz')?.split('\n') ?? [];
  expect(theirs.find((line) => line.startsWith(`agent-${person.id}\t`))?.split('\t')[1]).toBe('\\N');
  await rm(folder, { recursive: true });
});

test('signs the person out, refuses sign-in, allows a new registration and keeps an anonymous referral', async () => {
  await as(person, 'get', `travel-agency/personalDetails/${person.id}`).expect(401);
  const { emailAddress, password } = person.form;
  const login = await request(running.app)
    .post('/api/auth/login')
    .send({ emailAddress, password, communicationMethod: '' });
  expect(login.status).toBe(401);
  expect(await agent()).toMatchObject({ status: 'forgotten', firstName: '', surname: '', emailAddress: '' });
  expect((await admin.get(`travel-agents/${person.id}/history`)).status).toBe(200);
  const { body } = await as(referrer, 'get', `referral/referral-status?referringAgentId=${referrer.id}`).expect(200);
  expect(body.referrals).toMatchObject([{ firstName: '', surname: '', emailAddress: '', agencyName: '' }]);
  const again = await newAgent(running, { ...PERSON, idNumber: person.form.idNumber });
  expect(again.id).not.toBe(person.id);
});

test('keeps every read model equal to a rebuild from the remaining events', async () => {
  const parts = foldPartsOf(running.services.log, running.pool);
  const results = await rebuild(parts, projections, { compare: true, swap: 'never' });
  expect(results.filter(({ comparison }) => !comparison?.equal)).toEqual([]);
});

test('keeps the tax data of a paid agent apart and destroys it when the retention period ends', async () => {
  const paid = await newAgent(running, {
    surname: 'Verbruggen',
    agencyName: 'Verbruggen Travel',
  });
  const { log, db: pool } = running.services;
  const { idNumber } = paid.form;
  const at = running.clock.now;
  const today = dayOf(at);
  const taxYear = taxYearOf(today);
  const amounts = { grossCents: 200_00, payeCents: 50_00 };
  const append = async (streamId: string, type: string, data: object): Promise<void> => {
    const stream = await log.readStream(streamId);
    const context = { actor: { kind: 'system', id: 'test' } as const, now: at, correlationId: 'test' };
    await log.append([{ stream, events: [{ type, data }], context }]);
  };
  await append(`rewards-account-${paid.id}`, 'OpeningBalanceTaken', {
    agentId: paid.id,
    asOf: today,
    taxYear,
    payeRate: 0.25,
    paidCents: 150_00,
    grossCents: 0,
    payeCents: 0,
    nettCents: 0,
    payeThisTaxYearCents: 50_00,
    grossThisTaxYearCents: 200_00,
  });
  await append(`tax-certificate-${paid.id}-${taxYear}-IRP5`, 'CertificateIssued', {
    certificateNo: '7'.repeat(30),
    agentId: paid.id,
    taxYear,
    version: 1,
    type: 'IRP5',
    sourceCode: '3606',
    reasonCode: null,
    directiveNumbers: [],
    ...amounts,
    months: [{ month: today.slice(0, 7), ...amounts }],
    issuedAt: at.toISOString(),
  });
  await requestDeletion(running, paid);
  // A read model may lack the payment, for example while its key is blocked.
  await running.folded('tax');
  await pool.query('delete from rm_tax.tax where "agentId" = $1', [paid.id]);
  const { body: preview } = await admin.get(`travel-agents/${paid.id}/forgetting`);
  const keptUntil = `${taxYear + 7}-02-${new Date(Date.UTC(taxYear + 7, 2, 0)).getUTCDate()}`;
  expect(preview).toMatchObject({ kept: ['tax'], keptUntil });
  await admin.post(`travel-agents/${paid.id}/forgetting`, { reason: 'asked for' });
  await until(async () => (await foundInDatabase(pool, ['Verbruggen', idNumber])).length === 0);
  expect((await log.store.readStream(`agent-${paid.id}`)).length).toBeGreaterThan(2);
  const sars = async () => (await admin.get(`tax-years/${taxYear}/sars.csv`)).text;
  expect(await sars()).toContain('Verbruggen');
  expect(await sars()).toContain(idNumber);

  const after = (day: string) => ({ log, db: pool, now: () => new Date(`${day}T10:00:00Z`) });
  expect(await endRetention(after(keptUntil))).toEqual({ records: 0, runs: 0, rentals: 0 });
  expect(await sars()).toContain('Verbruggen');
  expect(await endRetention(after(addDays(keptUntil, 1)))).toEqual({ records: 1, runs: 0, rentals: 0 });
  expect(await endRetention(after(addDays(keptUntil, 1)))).toEqual({ records: 0, runs: 0, rentals: 0 });
  const [kept] = await loadTaxPeople(log, [paid.id]);
  expect(kept?.[1].details).toBeNull();
});

test('destroys drivers’ names when the retention period of their rental ends', async () => {
  const { log, db: pool } = running.services;
  const at = running.clock.now;
  const driverName = 'Ysbrand Haarhoff';
  const record = async (reservationNo: string, type: string, data: object, now: Date): Promise<void> => {
    const stream = await log.readStream(`rental-${reservationNo}`);
    const context = { actor: { kind: 'system', id: 'test' } as const, now, correlationId: 'test' };
    await log.append([{ stream, events: [{ type, data: { reservationNo, ...data } }], context }]);
  };
  const nameOf = async (reservationNo: string) =>
    (await log.readStream(`rental-${reservationNo}`, { personal: true })).events[0]?.data as object;
  // Not invoices, so that nothing is decided.
  for (const reservationNo of ['OLD', 'LATER']) await record(reservationNo, 'Noted', { personal: { driverName } }, at);
  await record('LATER', 'Noted', {}, new Date(at.getTime() + 366 * DAY_MS));
  const end = addDays(keptUntil(dayOf(at)), 1);
  const ending = (day: string) => endRetention({ log, db: pool, now: () => new Date(`${day}T10:00:00Z`) });
  expect((await ending(addDays(end, -1))).rentals).toBe(0);
  expect(await nameOf('OLD')).toMatchObject({ personal: { driverName } });
  expect((await ending(end)).rentals).toBe(1);
  expect(await nameOf('OLD')).toEqual({ reservationNo: 'OLD', personal: null });
  expect(await nameOf('LATER')).toMatchObject({ personal: { driverName } });
  // Later facts are recorded without the name.
  await record('OLD', 'Noted', { personal: { driverName } }, at);
  expect((await log.readStream('rental-OLD', { personal: true })).events[1]?.data).toMatchObject({ personal: null });
});

test('keeps every hash chain of the log intact', async () => {
  const { body } = await admin.post('proof/verifications');
  await until(async () => (await admin.get(`proof/verifications/${body.id}`)).body.state === 'done');
  expect((await admin.get(`proof/verifications/${body.id}`)).body.result).toMatchObject({ intact: true });
});
