import { randomUUID } from 'node:crypto';
import { handle } from '@fynbos/application/handle.ts';
import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { projectionsFor } from '@fynbos/projections/registry.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoice } from '../rentals/testing/integration.ts';
import { allRoutes } from '../routes.ts';
import { neededFields } from '../server/openapi.ts';
import { dashboard, staffToken } from '../testing/call.ts';
import { FinanceHarness } from '../testing/finance-harness.ts';
import { adminToken } from '../testing/people.ts';
import { ADMIN } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';
import type { Route } from './route.ts';

/** Reads of single events and of the whole log, and downloads that are recorded as an event first. */
const NEED_EVENTS: ReadonlySet<string> = new Set([
  '/admin/events',
  '/admin/events/{id}',
  '/admin/proof',
  '/admin/proof/export',
  // Its ageing is as of the end of the month, folded from the log.
  '/admin/reports/month-end.pdf',
  '/admin/payouts/{id}/files/{format}',
  '/admin/payouts/{id}/pain001',
  '/admin/rewards/{id}/history',
  '/admin/tax-years/{id}/sars.csv',
  // The preview of an erasure searches the claims on the person's past values.
  '/admin/travel-agents/{id}/forgetting',
  '/agent/export.json',
  '/agent/export.pdf',
  // The invoice is compared field by field from its events.
  '/agent/incentives/{reservationNo}/match',
  '/integrations/rental-events/{eventId}',
]);
/**
 * Limit for a command to answer 503, ms: five seconds, and what a busy machine adds. One that waits for the store never
 * answers.
 */
const BOUND_MS = 60_000;

let harness: FinanceHarness;
let agentToken: string;
let apiKey: string;
let ids: Readonly<Record<string, string>>;
const eventId = randomUUID();

beforeAll(async () => {
  harness = await FinanceHarness.open([], { separateStore: true, env: { RATE_LIMIT_SCALE: '100000' } });
  const { running, agent } = harness;
  await harness.earn(agent.id, 'R-1', '2026-11-12');
  const runId = await harness.pay('2026-11-12', '2026-11-13');
  await harness.earn(agent.id, 'R-2', '2026-11-12');
  const staff = dashboard(running, harness.first);
  const promotion = await staff.post('promotions', {
    promoCode: 'SUN',
    description: 'Sun',
    promoRate: 0.2,
    startDate: '2026-11-01',
    endDate: '2026-12-31',
  });
  expect(promotion.status, JSON.stringify(promotion.body)).toBe(201);
  const challenge = await staff.post('challenges', {
    title: 'Two rentals',
    description: 'Two rentals in November.',
    badge: 'Quick start',
    iataNumber: null,
    from: '2026-11-01',
    to: '2026-12-31',
    measure: 'rentals',
    target: 2,
  });
  expect(challenge.status, JSON.stringify(challenge.body)).toBe(201);
  const scopes = ['rental-events:write', 'rental-events:read'];
  const integrator = (await harness.post('/admin/integrators', { name: 'Cars', scopes }).expect(201)).body;
  apiKey = integrator.apiKey;
  const { version } = (await staff.get(`travel-agents/${agent.id}`)).body;
  const account = { bankName: 'FNB', branchCode: '250655', bankAccountNumber: '62001112223' };
  await staff
    .put(
      `travel-agents/${agent.id}/bank`,
      { ...account, bankAccountHolderName: 'T Nkosi', reason: 'by phone' },
      version,
    )
    .then(({ status, body }) => expect(status, JSON.stringify(body)).toBe(202));
  const sent = await request(running.app)
    .post('/api/integrations/rental-events')
    .auth(apiKey, { type: 'bearer' })
    .send(
      invoice({
        eventId,
        reservationNo: 'CAR-1',
        loyaltyTrackingNo: agent.loyaltyTrackingNo,
        invoiceDate: '2026-11-11',
        occurredAt: '2026-11-12T10:00:00+02:00',
      }),
    );
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  const question = { email: agent.form.emailAddress, typeOfQuery: 'incentives', queryDetails: 'When am I paid?' };
  await request(running.app).post('/api/ContactUsSupport/contact-us').send(question).expect(201);
  await running.folded(...projectionsFor(running.config).map(({ name }) => name));
  const list = async (path: string): Promise<string> =>
    String((await harness.get(`/admin/${path}`)).body[0]?.id ?? '1');
  ids = {
    payouts: runId,
    'travel-agents': String(agent.id),
    rewards: 'CAR-1',
    approvals: await list('approvals'),
    promotions: await list('promotions'),
    challenges: challenge.body.id,
    'contact-support': await list('contact-support'),
    integrators: integrator.id ?? integrator.integratorId,
    events: (await running.store.readAll({ limit: 1 })).events[0]?.id ?? '',
    certificates: await list('certificates'),
    'tax-years': '2026',
    admins: '1',
  };
  agentToken = harness.agentToken;
});
afterAll(() => harness.close());

