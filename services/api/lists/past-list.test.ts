import { VISITOR } from '@fynbos/application/caller.ts';
import { handle } from '@fynbos/application/handle.ts';
import { computeMonth } from '@fynbos/application/month-close/steps.ts';
import { decisionOf } from '@fynbos/application/payouts/testing/payout-harness.ts';
import { DAY_MS, dayOf, lastMonths, taxYearOf } from '@fynbos/domain/calendar.ts';
import { monthCloseDecider, monthCloseStreamOf } from '@fynbos/domain/month-close/month-close.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { startRebuildWorker } from '@fynbos/projections/engine/rebuild/rebuild-jobs.ts';
import { removeAbandoned } from '@fynbos/projections/engine/rebuild/upgrade-projections.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import { projections } from '@fynbos/projections/registry.ts';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aliveMib, watchedRead } from '../testing/alive.ts';
import { type Dashboard, dashboard } from '../testing/call.ts';
import { adminToken, newAgent, referred, type SignedInAgent } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';
import { sendCsv } from './export.ts';

let running: RunningApp;
let admin: Dashboard;
let worker: { close(): Promise<void> };
let agent: SignedInAgent;
/** Before the second agent registered and the first one moved. */
let then: string;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  admin = dashboard(running, await adminToken(running, ADMIN));
  const { pool, services } = running;
  worker = startRebuildWorker(foldPartsOf(services.log, pool), services.queues, projections, services.logger);
  agent = await newAgent(running, { agencyName: 'Karoo Travel' });
  running.pass(60_000);
  then = running.clock.now.toISOString();
  running.pass(60_000);
  await newAgent(running);
  const { body } = await admin.get(`travel-agents/${agent.id}`);
  await admin.put(`travel-agents/${agent.id}`, { agencyName: 'Coast Travel' }, body.version);
  const account = { bankName: 'Capitec', branchCode: '470010', bankAccountNumber: '1234567890' };
  const { body: moved } = await admin.get(`travel-agents/${agent.id}`);
  await admin.put(`travel-agents/${agent.id}/bank`, { ...account, bankAccountHolderName: 'T N' }, moved.version);
  const post = { type: 'PostReward', agentId: agent.id, decision: decisionOf(agent.id, 'RES-1') } as const;
  const context = { actor: { kind: 'system', id: 'test' }, now: running.clock.now, correlationId: 'test' } as const;
  await handle(services.log, {
    decider: rewardsAccountDecider,
    streamId: accountStreamOf(agent.id),
    command: post,
    context,
  });
  running.pass(60_000);
});
afterAll(async () => {
  await worker.close();
  await running.close();
});

const at = (moment: string) => `asOf=${encodeURIComponent(moment)}`;
const PAGE = 'range=[0,9]';

/** Polls until the list as of that instant exists. */
const listAt = (resource: string, moment: string) =>
  until(async () => {
    const answer = await admin.get(`${resource}?${PAGE}&${at(moment)}`);
    if (answer.status !== 202) return answer;
    expect(answer.body).toMatchObject({ asOf: moment, done: expect.any(Number) });
    expect(answer.get('Retry-After')).toBe('1');
    return null;
  });

const rebuildsOf = async (moment: string): Promise<number> =>
  (await running.pool.query('select count(*)::int as n from engine.replays where "asOf" = $1', [moment])).rows[0].n;

test('a list is shown as of an instant, with its records and their values', async () => {
  const { body, headers } = await listAt('travel-agents', then);
  expect(body.map(({ agencyName }: { agencyName: string }) => agencyName)).toEqual(['Karoo Travel']);
  expect(headers['content-range']).toBe('travel-agents 0-0/1');
  const { body: now } = await admin.get(`travel-agents?${PAGE}`);
  expect(now).toHaveLength(2);
  const { cellNumber } = agent.form;
  for (const list of [body, now])
    expect(list).toContainEqual(
      expect.objectContaining({ id: agent.id, cellNumber, employerConsent: 'Y', termsAndConditions: 'Y' }),
    );
  const csv = await admin.get(`travel-agents.csv?${at(then)}`);
  expect(csv.text.trim().split('\n')).toHaveLength(2);
});

test('concurrent requests for one instant share one build', async () => {
  const moment = new Date(Date.parse(then) + 1).toISOString();
  await Promise.all(Array.from({ length: 8 }, () => admin.get(`promotions?${PAGE}&${at(moment)}`)));
  await listAt('promotions', moment);
  expect(await rebuildsOf(moment)).toBe(1);
});

test('a list that could not be built reports the error for a minute and is not rebuilt for each request', async () => {
  const moment = new Date(Date.parse(then) + 2).toISOString();
  const { name, version } = promotions;
  await running.pool.query(
    `insert into engine.replays ("id", "projection", "version", "state", "asOf", "error") values ('broken', $1, $2, 'failed', $3, 'RangeError')`,
    [name, version, moment],
  );
  for (const _asked of ['once', 'again']) {
    const answer = await admin.get(`promotions?${PAGE}&${at(moment)}`);
    expect([answer.status, answer.body.message]).toEqual([503, expect.stringContaining('(RangeError)')]);
    expect(Number(answer.get('Retry-After'))).toBeGreaterThan(0);
  }
  expect(await rebuildsOf(moment)).toBe(1);
  await running.pool.query(
    `update engine.replays set "updatedAt" = now() - interval '61 seconds' where "id" = 'broken'`,
  );
  expect((await listAt('promotions', moment)).status).toBe(200);
});

