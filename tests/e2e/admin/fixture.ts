import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { businessDayFrom } from '@fynbos/domain/business-days/business-days.ts';
import { addDays, DAY_MS, dayOf } from '@fynbos/domain/calendar.ts';
import { INITIAL_TERMS } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { demoProgramme } from '@fynbos/platform/config/programme.ts';
import express from 'express';
import { pageTexts } from '../../../services/api/server/page-texts.ts';
import { webApps } from '../../../services/api/server/static.ts';
import { listen } from '../../../services/api/testing/listening.ts';
import { adminToken, newAgent, referred, registrationForm } from '../../../services/api/testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../../../services/api/testing/running-app.ts';
import { addAdmin } from '../../../services/application/admins/first-admins.ts';
import { openProgramme } from '../../../services/application/reward-policy/current-policy.ts';
import { builtWebApps } from '../web-pages.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PROGRAMME = path.join(ROOT, 'tests/fixtures/programme-60');

/** Paths that the server answers itself; all others are pages of the web apps. */
const OF_THE_APP = /^\/(?:api|dev|healthz|readyz|metrics)(?:\/|$)/i;

export const PASSWORD = 'Fynbos-Staff-1!';
/** One person per role, in addition to the first two admins, who have Admin and Finance. */
export const STAFF = {
  support: 'support@fynbos.example',
  operator: 'operator@fynbos.example',
  auditor: 'auditor@fynbos.example',
  finance: 'finance@fynbos.example',
} as const;

/** The product with both web apps on its own port, and a programme of sixty agents. */
export interface DashboardFixture {
  readonly url: string;
  readonly running: RunningApp;
  readonly admin: string;
  readonly admin2: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    options?: { token?: string; headers?: Record<string, string> },
  ): Promise<Response>;
  /** Waits until everything appended so far is in the read models. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

async function staff({ services, clock }: RunningApp): Promise<void> {
  const context = { actor: { kind: 'system', id: 'test' }, now: clock.now, correlationId: 'test-staff' } as const;
  const person = (name: string, email: string, role: 'Support' | 'Operator' | 'Auditor' | 'Finance') =>
    addAdmin(services, { name, email, password: PASSWORD, roles: [role] }, context);
  await person('Sizwe Support', STAFF.support, 'Support');
  await person('Olga Operator', STAFF.operator, 'Operator');
  await person('Aisha Auditor', STAFF.auditor, 'Auditor');
  await person('Femi Finance', STAFF.finance, 'Finance');
}

/** Serves a running product with both web apps. `port` 0: any free port. */
export async function servePages(running: RunningApp, port = 0): ReturnType<typeof listen> {
  await builtWebApps();
  const outer = express();
  const texts = pageTexts(demoProgramme, INITIAL_TERMS);
  const pages = webApps(
    { agent: path.join(ROOT, 'web-agent/dist'), admin: path.join(ROOT, 'web-admin/dist') },
    () => texts,
  );
  outer.use((request, response, next) =>
    OF_THE_APP.test(request.path) ? running.app(request, response) : pages(request, response, next),
  );
  return listen(outer, port);
}

