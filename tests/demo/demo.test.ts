import path from 'node:path';
import { allRoutes } from '@fynbos/api/routes.ts';
import { listen } from '@fynbos/api/testing/listening.ts';
import { adminToken, newAgent } from '@fynbos/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '@fynbos/api/testing/running-app.ts';
import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { reasonCodes } from '@fynbos/domain/rental/reasons.ts';
import { loadConfig } from '@fynbos/platform/config/config.ts';
import { demoProgramme } from '@fynbos/platform/config/programme.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { projections } from '@fynbos/projections/registry.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { processes } from '../../scripts/supervisor/processes.ts';
import { openProgramme } from '../../services/application/reward-policy/current-policy.ts';
import { callEveryGet } from '../support/call-every-get.ts';
import { loadDemo } from './load.ts';

const SECRET = 'a secret of these tests, forty characters';
const PAST = '2026-03-02T08:00:00.000Z';

/** The product on a port, with a moving clock. */
async function listening(env: Record<string, string> = {}) {
  const running = await runApp({ env: { DEMO_SECRET: SECRET, DEMO_SCALE: '0.08', RATE_LIMIT_SCALE: '10', ...env } });
  await openProgramme(running.services);
  let ahead = 0;
  const ticking = setInterval(() => (running.clock.now = new Date(Date.now() + ahead)), 5);
  const listening = await listen(running.app);
  const base = listening.url;
  const close = async () => {
    clearInterval(ticking);
    await listening.close();
    await running.close();
  };
  /** Advances the clock by half a minute, after which codes can be sent again. */
  const pass = () => (ahead += 31_000);
  return { running, base, pass, close };
}

/** GETs that the demo has no record for. */
const UNCALLED = {
  '/admin/approvals/{id}/checks': 'the demo has no request of a correction',
  '/admin/comparisons/{id}': 'the demo has no comparison',
  '/admin/comparisons/{id}/result.csv': 'the demo has no comparison',
  '/admin/comparisons/{id}/result.pdf': 'the demo has no comparison',
  '/admin/comparisons/{id}/results': 'the demo has no comparison',
  '/admin/integrator-lists/{id}': 'the demo has no list of an integrator',
  '/admin/integrator-lists/{id}/findings.csv': 'the demo has no list of an integrator',
  '/admin/integrators/{id}/webhooks/{webhookId}/deliveries': 'the demo has no receiver of webhooks',
  '/admin/integrators/{id}/webhooks/{webhookId}/deliveries/count': 'the demo has no receiver of webhooks',
  '/admin/ledger-exports/{id}': 'the demo has no ledger export',
  '/admin/month-closes/{month}/evidence.ndjson': 'the demo has no closed month',
  '/admin/operations/replays/{id}': 'the demo has no rebuild',
  '/admin/proof/verifications/{id}': 'the demo has no verification of the log',
  '/admin/what-ifs/{id}': 'the demo has no simulation',
  '/admin/what-ifs/{id}/result.csv': 'the demo has no simulation',
  '/admin/what-ifs/{id}/results': 'the demo has no simulation',
  '/referral/get-referred-agent': 'the code is only in an e-mail to the invited person',
};

