import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { type Engine, startProjections } from '@fynbos/projections/engine/engine.ts';
import { projections } from '@fynbos/projections/registry.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '../scripts/backup/back-up.ts';
import { restore } from '../scripts/backup/restore.ts';
import { adminToken, newAgent } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { handle } from '../services/application/handle.ts';
import { decisionOf } from '../services/application/payouts/testing/payout-harness.ts';
import { openProgramme } from '../services/application/reward-policy/current-policy.ts';
import { freshDatabase } from './support/database.ts';

/* A portal with a restored database: its read models are built from the events once workers run. */

const REPORTS = [
  '/reports/rewards.csv',
  '/reports/balances.csv',
  '/reports/liability.csv',
  '/reports/journal.csv?from=2026-11-01&to=2026-11-20',
  '/reports/month-end.pdf?month=2026-10',
  '/agents-owed.csv',
  '/travel-agents.csv',
  '/rewards.csv',
  '/audit-log.csv',
  '/payout-lines.csv',
];
const TOTALS = ['/liability', '/glance', '/travel-agents?range=[0,9]', '/rewards?range=[0,9]', '/forecast'];

let home: string;
let before: RunningApp;
let again: RunningApp;
let token: string;
let engine: Engine | undefined;
let expected: string;

const get = (where: string, prefer = '') =>
  request(again.app).get(`/api/admin${where}`).auth(token, { type: 'bearer' }).set('Prefer', prefer);
const readyz = async () => request(again.app).get('/readyz');
const balancesOf = ({ readModels }: { readModels: { name: string; lagMs: number; caughtUp: boolean }[] }) =>
  readModels.find(({ name }) => name === 'balances') ?? expect.fail('no balances');

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'rebuilding-'));
  before = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  await openProgramme(before.services);
  const context = { actor: { kind: 'system', id: 'test' } as const, now: before.clock.now, correlationId: 'test' };
  for (let n = 0; n < 3; n++) {
    const agent = await newAgent(before);
    const reward = {
      type: 'PostReward' as const,
      agentId: agent.id,
      decision: decisionOf(agent.id, `RES-${agent.id}`),
      today: '2026-11-12',
    };
    await handle(before.services.log, {
      decider: rewardsAccountDecider,
      streamId: accountStreamOf(agent.id),
      command: reward,
      context,
    });
  }
  await before.folded('balances', 'incentives');
  const complete = await request(before.app)
    .get('/api/admin/reports/balances.csv')
    .auth(await adminToken(before, ADMIN), { type: 'bearer' });
  expected = complete.text;
  expect(expected.trim().split('\n')).toHaveLength(4);
  const folders = { folder: path.join(home, 'data'), keysFolder: path.join(home, 'keys') };
  await backUp({ db: before.pool, eventStoreDb: null, now: new Date(), ...folders });
  const database = await freshDatabase();
  await restore({ db: database.pool(), config: before.config, now: new Date(), ...folders });
  again = await runApp({ database, quiet: true, env: { RATE_LIMIT_SCALE: '100' } });
  token = await adminToken(again, ADMIN);
});
afterAll(async () => {
  await engine?.close();
  await Promise.all([before.close(), again.close()]);
  await rm(home, { recursive: true });
});

test.each([...REPORTS, ...TOTALS])('refuses %s while its read models are rebuilt', async (where) => {
  const { status, headers, body } = await get(where);
  expect([status, body.type]).toEqual([503, 'urn:fynbos:problem:rebuilding']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(body.message).toMatch(/being rebuilt and are not complete yet: \d+% done/);
});

test('is ready, names the read models being rebuilt, and allows sign-in', async () => {
  const { status, body } = await readyz();
  expect([status, body.status]).toEqual([200, 'ready']);
  expect(body.rebuilding).toContainEqual({ name: 'balances', percent: 0, remainingMs: null });
  expect(balancesOf(body).caughtUp).toBe(false);
  expect(balancesOf(body).lagMs).toBeGreaterThan(0);
  await adminToken(again, ADMIN);
});

test('answers a waiting call with complete figures, and refuses one that does not wait', async () => {
  const impatient = await get('/reports/balances.csv', 'wait=1');
  expect(impatient.status).toBe(503);
  const patient = get('/reports/balances.csv', 'respond-async, wait=60').then((answer) => answer);
  const { db, log, queues, logger } = again.services;
  engine = await startProjections({ ...foldPartsOf(log, db), queues, logger }, projections);
  const { status, text, headers } = await patient;
  expect([status, text, headers['preference-applied']]).toEqual([200, expected, 'wait']);
});

test('answers everything once the read models are complete', async () => {
  await expect.poll(async () => (await readyz()).body.rebuilding).toEqual([]);
  await expect.poll(async () => balancesOf((await readyz()).body)).toMatchObject({ lagMs: 0, caughtUp: true });
  const refused: string[] = [];
  for (const where of [...REPORTS, ...TOTALS]) {
    const { status, body } = await get(where);
    if (status !== 200) refused.push(`${where} ${status} ${body.message}`);
  }
  expect(refused).toEqual([]);
});

test('a portal with an empty log never counts as being rebuilt', async () => {
  expect((await request(before.app).get('/readyz')).body.rebuilding).toEqual([]);
});
