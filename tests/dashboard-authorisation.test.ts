import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staffToken } from '../services/api/testing/call.ts';
import { adminToken, newAgent } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { DASHBOARD, LETTERS, type Row, STAFF } from './support/authorisation/dashboard.ts';

let running: RunningApp;
let anotherAdmin: string;
const tokens = new Map<AdminRole | 'agent' | 'visitor', string | null>([['visitor', null]]);

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' }, quiet: true });
  tokens.set('agent', (await newAgent(running)).token);
  anotherAdmin = await adminToken(running, ADMIN);
  for (const role of STAFF) tokens.set(role, await staffToken(running, role));
});
afterAll(() => running.close());

let asked = 0;
/** The id of a new request for an administrator by the owner of the token. */
async function requestBy(token: string): Promise<string> {
  const wanted = { name: 'Nomsa', email: `nomsa.${++asked}@fynbos.example`, roles: ['Support'] };
  const made = await request(running.app).post('/api/admin/admins').auth(token, { type: 'bearer' }).send(wanted);
  expect(made.status).toBe(202);
  return made.body.approvalId;
}

let byFinance: string | undefined;
/** The id of a request of Finance for a business day, of which one may wait. */
async function requestByFinance(): Promise<string> {
  const wanted = { day: addDays(dayOf(running.clock.now), 30), name: 'Election day', reason: 'as agreed' };
  const token = tokens.get('Finance') as string;
  const made = await request(running.app).post('/api/admin/business-days').auth(token, { type: 'bearer' }).send(wanted);
  expect(made.status).toBe(202);
  return made.body.approvalId;
}

async function send([method, path, , body]: Row, token: string | null): Promise<request.Response> {
  let filled = path;
  if (path.includes('{waiting}')) filled = path.replace('{waiting}', await requestBy(anotherAdmin));
  if (path.includes('{own}')) filled = path.replace('{own}', await requestBy(tokens.get('Admin') as string));
  if (path.includes('{finance}')) {
    byFinance ??= await requestByFinance();
    filled = path.replace('{finance}', byFinance);
  }
  const sent = request(running.app)[method](`/api/admin/${filled}`);
  const signed = token ? sent.auth(token, { type: 'bearer' }) : sent;
  return body ? signed.send(body) : signed;
}

describe('calls of the dashboard', () => {
  test.each(DASHBOARD.map((row) => [`${row[0].toUpperCase()} ${row[1]}`, row] as const))(
    'let in the listed roles only: %s',
    async (_name, row) => {
      const letIn: string[] = [];
      for (const role of STAFF) {
        const { status } = await send(row, tokens.get(role) ?? null);
        expect(status, `${role}: never a server error`).toBeLessThan(500);
        expect(status, `${role}: the session lives`).not.toBe(401);
        if (status !== 403) letIn.push(role);
      }
      expect(letIn).toEqual(STAFF.filter((role) => [...row[2]].some((letter) => LETTERS[letter] === role)));
      expect((await send(row, null)).status, 'a visitor').toBe(401);
      expect((await send(row, tokens.get('agent') ?? null)).status, 'an agent').toBe(403);
    },
  );
});

test('an auditor can change only own views and audit packs', () => {
  const reading = ['proof/verifications', 'reward-policy/preview', 'presence'];
  const own = ['saved-views', 'saved-views/x', 'saved-views/x/alert', 'audit-packs', 'audit-packs/x/revoke'];
  expect(
    DASHBOARD.filter(
      ([method, path, letIn]) => method !== 'get' && ![...reading, ...own].includes(path) && letIn.includes('U'),
    ),
  ).toEqual([]);
});