describe('loading the demo', () => {
  let portal: Awaited<ReturnType<typeof listening>>;
  let running: RunningApp;
  let signIns: Awaited<ReturnType<typeof loadDemo>>;
  const load = (progress: (text: string) => void = () => undefined) =>
    loadDemo({
      config: running.config,
      pool: running.pool,
      store: running.store,
      base: portal.base,
      today: dayOf(new Date()),
      progress,
    });

  beforeAll(async () => {
    portal = await listening();
    running = portal.running;
    let heard = 0;
    // Simulates an interrupted start.
    const interrupted = load(() => {
      if (++heard === 150) throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    portal.pass();
    signIns = await load();
  });
  afterAll(() => portal?.close());

  it('ends with read models equal to a rebuild, also after an interruption', async () => {
    const parts = foldPartsOf(running.services.log, running.pool);
    const rebuilt = await rebuild(parts, [...projections], { compare: true, swap: 'never' });
    const differing = rebuilt.filter(({ comparison }) => !comparison?.equal);
    expect(differing).toEqual([]);
    expect(rebuilt).toHaveLength(projections.length);
  });

  it('changes nothing the second time', async () => {
    const head = await running.store.head();
    expect(await load()).toEqual(signIns);
    expect(await running.store.head()).toBe(head);
  });

  it('covers each state and reason on the pages, each fact once', async () => {
    const { pool } = running;
    const table = readModelTable(incentives).sql;
    const found = await pool.query(`select reason, count(*) from ${table} group by reason`);
    const reasons = new Set(found.rows.map(({ reason }) => reason));
    expect(reasonCodes.filter((reason) => !reasons.has(reason))).toEqual([]);
    const states = async (sql: string) => new Set((await pool.query({ text: sql, rowMode: 'array' })).rows.flat());
    expect(await states('select distinct status from rm_enquiries.enquiries')).toEqual(
      new Set(['pending', 'Activated', 'Escalated', 'Resolved']),
    );
    expect(await states('select distinct "registrationStatus" from rm_referrals.referrals')).toEqual(
      new Set(['Invited', 'Registered', 'Completed']),
    );
    expect(await states('select distinct status from rm_agents.agents')).toEqual(
      new Set(['registered', 'active', 'suspended']),
    );
    expect(await states('select distinct status from rm_approvals.approvals')).toEqual(
      new Set(['waiting', 'executed', 'rejected']),
    );
    const runs = await states('select distinct status from rm_payouts.payouts');
    for (const status of ['frozen', 'cancelled', 'settled']) expect(runs).toContain(status);
    const lines = await states('select distinct state from rm_payout_lines."payoutLines"');
    for (const state of ['frozen', 'left-out', 'paid', 'failed', 'returned']) expect(lines).toContain(state);
    expect(await states(`select distinct status from ${table}`)).toContain('Paid');
    const certified = await pool.query('select count(*)::int as count from "rm_tax_certificates"."taxCertificates"');
    expect(certified.rows[0].count).toBeGreaterThan(0);
    const refused = await pool.query('select result, sealed is null as lost from integrations."refusedItems"');
    expect(refused.rows).toEqual([{ result: 'rejected', lost: false }]);
    const twice = await pool.query(
      'select email, "queryDetails", "dateCreated" from rm_enquiries.enquiries group by 1, 2, 3 having count(*) > 1',
    );
    expect(twice.rows).toEqual([]);
  });

  it('marks its events, dates them in the past, and keeps the times of each stream in order', async () => {
    const { rows } = await running.pool.query<{ streamId: string; at: string; demo: boolean | null; kind: string }>(
      `select "streamId", metadata->>'recordedAt' as at, (metadata->>'demo')::boolean as demo, metadata->'actor'->>'kind' as kind
       from eventstore.events order by "streamId", revision`,
    );
    const today = dayOf(new Date());
    const real = rows.filter(({ demo }) => demo !== true);
    // Events that are not demo data: the first administrators, the policy, and sessions of the load.
    expect(
      real.filter(({ streamId }) => /^(rental|agent|promotion|rewards-account|referral|enquiry)-/.test(streamId)),
    ).toEqual([]);
    const events = rows.filter(({ demo }) => demo === true);
    expect(events.length).toBeGreaterThan(1_500);
    expect(events.every(({ at }) => dayOf(new Date(at)) < today)).toBe(true);
    for (let n = 1; n < events.length; n++)
      if (events[n]?.streamId === events[n - 1]?.streamId && events[n]?.streamId.startsWith('rental-'))
        expect((events[n]?.at ?? '') >= (events[n - 1]?.at ?? ''), events[n]?.streamId).toBe(true);
  });

  const call = (method: 'get' | 'post', path: string, token?: string) =>
    request(portal.base)
      [method](path)
      .set(token ? { authorization: `Bearer ${token}` } : {});

  /** Signs a visitor in as the first offered agent. */
  async function newcomer(): Promise<{ token: string; travelAgent: { id: number; loyaltyTrackingNo: string } }> {
    const [agent] = signIns;
    const { email = '', password = '' } = agent ?? {};
    portal.pass();
    const codes = async () => {
      const { body } = await call('get', `/dev/inbox.json?to=${email}`);
      return (body as { text: string }[]).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
    };
    const before = (await codes()).length;
    const login = { emailAddress: email, password, communicationMethod: 'E' };
    await expect
      .poll(async () => (await call('post', '/api/auth/login').send(login)).status, { interval: 500 })
      .toBe(200);
    await expect.poll(codes).toHaveLength(before + 1);
    const [code] = await codes();
    const entered = { email, phoneNumber: '27', communicationMethod: 'E', otp: code };
    return (await call('post', '/api/auth/verify-otp').send(entered).expect(200)).body;
  }

  it('lets a visitor sign in as an agent with a year of incentives and no payment on hold', async () => {
    const { token, travelAgent } = await newcomer();
    const period = { fromDate: '20200101', toDate: '20991231', reservationNumber: '', status: '' };
    const listed = await call('post', '/api/Incentive/list-incentives', token)
      .send({ ...period, loyaltyTrackingNo: travelAgent.loyaltyTrackingNo })
      .expect(200);
    expect(new Set(listed.body.map(({ month }: { month: string }) => month)).size).toBeGreaterThanOrEqual(10);
    const filter = encodeURIComponent(JSON.stringify({ agentId: travelAgent.id }));
    const held = await call('get', `/api/admin/holds?filter=${filter}`, await adminToken(running, ADMIN)).expect(200);
    expect(held.body).toEqual([]);
  });

  it('answers every GET with the records of the demo, each from the read models that its route names', async () => {
    const { token, travelAgent } = await newcomer();
    const admin = await adminToken(running, ADMIN);
    const get = (path: string) => call('get', `/api${path}`, path.startsWith('/admin') ? admin : token);
    const yesterday = addDays(dayOf(new Date()), -1);
    const days = `from=${yesterday.slice(0, 4)}-01-01&to=${yesterday}`;
    const own = String(travelAgent.id);
    const { body: payouts } = await get('/agent/payouts');
    const { body: log } = await get('/admin/events');
    const { body: runs } = await get('/admin/payouts?filter={"status":"settled"}');
    const { body: personal } = await get('/agent/referral-link');
    const rewarded = await running.pool.query(
      `select "reservationNo" from ${readModelTable(incentives).sql} where "agentId" = $1 limit 1`,
      [own],
    );
    const ids = {
      '/admin/accounts': own,
      '/admin/events': encodeURIComponent(log.events[0].id),
      '/admin/month-closes': yesterday.slice(0, 7),
      '/admin/reward-policy': '1',
      '/admin/tax-years': yesterday.slice(0, 4),
    };
    const paths = {
      '/admin/changes-between': `/admin/changes-between?${days}`,
      '/admin/controls': `/admin/controls?${days}`,
      '/admin/journal': `/admin/journal?${days}`,
      '/admin/reports/controls.csv': `/admin/reports/controls.csv?${days}`,
      '/admin/payouts/{id}/agents/{agentId}/statement.csv': `/admin/payouts/${payouts[0].id}/agents/${own}/statement.csv`,
      '/admin/payouts/{id}/agents/{agentId}/statement.pdf': `/admin/payouts/${payouts[0].id}/agents/${own}/statement.pdf`,
      '/admin/reports/journal.csv': `/admin/reports/journal.csv?${days}`,
      '/admin/reports/month-end.pdf': `/admin/reports/month-end.pdf?month=${yesterday.slice(0, 7)}`,
      '/admin/travel-agents/{id}/statement.csv': `/admin/travel-agents/${own}/statement.csv?${days}`,
      '/admin/travel-agents/{id}/statement.pdf': `/admin/travel-agents/${own}/statement.pdf?${days}`,
      '/agent/statement.csv': `/agent/statement.csv?month=${yesterday.slice(0, 7)}`,
      '/agent/statement.pdf': `/agent/statement.pdf?month=${yesterday.slice(0, 7)}`,
      '/admin/ledger-exports/preview': `/admin/ledger-exports/preview?system=xero&from=${yesterday}&to=${yesterday}`,
      '/admin/operations/parked/waiting': '/admin/operations/parked/waiting?projection=balances&key=none',
      '/admin/payouts/{id}/files/{format}/check': `/admin/payouts/${runs[0].id}/files/csv/check`,
      '/agent/incentives/{reservationNo}/match': `/agent/incentives/${rewarded.rows[0].reservationNo}/match`,
      '/agent/payouts/{runId}': `/agent/payouts/${payouts[0]?.id}`,
      '/referral/referral-status': `/referral/referral-status?referringAgentId=${own}`,
      '/referral/inviter': `/referral/inviter?link=${new URL(personal.link).searchParams.get('from')}`,
      '/ContactUsSupport/thread': `/ContactUsSupport/thread?thread=${running.services.tokens.sign('enquiry', '1')}`,
      '/auth/reset-password': '/auth/reset-password?token=none',
      '/verify/{token}': '/verify/none',
      '/travel-agency/personalDetails/{id}': `/travel-agency/personalDetails/${own}`,
      '/TravelAgency/BankingDetails/{id}': `/TravelAgency/BankingDetails/${own}`,
    };
    // `callEveryGet` calls routes with a declared answer. Files have none.
    const routes = allRoutes(running.config).map((route) =>
      /\.(csv|ndjson|pdf)$/.test(route.paths[0] ?? '') ? { ...route, answer: z.unknown() } : route,
    );
    const { called, failed } = await callEveryGet(routes, get, { paths, ids, uncalled: UNCALLED });
    expect(failed.join('\n')).toBe('');
    expect(called.length).toBeGreaterThan(100);
    expect([...running.reads.undeclared].sort().join('\n')).toBe('');
    // The recorder works.
    expect(running.reads.used.size).toBeGreaterThan(20);
  });
});

describe('the decision to load the demo', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const secrets = {
    DATABASE_URL: 'postgres://db/x',
    MASTER_KEY: 'Zk3vQ9xT1mLr8sWb5yHc2nDf7gJp4aEu',
    JWT_SECRET: 'pX8wR2tY6uI1oP5aS9dF3gH7jK4lZ0xC',
  };
  const outside = {
    PUBLIC_URL: 'https://rewards.example',
    SMTP_URL: 'smtp://mail:25',
    SMS_URL: 'https://sms.example/send',
    TRUSTED_PROXIES: 'none',
  };
  const isWanted = (env: Record<string, string>) =>
    processes(root)
      .find(({ name }) => name === 'demo')
      ?.isEnabled?.(loadConfig({ ...secrets, ...env }));

  it('follows DEMO and is always no in production', () => {
    expect(isWanted({})).toBe(true);
    expect(isWanted({ DEMO: '0' })).toBe(false);
    expect(isWanted({ ...demoProgramme, ...outside, NODE_ENV: 'production' })).toBe(false);
  });
});

describe('a programme with data', () => {
  it('gets no demo data with any value of DEMO', async () => {
    const { running, base, close } = await listening();
    const { config, pool, store } = running;
    try {
      await newAgent(running);
      await running.folded('agents');
      const head = await store.head();
      const heard: string[] = [];
      const progress = (text: string) => heard.push(text);
      expect(await loadDemo({ config, pool, store, base, today: dayOf(new Date()), progress })).toEqual([]);
      expect(heard).toEqual([expect.stringContaining('skipped')]);
      expect(await store.head()).toBe(head);
    } finally {
      await close();
    }
  });
});

describe('the clock of the demo', () => {
  it('needs the secret, sets no future time, and ends with the load', async () => {
    const { running, base, close } = await listening({ DEMO_SECRET: `${SECRET} of its own` });
    const enquiry = { email: 'visitor@agency.example', typeOfQuery: 'other', queryDetails: 'When do you open?' };
    const ask = (headers: Record<string, string>) =>
      request(base).post('/api/ContactUsSupport/contact-us').set(headers).send(enquiry);
    const secret = { 'x-demo-secret': `${SECRET} of its own` };
    try {
      await ask({ 'x-demo-clock': PAST }).expect(403);
      await ask({ 'x-demo-clock': PAST, 'x-demo-secret': SECRET }).expect(403);
      await ask({ 'x-demo-clock': '2999-01-01T00:00:00Z', ...secret }).expect(422);
      await ask({ 'x-demo-clock': 'yesterday', ...secret }).expect(422);
      await ask({ 'x-demo-clock': PAST, ...secret }).expect(201);
      await ask(secret).expect(201);
      const { rows } = await running.pool.query(
        `select metadata->>'recordedAt' as at, metadata->>'demo' as demo from eventstore.events where type = 'EnquiryReceived' order by position`,
      );
      expect(rows[0]).toEqual({ at: PAST, demo: 'true' });
      expect(rows[1].demo).toBeNull();
      expect(rows[1].at > PAST).toBe(true);
      await request(base)
        .get('/api/countries')
        .set({ 'x-demo-clock': 'over', ...secret })
        .expect(200);
      await ask({ 'x-demo-clock': PAST, ...secret }).expect(403);
    } finally {
      await close();
    }
  });
});
