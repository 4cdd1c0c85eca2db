import { type FeedEntry, feedCursorOf, feedPage } from '@fynbos/application/audit/feed.ts';
import { parse } from 'csv-parse/sync';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, dashboard, staffToken } from '../testing/call.ts';
import { adminToken, newAgent, type SignedInAgent } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';

interface Entry {
  readonly type: string;
  readonly outcome: string;
  readonly detail: string | null;
  readonly refused: { readonly area: string; readonly status: number; readonly times: number } | null;
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

describe('the audit log of refused attempts', () => {
  test('shows a refused change and a refused view of an administrator, with the record', async () => {
    await auditor.put(`travel-agents/${agent.id}`, { agencyName: 'Mine' }, 1);
    await auditor.get('operations');
    const refused = await entries({ type: 'AdminAttemptRefused' });
    expect(refused.map(({ detail }) => detail)).toEqual([
      'GET /admin/operations: 403 not-allowed',
      `PUT /admin/travel-agents/${agent.id}: 403 not-allowed`,
    ]);
    expect(refused.every(({ outcome }) => outcome === 'refused')).toBe(true);
  });

  test('shows refused changes that break a rule, are out of date, or duplicate a record', async () => {
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
    expect(stale).toMatchObject({ refused: { area: 'travel-agents', status: 412, times: 1 } });
    expect(invalid).toMatchObject({ fields: ['emailAddress'] });
  });

  test('shows failed sign-ins of administrators', async () => {
    await request(running.app).post('/api/auth/login').send({ emailAddress: ADMIN.email, password: 'Wrong-1!' });
    // It is recorded after the answer, because the answer's duration would reveal whether the person is known.
    await expect
      .poll(async () => (await entries({ outcome: 'refused' })).map(({ type }) => type))
      .toContain('AdminSignInRefused');
    const done = await entries({ outcome: 'done' });
    expect(done.some(({ type }) => /Refused/.test(type))).toBe(false);
  });

  test('contains none of the sent values', async () => {
    const { rows } = await running.pool.query(
      `select * from rm_audit_log."auditLog" where type = 'AdminAttemptRefused'`,
    );
    expect(JSON.stringify(rows)).not.toMatch(/Mine|no address|Twice/);
  });

  test('shows many refusals individually at first, then counts them', async () => {
    // Ten at once.
    for (let n = 0; n < 13; n++) await Promise.all(Array.from({ length: 10 }, () => auditor.post('import')));
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

test('the history of a record names the agent who acted', async () => {
  await running.folded('agents');
  const { body } = await auditor.get(`travel-agents/${agent.id}/history`);
  const own = body.find(({ type }: { type: string }) => type === 'SignedIn');
  expect(own.actor.name).toBe(`${agent.form.title} ${agent.form.firstName} ${agent.form.surname}`);
});

describe('the audit feed', () => {
  const feed = async (query: Readonly<Record<string, string>>, as: Dashboard = admin) => {
    await running.folded('audit-log', 'approvals', 'agents', 'promotions');
    return (await as.get(`audit-feed?${new URLSearchParams(query)}`)).body;
  };

  test('shows the actor, the values before and after, and the approval of a change', async () => {
    const second = dashboard(running, await adminToken(running, ADMIN2));
    const made = { promoCode: 'FEEDCODE', description: 'Feed', promoRate: 0.1, startDate: '2026-01-01' };
    const { body: promotion } = await admin.post('promotions', made);
    const put = { promoRate: 0.12, effectiveFrom: '2026-02-01' };
    const asked = await admin.put(`promotions/${promotion.id}`, put, promotion.version);
    expect(asked.status, JSON.stringify(asked.body)).toBe(202);
    await second.post(`approvals/${asked.body.approvalId}/approve`, { reason: 'Board decision' });
    const { entries } = await feed({ types: 'PromotionRateChanged' });
    expect(entries[0]).toMatchObject({
      actor: { kind: 'admin', id: '2', name: 'Admin 2' },
      record: { name: 'FEEDCODE', to: `/promotions/${promotion.id}?tab=history` },
      approval: { requestedBy: 'Admin', decidedBy: 'Admin 2', decisionReason: 'Board decision', status: 'executed' },
    });
    expect(entries[0].changes.map(({ field }: { field: string }) => field)).toEqual(['rates']);
    // The approval and its effect are one entry, not three.
    expect(entries[0].others.map(({ type }: { type: string }) => type)).toContain('ApprovalGiven');
    const { body: counts } = await auditor.get('audit-feed/counts?types=PromotionRateChanged,PromotionCreated');
    expect(counts.aggregates).toEqual([{ value: 'promotion', count: counts.total }]);
    expect(counts.actors.map(({ name }: { name: string }) => name).sort()).toEqual(['Admin', 'Admin 2']);
  });

  test('is exported with a line for each changed field, with names, reasons and the approval', async () => {
    const { version } = (await admin.get(`travel-agents/${agent.id}`)).body;
    const changes = { agencyName: 'Exported Travel', postalCode: '8005', reason: '=Call of 3 May' };
    expect((await admin.put(`travel-agents/${agent.id}`, changes, version)).status).toBe(200);
    await running.folded('audit-log', 'approvals', 'agents', 'promotions');
    const exported = async (filter: object): Promise<Record<string, string>[]> => {
      const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: '["recordedAt","DESC"]' });
      return parse((await auditor.get(`audit-log.csv?${query}`)).text, { columns: true });
    };
    const name = `${agent.form.title} ${agent.form.firstName} ${agent.form.surname}`;
    const lines = (await exported({ type: 'AgentDetailsChanged' })).filter(({ reason }) => reason?.endsWith('3 May'));
    expect(lines.map(({ field }) => field).sort()).toEqual(['Agency name', 'Postal code']);
    expect(new Set(lines.map(({ eventId }) => eventId)).size).toBe(1);
    // A reason does not run as a formula.
    for (const line of lines) expect(line).toMatchObject({ who: 'Admin', recordName: name, reason: "'=Call of 3 May" });
    expect((await exported({ type: 'PromotionRateChanged' }))[0]).toMatchObject({
      who: 'Admin 2',
      recordName: 'FEEDCODE',
      field: 'Rates',
      before: '10% from the start',
      after: '12% from 1 Feb 2026',
      requestedBy: 'Admin',
      decision: 'executed',
      decidedBy: 'Admin 2',
      decisionReason: 'Board decision',
    });
    // Events without changed fields have one line.
    const signIns = await exported({ type: 'AdminSignedIn' });
    expect(signIns.length).toBe(new Set(signIns.map(({ eventId }) => eventId)).size);
    expect(signIns[0]).toMatchObject({ field: '', before: '', after: '' });
  });

  test('hides routine events by default, masks personal data, and shows all events about a record', async () => {
    const { version } = (await admin.get(`travel-agents/${agent.id}`)).body;
    await admin.put(`travel-agents/${agent.id}`, { surname: 'Mahlangu', reason: 'Marriage' }, version);
    const record = `travel-agents/${agent.id}`;
    const { entries } = await feed({ record }, auditor);
    expect(entries[0]).toMatchObject({ type: 'AgentDetailsChanged', reason: 'Marriage', actor: { name: 'Admin' } });
    expect(entries[0].changes).toContainEqual(
      expect.objectContaining({ field: 'details.surname', after: 'M•••', masked: true }),
    );
    const types = (page: { entries: { type: string }[] }) => page.entries.map(({ type }) => type);
    expect(types(await feed({ record }))).not.toContain('SignedIn');
    expect(types(await feed({ record, automatic: 'true' }))).toContain('SignedIn');
  });

  test('names the agent of a request', async () => {
    const path = `travel-agents/${agent.id}`;
    const { version, firstName, surname } = (await admin.get(path)).body;
    expect((await admin.put(path, { cellNumber: '0831234567' }, version)).status).toBe(202);
    const { entries } = await feed({ types: 'ApprovalRequested' }, auditor);
    expect(entries[0].approval.summary).toContain(`${firstName} ${surname}`);
    expect(entries[0].approval.summary).not.toContain(`agent ${agent.id}`);
  });

  test.each([1, 2, 30])('shows each action once, with all its events, on pages of %i', async (limit) => {
    await running.folded('audit-log', 'approvals', 'agents', 'promotions');
    const entries: FeedEntry[] = [];
    for (let before: string | null = ''; before !== null; ) {
      const page = { before: feedCursorOf(before), limit, mostOfCall: 30 };
      const { entries: more, next } = await feedPage(running.services, { automatic: true }, page, ['Auditor']);
      entries.push(...more);
      before = next;
    }
    const actions = entries.map(({ correlationId }) => correlationId);
    const { rows } = await running.pool.query('select id, "correlationId" from rm_audit_log."auditLog"');
    expect([...actions].sort()).toEqual([...new Set(rows.map(({ correlationId }) => correlationId))].sort());
    const shown = entries.flatMap((entry) => [entry, ...entry.others]).map(({ id }) => id);
    expect(shown.sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(rows.length).toBeGreaterThan(actions.length);
  });
});

describe('the difference between two moments', () => {
  const between = async (query: Readonly<Record<string, string>>) => {
    await running.folded('audit-log', 'agents', 'promotions');
    return (await auditor.get(`changes-between?${new URLSearchParams(query)}`)).body;
  };

  test('lists each changed record once, from its first value to its last, and new records', async () => {
    const made = { promoCode: 'BETWEEN', description: 'First', promoRate: 0.1, startDate: '2026-01-01' };
    const { body: promotion } = await admin.post('promotions', made);
    running.pass(60_000);
    const from = running.clock.now.toISOString();
    running.pass(60_000);
    const change = async (description: string) => {
      const { version } = (await admin.get(`promotions/${promotion.id}`)).body;
      await admin.put(`promotions/${promotion.id}`, { description }, version);
      running.pass(60_000);
    };
    await change('Second');
    await change('Third');
    await admin.post('promotions', { ...made, promoCode: 'LATER' });
    const { records, isWhole } = await between({ from });
    expect(isWhole).toBe(true);
    expect(records).toHaveLength(2);
    expect(records).toContainEqual(
      expect.objectContaining({
        record: { name: 'BETWEEN', to: `/promotions/${promotion.id}?tab=history` },
        changes: [{ field: 'description', before: 'First', after: 'Third', masked: false }],
        events: 2,
        by: [{ kind: 'admin', id: '1', name: 'Admin' }],
      }),
    );
    expect(records.find(({ isNew }: { isNew: boolean }) => isNew).record.name).toBe('LATER');
    expect((await between({ from, record: `promotions/${promotion.id}` })).records).toHaveLength(1);
    expect((await between({ from: running.clock.now.toISOString() })).records).toEqual([]);
  });

  test('lists what the caller may see, however many other records changed later', async () => {
    await running.folded('audit-log');
    // One agent, then more records that an auditor does not see than one answer lists.
    await running.pool.query(
      `insert into rm_audit_log."auditLog" select (jsonb_populate_record(entry, jsonb_build_object(
         'id', gen_random_uuid(), 'aggregate', 'integrator', 'streamId', 'integrator-' || n,
         'recordedAt', '2020-03-01T12:00:00Z'))).*
       from (select entry from rm_audit_log."auditLog" entry where type = 'AgentRegistered' limit 1) one,
         generate_series(1, 301) n`,
    );
    await running.pool.query(
      `update rm_audit_log."auditLog" set "recordedAt" = '2020-03-01T06:00:00Z'
       where type = 'AgentRegistered' and "streamId" = $1`,
      [`agent-${agent.id}`],
    );
    const found = await between({ from: '2020-03-01T00:00:00Z', to: '2020-03-02T00:00:00Z' });
    expect(found).toMatchObject({ isWhole: true, records: [{ kind: 'agent' }] });
  });
});
