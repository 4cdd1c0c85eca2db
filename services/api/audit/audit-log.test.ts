import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, dashboard, staffToken } from '../testing/call.ts';
import { adminToken, newAgent, type SignedInAgent } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

interface Entry {
  readonly type: string;
  readonly outcome: string;
  readonly detail: string | null;
  readonly fields: readonly string[];
  readonly actorId: string;
}

let running: RunningApp;
let admin: Dashboard;
let auditor: Dashboard;
let agent: SignedInAgent;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  admin = dashboard(running, await adminToken(running, ADMIN));
  auditor = dashboard(running, await staffToken(running, 'Auditor'));
  agent = await newAgent(running);
});
afterAll(() => running.close());

/** Returns the audit log entries once everything appended so far is in the log's read model. */
async function entries(filter: object): Promise<Entry[]> {
  await running.folded('audit-log');
  const { body } = await admin.list('audit-log', { filter, range: [0, 99], sort: ['recordedAt', 'DESC'] });
  return body;
}

describe('the audit log tells what was refused', () => {
  test('a change and a look that an administrator was not allowed, with the record', async () => {
    await auditor.put(`travel-agents/${agent.id}`, { agencyName: 'Mine' }, 1);
    await auditor.get('operations');
    const refused = await entries({ type: 'AdminAttemptRefused' });
    expect(refused.map(({ detail }) => detail)).toEqual([
      'GET /admin/operations: 403 not-allowed',
      `PUT /admin/travel-agents/${agent.id}: 403 not-allowed`,
    ]);
    expect(refused.every(({ outcome }) => outcome === 'refused')).toBe(true);
  });

  test('changes against a rule, changes of what somebody else has changed, and what is there already', async () => {
    const { body } = await admin.get(`travel-agents/${agent.id}`);
    expect((await admin.put(`travel-agents/${agent.id}`, { emailAddress: 'no address' }, body.version)).status).toBe(
      422,
    );
    expect((await admin.put(`travel-agents/${agent.id}`, { agencyName: 'Other' }, body.version + 7)).status).toBe(412);
    const promotion = {
      promoCode: 'TWICE',
      description: 'Twice',
      promoRate: 0.1,
      startDate: '2026-01-01',
      endDate: '2026-12-31',
    };
    expect((await admin.post('promotions', promotion)).status).toBeLessThan(300);
    expect((await admin.post('promotions', promotion)).status).toBe(409);
    const [duplicate, stale, invalid] = await entries({ type: 'AdminAttemptRefused', actorId: '1' });
    expect(duplicate?.detail).toMatch(/^POST \/admin\/promotions: 409 /);
    expect(stale?.detail).toBe(`PUT /admin/travel-agents/${agent.id}: 412 stale`);
    expect(invalid).toMatchObject({ fields: ['emailAddress'] });
  });

  test('failed sign-ins of administrators', async () => {
    await request(running.app).post('/api/auth/login').send({ emailAddress: ADMIN.email, password: 'Wrong-1!' });
    // It is recorded after the answer, because the answer's duration would reveal whether the person is known.
    await expect
      .poll(async () => (await entries({ outcome: 'refused' })).map(({ type }) => type))
      .toContain('AdminSignInRefused');
    const done = await entries({ outcome: 'done' });
    expect(done.some(({ type }) => /Refused/.test(type))).toBe(false);
  });

  test('nothing of what was sent', async () => {
    const { rows } = await running.pool.query(
      `select * from rm_audit_log."auditLog" where type = 'AdminAttemptRefused'`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/Mine|no address|Twice/);
  });

  test('also of a flood: one by one at first, then counted', async () => {
    for (let n = 0; n < 130; n++) await auditor.post('import');
    await running.services.refused.flush();
    await running.folded('audit-log');
    const { rows } = await running.pool.query<{ detail: string; n: number }>(
      `select detail, count(*)::int as n from rm_audit_log."auditLog"
       where type = 'AdminAttemptRefused' and detail like 'POST /admin/import: 403 %' group by detail order by detail`,
    );
    const [single, counted] = rows;
    expect(rows).toHaveLength(2);
    expect(single?.n).toBeLessThanOrEqual(120);
    expect(counted).toMatchObject({ n: 1 });
    expect((single?.n ?? 0) + Number(/\((\d+) times\)$/.exec(counted?.detail ?? '')?.[1])).toBe(130);
  });
});

test('the log is searched by a field that changed, over an index', async () => {
  const { body } = await admin.get(`travel-agents/${agent.id}`);
  expect((await admin.put(`travel-agents/${agent.id}`, { postalCode: '7700' }, body.version)).status).toBe(200);
  const found = await entries({ field: 'postalCode' });
  expect(found.map(({ type }) => type)).toEqual(['AgentDetailsChanged']);
  const { rows } = await running.pool
    .query(
      `set local enable_seqscan = off; explain select * from rm_audit_log."auditLog" where fields <> '[]'::jsonb and fields @> '["postalCode"]'::jsonb`,
    )
    .then((results) => (results as unknown as { rows: object[] }[])[1] ?? { rows: [] });
  expect(JSON.stringify(rows)).toContain('Bitmap Index Scan');
});
