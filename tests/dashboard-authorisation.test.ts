import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staffToken } from '../services/api/admin/testing/call.ts';
import { newAgent } from '../services/api/testing/people.ts';
import { type RunningApp, runApp } from '../services/api/testing/running-app.ts';

const STAFF: readonly AdminRole[] = ['Admin', 'Finance', 'Support', 'Operator', 'Auditor'];
type Method = 'get' | 'post' | 'put' | 'delete';
/** Method, path below `/api/admin`, and the roles that are let in, by their first letters: A F S O U (auditor). */
type Row = readonly [Method, string, string];
const LETTERS: Readonly<Record<string, AdminRole>> = {
  A: 'Admin',
  F: 'Finance',
  S: 'Support',
  O: 'Operator',
  U: 'Auditor',
};

/** Every call of the dashboard against the table of edges.md, Who may do what. */
const ROWS: readonly Row[] = [
  ['get', 'me', 'AFSOU'],
  ['get', 'glance', 'AFU'],
  ['get', 'reward-policy', 'AFU'],
  ['get', 'travel-agents?range=[0,9]', 'AFSU'],
  ['get', 'travel-agents.csv', 'AFSU'],
  ['get', 'travel-agents/1', 'AFSU'],
  ['get', 'travel-agents/1/history', 'AFSU'],
  ['post', 'travel-agents/1/history/reveal', 'AF'],
  ['post', 'travel-agents/1/numbers', 'AF'],
  ['put', 'travel-agents/1', 'A'],
  ['put', 'travel-agents/1/bank', 'A'],
  ['post', 'travel-agents/1/suspend', 'A'],
  ['post', 'travel-agents/1/reinstate', 'A'],
  ['post', 'travel-agents/1/unlock', 'AS'],
  ['post', 'travel-agents/1/employer-consent', 'A'],
  ['get', 'travel-agents/1/referral-tree', 'AFSU'],
  ['get', 'travel-agents/1/forgetting', 'A'],
  ['post', 'travel-agents/1/forgetting', 'A'],
  ['get', 'travel-agents/1/sessions', 'A'],
  ['delete', 'travel-agents/1/sessions/x', 'A'],
  ['get', 'referrals?range=[0,9]', 'AFSU'],
  ['get', 'referrals/x/history', 'AFSU'],
  ['get', 'promotions?range=[0,9]', 'AFU'],
  ['get', 'promotions/x', 'AFU'],
  ['get', 'promotions/x/history', 'AFU'],
  ['get', 'promotions/x/performance', 'AFU'],
  ['post', 'promotions', 'A'],
  ['put', 'promotions/x', 'A'],
  ['post', 'promotions/x/changes', 'A'],
  ['delete', 'promotions/x/changes/rate/2030-01-01', 'A'],
  ['get', 'contact-support?range=[0,9]', 'AFSU'],
  ['get', 'contact-support/1', 'AFSU'],
  ['get', 'contact-support/1/history', 'AFSU'],
  ['put', 'contact-support/1', 'AS'],
  ['post', 'contact-support/1/answers', 'AS'],
  ['post', 'contact-support/1/notes', 'AS'],
  ['get', 'enquiry-people', 'AFSU'],
  ['get', 'enquiry-templates', 'AFSU'],
  ['post', 'enquiry-templates', 'AS'],
  ['put', 'enquiry-templates/x', 'AS'],
  ['delete', 'enquiry-templates/x', 'AS'],
  ['get', 'rewards?range=[0,9]', 'AFU'],
  ['get', 'rewards.csv', 'AFU'],
  ['get', 'rewards/x', 'AFU'],
  ['get', 'rewards/x/history', 'AFU'],
  ['get', 'accounts/1/history', 'AFU'],
  ['get', 'reward-policy/current/history', 'AFU'],
  ['get', 'audit-log?range=[0,9]', 'AFU'],
  ['get', 'audit-log.csv', 'AFU'],
  ['get', 'proof', 'AFU'],
  ['post', 'proof/verifications', 'AFU'],
  ['get', 'proof/verifications/x', 'AFU'],
  ['get', 'proof/export?stream=x', 'AFU'],
  ['get', 'proof/verify-export.mjs', 'AFU'],
  ['get', 'events', 'AFOU'],
  ['get', 'events/x', 'AFOU'],
  ['get', 'event-types', 'AFOU'],
  ['get', 'integrators?range=[0,9]', 'AO'],
  ['get', 'integrators/x', 'AO'],
  ['get', 'integrators/x/traffic', 'AO'],
  ['get', 'integrators/x/calls', 'AO'],
  ['get', 'integrators/x/refused', 'AO'],
  ['post', 'integrators/x/refused/y/retry', 'AO'],
  ['post', 'integrators/x/try', 'AO'],
  ['get', 'integrators/x/history', 'AO'],
  ['put', 'integrators/x', 'AO'],
  ['post', 'integrators', 'AO'],
  ['post', 'integrators/x/keys', 'AO'],
  ['delete', 'integrators/x/keys/y', 'AO'],
  ['delete', 'integrators/x', 'AO'],
  ['get', 'integrators/x/webhooks', 'AO'],
  ['post', 'integrators/x/webhooks', 'AO'],
  ['delete', 'integrators/x/webhooks/y', 'AO'],
  ['get', 'integrators/x/webhooks/y/deliveries', 'AO'],
  ['post', 'integrators/x/webhooks/y/rotate', 'AO'],
  ['post', 'integrators/x/webhooks/y/enable', 'AO'],
  ['post', 'integrators/x/webhooks/y/disable', 'AO'],
  ['post', 'integrators/x/webhooks/y/ping', 'AO'],
  ['post', 'integrators/x/webhooks/y/again', 'AO'],
  ['get', 'admins', 'AFU'],
  ['get', 'admins/1', 'AFU'],
  ['get', 'admins/1/history', 'AFU'],
  ['get', 'permissions', 'AFU'],
  ['post', 'admins', 'A'],
  ['put', 'admins/1', 'A'],
  ['get', 'approvals?range=[0,9]', 'AFU'],
  ['get', 'operations', 'AFO'],
  ['get', 'operations/parked', 'AFO'],
  ['get', 'operations/parked/waiting?projection=x&key=y', 'AFO'],
  ['post', 'operations/parked/resume', 'AO'],
  ['get', 'operations/replays', 'AFO'],
  ['post', 'operations/replays', 'AFO'],
  ['get', 'operations/replays/x', 'AFO'],
  ['post', 'operations/replays/x/cancel', 'AFO'],
  ['post', 'operations/board', 'AO'],
  ['post', 'what-ifs', 'AFO'],
  ['get', 'what-ifs', 'AFO'],
  ['get', 'what-ifs/x', 'AFO'],
  ['post', 'what-ifs/x/cancel', 'AFO'],
  ['get', 'what-ifs/x/results', 'AFO'],
  ['get', 'what-ifs/x/result.csv', 'AFO'],
  ['post', 'what-ifs/x/correction', 'F'],
  ['get', 'recalculations', 'AFU'],
  ['post', 'import', 'A'],
  ['get', 'liability', 'AFU'],
  ['get', 'reports/liability.csv', 'AFU'],
  ['get', 'agents-owed?range=[0,9]', 'AFU'],
  ['get', 'agents-owed.csv', 'AFU'],
  ['get', 'forecast', 'AFU'],
  ['get', 'reports/forecast.csv', 'AFU'],
  ['get', 'journal?from=2026-01-01&to=2026-01-31', 'AFU'],
  ['get', 'reports/journal.csv?from=2026-01-01&to=2026-01-31', 'AFU'],
  ['get', 'reports/month-end.pdf?month=2020-01', 'AFU'],
  ['get', 'controls?from=2026-01-01&to=2026-01-31', 'AFU'],
  ['get', 'reports/controls.csv?from=2026-01-01&to=2026-01-31', 'AFU'],
  ['get', 'travel-agents/1/statement.pdf?from=2026-01-01&to=2026-01-31', 'AFU'],
  ['get', 'travel-agents/1/statement.csv?from=2026-01-01&to=2026-01-31', 'AFU'],
  ['get', 'payouts?range=[0,9]', 'AFU'],
  ['get', 'payouts/x', 'AFU'],
  ['post', 'payouts', 'F'],
  ['post', 'payouts/x/approve', 'F'],
  ['post', 'payouts/x/cancel', 'F'],
  ['post', 'payouts/x/answer', 'F'],
  ['get', 'payouts/x/files/csv', 'F'],
  ['get', 'payouts/x/files/csv/check', 'F'],
  ['get', 'payout-lines?range=[0,9]', 'AFU'],
  ['get', 'payout-lines.csv', 'AFU'],
  ['get', 'tax-years/2026', 'AFU'],
  ['post', 'tax-years/2026/certificates', 'F'],
  ['get', 'tax-years/2026/sars.csv', 'F'],
  ['get', 'certificates?range=[0,9]', 'AFU'],
  ['get', 'certificates/x/certificate.pdf', 'F'],
  ['get', 'certificates/x/versions', 'AFU'],
  ['post', 'certificates/x/reissue', 'F'],
  ['get', 'travel-agents/1/tax-treatment', 'AFU'],
  ['post', 'travel-agents/1/tax-treatment', 'F'],
  ['get', 'reward-policy/history', 'AFU'],
  ['post', 'reward-policy', 'F'],
  ['get', 'bank-list', 'AFU'],
  ['post', 'bank-list', 'F'],
  ['get', 'business-days', 'AFU'],
  ['post', 'business-days', 'F'],
  ['get', 'holds?range=[0,9]', 'AFU'],
  ['post', 'holds', 'F'],
  ['post', 'holds/x/release', 'F'],
  ['post', 'holds/waive-minimum', 'F'],
  ['get', 'payouts/x/statement.pdf', 'AFU'],
  ['get', 'payouts/x/statement.csv', 'AFU'],
  ['get', 'payouts/x/agents/1/statement.pdf', 'AFU'],
  ['get', 'payouts/x/agents/1/statement.csv', 'AFU'],
  ['get', 'holds?range=[0,9]', 'AFU'],
  ['post', 'holds', 'F'],
  ['post', 'holds/1:x/release', 'F'],
  ['post', 'signals/1:x/hold', 'F'],
  ['post', 'signals/1:x/dismiss', 'F'],
  ['get', 'reconciliations?range=[0,9]', 'AFU'],
  ['get', 'reconciliations/latest', 'AFU'],
  ['post', 'reconciliations', 'AF'],
  ['get', 'integrator-names', 'AFU'],
  ['get', 'integrator-lists', 'AFU'],
  ['get', 'integrator-lists/x', 'AFU'],
  ['get', 'integrator-lists/x/findings.csv', 'AFU'],
  ['post', 'integrator-lists', 'AF'],
];

let running: RunningApp;
const tokens = new Map<AdminRole | 'agent' | 'visitor', string | null>([['visitor', null]]);

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' }, quiet: true });
  tokens.set('agent', (await newAgent(running)).token);
  for (const role of STAFF) tokens.set(role, await staffToken(running, role));
});
afterAll(() => running.close());

function send([method, path]: Row, token: string | null): request.Test {
  const sent = request(running.app)[method](`/api/admin/${path}`);
  return token ? sent.auth(token, { type: 'bearer' }) : sent;
}

describe('the calls of the dashboard', () => {
  test.each(ROWS.map((row) => [`${row[0].toUpperCase()} ${row[1]}`, row] as const))('%s', async (_name, row) => {
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
  });
});

test('an auditor is let into nothing that changes something: a proof of the log only reads it', () => {
  expect(
    ROWS.filter(([method, path, roles]) => method !== 'get' && path !== 'proof/verifications' && roles.includes('U')),
  ).toEqual([]);
});