/** Returns the URL of a route with existing ids. */
const addressOf = (path: string): string =>
  path
    .replace('{agentId}', String(harness.agent.id))
    .replace('{runId}', ids.payouts as string)
    .replace('{certificateId}', ids.certificates as string)
    .replace('{format}', 'csv')
    .replace('{month}', '2026-10')
    .replace('{eventId}', eventId)
    .replace('{reservationNo}', 'CAR-1')
    .replace('{id}', () => {
      const resource = /\/admin\/([\w-]+)\/\{id\}/.exec(path)?.[1];
      return (resource ? ids[resource] : String(harness.agent.id)) ?? '1';
    });

/** A valid value of each query parameter that a read requires. */
const VALUES: Readonly<Record<string, string>> = {
  month: '2026-11',
  from: '2026-11-01',
  to: '2026-11-11',
  since: '2026-11-01T00:00:00Z',
  system: 'xero',
  projection: 'balances',
  key: '1',
  referringAgentId: '1',
  // A link without a valid signature: refused with and without the event store.
  thread: 'none',
};

/** The required parameters of a read with their values. */
function queryOf({ query, paths }: Route): Record<string, string> {
  const names = query ? neededFields(query) : [];
  for (const name of names) if (VALUES[name] === undefined) throw new Error(`${paths[0]} needs a value for ${name}`);
  return Object.fromEntries(names.map((name) => [name, VALUES[name] as string]));
}

interface Get {
  readonly path: string;
  readonly token: string;
  readonly query?: Readonly<Record<string, string>>;
}

const read = ({ path, token, query = {} }: Get) =>
  request(harness.running.app)
    .get(`/api${addressOf(path)}`)
    .query(query)
    .auth(token, { type: 'bearer' });

const gets = (): Get[] => [
  ...allRoutes(harness.running.config)
    .filter(({ method }) => method === 'get')
    .flatMap((one: Route) => {
      const { paths, who } = one;
      const isAdmins = who === 'administrator' || typeof who === 'object';
      const tokens = who === 'agent' ? [agentToken] : isAdmins ? [harness.first] : [harness.first, agentToken];
      return tokens.map((token) => ({ path: paths[0] as string, token, query: queryOf(one) }));
    }),
  { path: '/integrations/rental-events/{eventId}', token: apiKey },
  { path: '/integrations/reservations/{reservationNo}', token: apiKey },
];

/** Maximum number of reads without data in the fixture: no tax certificate, no rebuild, no simulation… */
const MAX_EMPTY_READS = 35;

const away = async (): Promise<void> => {
  harness.running.interruptStore('refused');
  await until(async () => {
    await harness.get('/admin/me');
    return harness.running.services.storeUnavailableSince();
  });
};
const back = async (): Promise<void> => {
  harness.running.interruptStore(false);
  await until(async () => (harness.running.services.storeUnavailableSince() === null ? true : null));
};

test('every signed-in read answers as before while the event store is unavailable', async () => {
  const before = new Map<string, number>();
  for (const get of gets()) before.set(`${get.path} ${get.token}`, (await read(get)).status);
  await away();
  try {
    const others: string[] = [];
    const needing: string[] = [];
    for (const get of gets()) {
      const { path, token } = get;
      const was = before.get(`${path} ${token}`);
      const { status, headers, body } = await read(get);
      expect(headers['x-saving-paused-since'], path).toBeDefined();
      if (status === 503) {
        needing.push(path);
        expect(headers['retry-after'], path).toBeDefined();
        expect(body.message, path).toContain('Try again in a moment.');
      } else if (status !== was) others.push(`${path}: ${was} → ${status}`);
    }
    expect(others).toEqual([]);
    expect(needing.sort()).toEqual([...NEED_EVENTS].sort());
    // An empty answer proves nothing, so most reads must have data.
    const empty = [...before]
      .filter(([, status]) => status !== 200)
      .map(([name, status]) => `${name.split(' ')[0]} ${status}`);
    expect(empty.length, empty.join(', ')).toBeLessThan(MAX_EMPTY_READS);
  } finally {
    await back();
  }
});