/** Opens the fixture; without `programme` it has only staff. `daysAgo`: the programme begins that many days ago. */
export async function openFixture({ programme = true, port = 0, daysAgo = 0 } = {}): Promise<DashboardFixture> {
  const running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  running.pass(-daysAgo * DAY_MS);
  const listening = await servePages(running, port);
  const { url } = listening;
  await openProgramme(running.services);
  await staff(running);
  const admin = await adminToken(running, ADMIN);
  const admin2 = await adminToken(running, ADMIN2);
  const call: DashboardFixture['call'] = (method, at, body, { token = admin, headers = {} } = {}) =>
    fetch(`${url}/api${at}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const fixture: DashboardFixture = {
    url,
    running,
    admin,
    admin2,
    call,
    settled: () => running.settled(),
    async close() {
      await listening.close();
      await running.close();
    },
  };
  if (programme) await fill(fixture);
  return fixture;
}

async function fill(fixture: DashboardFixture): Promise<void> {
  await fixture.call('POST', '/admin/import', await readFile(path.join(PROGRAMME, 'programme.ndjson'), 'utf8'));
  const { apiKey } = (await (
    await fixture.call('POST', '/admin/integrators', {
      name: 'Reservations',
      scopes: ['rental-events:write', 'rental-events:read'],
    })
  ).json()) as { apiKey: string };
  const events = await readFile(path.join(PROGRAMME, 'rental-events.ndjson'), 'utf8');
  const sent = await fixture.call('POST', '/integrations/rental-events', events, { token: apiKey });
  await sent.text();
  await fixture.settled();
  for (const [n, typeOfQuery] of ['incentives', 'account', 'other', 'incentives'].entries()) {
    const form = registrationForm();
    await fixture.call('POST', '/ContactUsSupport/contact-us', {
      email: form.emailAddress,
      typeOfQuery,
      queryDetails: `Question ${n + 1}: when is my reward of March paid?`,
    });
  }
  await handleEnquiries(fixture);
  await planPromotion(fixture);
  await createChallenge(fixture);
  await proposePayout(fixture);
  await referOthers(fixture);
  await changeAgentFiveTimes(fixture, 7);
  await fixture.settled();
}

/** Creates an agent (number 61) who referred two people. One of them registered and referred a third. */
async function referOthers({ running }: DashboardFixture): Promise<void> {
  const first = await newAgent(running, { firstName: 'Lerato', surname: 'Mokoena' });
  const second = await newAgent(running, { ...(await referred(running, first)), firstName: 'Pieter' });
  await referred(running, first);
  await referred(running, second);
}

/** An enquiry with a long thread, and a resolved one. */
async function handleEnquiries(fixture: DashboardFixture): Promise<void> {
  await fixture.settled();
  const write = (id: number, path: string, text: string) =>
    fixture.call('POST', `/admin/contact-support/${id}/${path}`, { text });
  await write(1, 'notes', 'Called the branch: the invoice came two days late.');
  await write(1, 'answers', 'Your reward of March is in the next payout.\n\nThank you for your patience.');
  const { version } = (await (await fixture.call('GET', '/admin/contact-support/1')).json()) as { version: number };
  const changes = { assignedTo: 1, reservationNo: 'R010000851', status: 'Activated' };
  await fixture.call('PUT', '/admin/contact-support/1', changes, { headers: { 'if-match': String(version) } });
  await fixture.call('PUT', '/admin/update-status/2', { status: 'Resolved' });
}

/** A planned rate of a promotion that no flow asks about. */
async function planPromotion(fixture: DashboardFixture): Promise<void> {
  const [promotion] = (await (
    await fixture.call('GET', '/admin/promotions?range=[0,0]&filter={"promoCode":"Sun00Rate"}')
  ).json()) as {
    id: string;
    version: number;
    endDate: string | null;
  }[];
  if (!promotion) throw new Error('the programme has no promotion Sun00Rate');
  const tomorrow = addDays(dayOf(fixture.running.clock.now), 1);
  const plan = { effectiveFrom: tomorrow, promoRate: 0.9, reason: 'Agreed with the branches' };
  await fixture.call('POST', `/admin/promotions/${promotion.id}/changes`, plan, {
    headers: { 'if-match': String(promotion.version) },
  });
}

async function createChallenge(fixture: DashboardFixture): Promise<void> {
  const today = dayOf(fixture.running.clock.now);
  await fixture.call('POST', '/admin/challenges', {
    title: 'Autumn ten',
    description: 'Ten rewarded rentals in autumn.',
    badge: 'Autumn star',
    from: addDays(today, -300),
    to: addDays(today, 30),
    measure: 'rentals',
    target: 10,
    iataNumber: null,
  });
}

/** A payout run that waits for approval, and an agent left out because of a hold. */
async function proposePayout(fixture: DashboardFixture): Promise<void> {
  await fixture.call('POST', '/admin/holds', { agentId: 9, reason: 'The agency asked us to wait' });
  const today = dayOf(fixture.running.clock.now);
  const answer = await fixture.call('POST', '/admin/payouts', {
    cutOff: today,
    payDate: businessDayFrom(addDays(today, 2), new Map()),
  });
  if (!answer.ok) throw new Error(`the payout was answered ${answer.status}: ${await answer.text()}`);
}

/** Five changes of one agent, a minute apart, and a sixth that waits for approval. */
async function changeAgentFiveTimes(fixture: DashboardFixture, id: number): Promise<void> {
  const changes = [
    { agencyName: 'Karoo Travel' },
    { postalCode: '7700' },
    { physicalAddressLine1: '2 Kloof Street' },
    { telephoneNumber: '0215550000' },
    { agencyName: 'Karoo & Coast Travel' },
  ];
  const version = async (): Promise<string> =>
    String(((await (await fixture.call('GET', `/admin/travel-agents/${id}`)).json()) as { version: number }).version);
  for (const change of changes) {
    fixture.running.pass(60_000);
    await fixture.call('PUT', `/admin/travel-agents/${id}`, change, { headers: { 'if-match': await version() } });
  }
  fixture.running.pass(60_000);
  const bank = {
    bankName: 'Capitec',
    branchCode: '470010',
    bankAccountNumber: '1234567890',
    bankAccountHolderName: 'T Ndlovu',
    branchName: 'Main',
  };
  await fixture.call('PUT', `/admin/travel-agents/${id}/bank`, bank, { headers: { 'if-match': await version() } });
}