test('short lists and the audit log are shown as of a moment too', async () => {
  await admin.post('integrators', { name: 'Late', scopes: ['rental-events:read'] });
  expect((await listAt('integrators', then)).body).toEqual([]);
  expect((await listAt('admins', then)).body.length).toBeGreaterThan(0);
  const { status, body } = await admin.get(`audit-log?range=[0,99]&${at(then)}`);
  expect(status).toBe(200);
  expect(body.length).toBeGreaterThan(0);
  expect(body.every(({ recordedAt }: { recordedAt: string }) => recordedAt <= then)).toBe(true);
});

test('approvals, holds and payout runs are shown as of a moment', async () => {
  expect((await admin.get(`approvals?${PAGE}`)).body).toHaveLength(1);
  for (const resource of ['approvals', 'holds', 'payouts'])
    expect((await listAt(resource, then)).body, resource).toEqual([]);
});

test('referrals, reconciliations and the closing of months are shown as of a moment', async () => {
  const { services, clock } = running;
  const [month = ''] = lastMonths(dayOf(new Date(Date.parse(then) - 40 * DAY_MS)), 1);
  const context = { actor: { kind: 'admin', id: '1' }, now: clock.now, correlationId: 'sign-off' } as const;
  await running.folded('month-closes', 'balances');
  const { steps } = await computeMonth(services, month, clock.now);
  const digest = steps.find(({ step }) => step === 'late-postings')?.digest ?? '';
  const step = { step: 'late-postings', state: 'ready', figures: [], digest, note: '', by: 1 } as const;
  const command = { type: 'SignOffStep', month, ...step } as const;
  await handle(services.log, { decider: monthCloseDecider, streamId: monthCloseStreamOf(month), command, context });
  await referred(running, agent);
  expect((await admin.post('reconciliations')).status).toBe(202);
  await running.folded('month-closes', 'referrals', 'reconciliations');
  for (const resource of ['referrals', 'reconciliations']) {
    expect((await admin.get(`${resource}?${PAGE}`)).body, resource).toHaveLength(1);
    expect((await listAt(resource, then)).body, resource).toEqual([]);
  }
  const signedOff = (months: { month: string; signedOff: number }[]) =>
    months.find((one) => one.month === month)?.signedOff;
  expect(signedOff((await admin.get('month-closes')).body)).toBe(1);
  expect(signedOff((await listAt('month-closes', then)).body)).toBe(0);
  const earlier = `${month}-20T08:00:00.000Z`;
  expect((await listAt('month-closes', earlier)).body[0]).toMatchObject({ month, status: 'running' });
});

test('a tax year is shown from all its read models as of one moment', async () => {
  const year = `tax-years/${taxYearOf(dayOf(running.clock.now))}`;
  await running.folded('balances');
  expect((await admin.get(year)).body.completeness.agents).toBe(1);
  const past = await listAt(year, then);
  expect([past.status, past.body.completeness.agents]).toEqual([200, 0]);
});

test('an instant in the future means now, and an invalid instant is refused', async () => {
  expect((await admin.get(`travel-agents?${PAGE}&${at('2999-01-01')}`)).body).toHaveLength(2);
  for (const none of ['yesterday', '2026-02-30', '2026-02-30T08:00:00Z', '2026-03-01T08:00:00', 'foo 2026-03-01'])
    expect((await admin.get(`travel-agents?${PAGE}&${at(none)}`)).status, none).toBe(400);
});

test('the table of a past moment is kept for an hour, and created again for a later request', async () => {
  await listAt('travel-agents', then);
  const before = await rebuildsOf(then);
  await running.pool.query(`update engine.replays set "updatedAt" = now() - interval '61 minutes' where "asOf" = $1`, [
    then,
  ]);
  await removeAbandoned(running.pool);
  const { rows } = await running.pool.query(
    `select count(*)::int as n from pg_namespace where nspname like 'rm\\_agents\\_\\_asof%'`,
  );
  expect(rows[0].n).toBe(0);
  expect((await listAt('travel-agents', then)).body).toHaveLength(1);
  expect(await rebuildsOf(then)).toBe(before + 1);
});

test('exports 100,000 rows as CSV without more memory than a fifth of them', async () => {
  const ROWS = 100_000;
  const app = express().get('/:rows', (request, response) =>
    sendCsv({ caller: VISITOR, response }, running.services.exports, {
      name: 'rows',
      query: {
        text: `select n, 'agent-' || n % 5000 as "streamId", md5(n::text) as "id", repeat('details ', 12) as detail from generate_series(1, $1::int) n`,
        values: [Number(request.params.rows)],
      },
      columns: ['n', 'streamId', 'id', 'detail'].map((heading) => ({ heading, cell: (row) => row[heading] })),
    }),
  );
  const read = (rows: number) => watchedRead(app, `/${rows}`, 2.5 * 1024 * 1024);
  const fifth = await read(ROWS / 5);
  const before = aliveMib();
  const whole = await read(ROWS);
  expect([fifth.lines, whole.lines]).toEqual([ROWS / 5 + 1, ROWS + 1]);
  // The file is 14 MiB; its rows as objects are many times that.
  expect(whole.mostMib - fifth.mostMib).toBeLessThan(4);
  expect(aliveMib() - before).toBeLessThan(4);
});