/** Commands with a caller who may give them; a visitor where anyone may. */
const commands = (): { route: Route; token: string | null }[] =>
  allRoutes(harness.running.config)
    .filter(({ method, appendsNothing }) => method !== 'get' && !appendsNothing)
    .map((route) => ({
      route,
      token:
        route.who === 'agent'
          ? agentToken
          : route.who === 'administrator' || typeof route.who === 'object'
            ? harness.first
            : null,
    }));

const give = async ({ route, token }: { route: Route; token: string | null }) => {
  const began = performance.now();
  const sent = request(harness.running.app)[route.method](`/api${addressOf(route.paths[0] as string)}`);
  const answer = await (token === null ? sent : sent.auth(token, { type: 'bearer' })).send({}).ok(() => true);
  return { ...answer, status: answer.status, headers: answer.headers, ms: performance.now() - began };
};

test('every command answers 503 with Retry-After immediately while the event store is unavailable', async () => {
  await away();
  try {
    const others: string[] = [];
    for (const command of commands()) {
      const { status, headers, ms } = await give(command);
      const isRefused = status === 503 && Number(headers['retry-after']) > 0 && ms < BOUND_MS;
      // Some commands require more than a session; a refusal also means that nothing was done.
      if (!isRefused && status !== 401 && status !== 403) others.push(`${command.route.paths[0]} ${status} ${ms} ms`);
    }
    expect(others).toEqual([]);
    const sent = await request(harness.running.app)
      .post('/api/integrations/rental-events')
      .auth(apiKey, { type: 'bearer' })
      .send({});
    expect([sent.status, sent.headers['retry-after']]).toEqual([503, '5']);
  } finally {
    await back();
  }
});

test('a store that stops answering delays one command and one read by less than five seconds', async () => {
  harness.running.interruptStore('frozen');
  try {
    const began = performance.now();
    const [me, command] = await Promise.all([
      harness.get('/admin/me'),
      harness.post(`/admin/travel-agents/${harness.agent.id}/suspend`, { reason: 'test' }),
    ]);
    expect([me.status, command.status]).toEqual([200, 503]);
    expect(performance.now() - began).toBeLessThan(BOUND_MS);
  } finally {
    await back();
  }
  await harness.get('/admin/me').expect(200);
});

test('a read that waits for its own write is answered from the read models', async () => {
  const head = (await harness.running.store.head()) as string;
  await away();
  try {
    const { status, headers } = await harness.get('/admin/travel-agents').set('X-Read-After', `${head}9`);
    expect([status, headers['x-stale']]).toEqual([200, 'true']);
  } finally {
    await back();
  }
});

test('a session is extended and ended while the event store is unavailable', async () => {
  const token = await adminToken(harness.running, ADMIN);
  await away();
  try {
    await harness.post('/auth/extend', {}, token).expect(200);
    await harness.post('/auth/logout', {}, token).expect(204);
    await harness.get('/admin/me', token).expect(401);
  } finally {
    await back();
  }
});

test('an administrator who was disabled before the outage of the event store cannot sign in', async () => {
  const token = await staffToken(harness.running, 'Support');
  await harness.get('/admin/me', token).expect(200);
  const own = (await harness.get('/admin/me', token)).body;
  await handle(harness.running.services.log, {
    decider: adminDecider,
    streamId: adminStreamOf(own.adminId ?? own.id),
    command: { type: 'DisableAdmin', reason: 'left' },
    context: { actor: { kind: 'system', id: 'test' }, now: harness.running.clock.now, correlationId: 'test' },
  });
  // The process that disabled them crashed before it ended the sessions. The read models have the new status.
  await harness.running.folded('admins', 'stream-copies');
  await away();
  try {
    await harness.get('/admin/me', token).expect(401);
  } finally {
    await back();
  }
});
