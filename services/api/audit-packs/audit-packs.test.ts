import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { handle } from '@fynbos/application/handle.ts';
import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { addDays, DAY_MS, dayOf } from '@fynbos/domain/calendar.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { verifierSource } from '@fynbos/event-store/audit/export-proof.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, dashboard, staffToken } from '../testing/call.ts';
import { adminToken, registrationForm } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let admin: Dashboard;
let auditor: Dashboard;
let folder: string;
let record: string;
const surname = 'Packwood';

beforeAll(async () => {
  running = await runApp();
  admin = dashboard(running, await adminToken(running, ADMIN));
  auditor = dashboard(running, await staffToken(running, 'Auditor'));
  folder = await mkdtemp(path.join(os.tmpdir(), 'audit-pack-'));
  const { body } = await admin.post('add-agent', registrationForm({ surname }));
  record = `travel-agents/${body.id}`;
  const { body: agent } = await admin.get(record);
  await admin.put(record, { agencyName: 'Coast <b>Travel</b>' }, agent.version);
  // Another agent, who is not part of the pack.
  await admin.post('add-agent', registrationForm({ surname: 'Elsewhere' }));
  await admin.get('audit-log?range=[0,0]');
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

const packForm = (fields: object = {}) => {
  const today = dayOf(running.clock.now);
  return {
    from: addDays(today, -1),
    to: today,
    records: [record],
    automatic: true,
    expiresInDays: 7,
    reason: 'For the external auditor',
    ...fields,
  };
};

async function created(who: Dashboard = auditor, fields: object = {}): Promise<{ id: string; token: string }> {
  const { body, status } = await who.post('audit-packs', packForm(fields));
  expect([status, body.message]).toEqual([201, undefined]);
  expect(body.link).toMatch(/\/admin\/pack#[0-9a-f-]{36}\.[\w-]{43}$/);
  return { id: body.id, token: body.link.split('#')[1] };
}

const open = (token: unknown) => request(running.app).post('/api/audit-packs/open').send({ token });

test('an outsider reads the records of the pack only, without an account, and each opening is recorded', async () => {
  const { id, token } = await created();
  const { body, status, headers } = await open(token).expect(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(status).toBe(200);
  expect(body.records).toEqual([expect.stringContaining(surname)]);
  const text = JSON.stringify(body);
  expect(text).toContain('changed the details of');
  expect(text).toContain('Coast <b>Travel</b>');
  expect(text).not.toContain('Elsewhere');
  const [listed] = (await auditor.get('audit-packs')).body;
  expect(listed).toMatchObject({ id, views: 1, downloads: 0, status: 'valid', reason: 'For the external auditor' });
  await running.settled();
  const { body: log } = await admin.get('audit-log?range=[0,9]&filter={"type":"AuditPackOpened"}');
  expect(log[0]).toMatchObject({ streamId: `audit-pack-${id}`, actorKind: 'visitor' });
  // Neither the secret nor the address of the reader is stored in the open.
  const { rows } = await running.admin.query('select data::text from eventstore.events where "streamId" = $1', [
    `audit-pack-${id}`,
  ]);
  expect(JSON.stringify(rows)).not.toContain(token.split('.')[1]);
  expect(JSON.stringify(rows)).not.toContain('127.0.0.1');
});

test('the bundle is verified without the portal, and an edited narrative is detected', async () => {
  const { token } = await created();
  const { body } = await request(running.app)
    .post('/api/audit-packs/bundle')
    .send({ token })
    .expect(200)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks).toString()));
    });
  const bundle = body as unknown as string;
  await writeFile(path.join(folder, 'verify-export.mjs'), await verifierSource());
  const verify = async (text: string) => {
    await writeFile(path.join(folder, 'pack.ndjson'), text);
    const args = ['verify-export.mjs', 'pack.ndjson', '--extract', 'pack'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env: {}, encoding: 'utf8' });
    return `${status} ${stdout}${stderr}`;
  };
  const said = await verify(bundle);
  expect(said).toMatch(/^0 INTACT: \d+ events of agent-\d+/);
  expect(said).toContain('document narrative.html');
  const html = await readFile(path.join(folder, 'pack/narrative.html'), 'utf8');
  expect(html).toContain('Coast &#60;b&#62;Travel');
  expect(html).toContain(surname);
  expect(html).not.toContain('Elsewhere');
  const forged = bundle.replace(/"content":"([^"]+)"/, (_all, content: string) => {
    const edited = Buffer.from(content, 'base64').toString().replace('Coast', 'Coats');
    return `"content":"${Buffer.from(edited).toString('base64')}"`;
  });
  expect(await verify(forged)).toMatch(/^1 .*NOT INTACT/s);
  const shortened = bundle
    .split('\n')
    .filter((line) => !line.includes('AgentDetailsChanged'))
    .join('\n');
  expect(await verify(shortened)).toMatch(/^1 .*NOT INTACT/s);
});

test('a reason that an approval states is not repeated', async () => {
  const reason = 'Letter 12 of SARS';
  const treatment = { kind: 'independent-contractor', rate: 0 };
  const requested = await admin.post(`${record}/tax-treatment`, { effectiveFrom: '2026-01-01', treatment, reason });
  expect(requested.status).toBe(202);
  const second = dashboard(running, await adminToken(running, ADMIN2));
  const approved = await second.post(`approvals/${requested.body.approvalId}/approve`, { reason: 'Letter seen' });
  expect(approved.status).toBe(200);
  await running.settled();
  const { token } = await created();
  const { body } = await open(token).expect(200);
  const entries: string[] = body.entries.map((entry: object) => JSON.stringify(entry));
  const times = (text: string) => entries.map((entry) => entry.split(text).length - 1);
  expect(Math.max(...times(reason))).toBe(1);
  expect(Math.max(...times('Letter seen'))).toBe(1);
});

test('packs are listed page by page, and without a range in one list', async () => {
  const { id } = await created(admin);
  const idsOf = ({ body }: { body: { id: string }[] }) => body.map((pack) => pack.id);
  const all = idsOf(await admin.get('audit-packs'));
  expect(all).toContain(id);
  const page = await admin.get('audit-packs?range=[1,2]');
  expect(idsOf(page)).toEqual(all.slice(1, 3));
  expect(page.headers['content-range']).toBe(`audit-packs 1-2/${all.length}`);
  expect((await admin.get('audit-packs?filter={"status":"valid"}')).status).toBe(400);
});

test('leaves out the automatic events of an action unless the pack includes automatic entries', async () => {
  const agentId = Number(record.split('/')[1]);
  const context = { now: running.clock.now, correlationId: randomUUID() };
  const { log } = running.services;
  const edit = { type: 'ChangeDetails', details: { agencyName: 'Same action' } } as const;
  const byAdmin = { ...context, actor: { kind: 'admin', id: '1' } } as const;
  await handle(log, { decider: agentDecider, streamId: agentStreamOf(agentId), command: edit, context: byAdmin });
  const bySystem = { ...context, actor: { kind: 'system', id: 'test' } } as const;
  // More than a page of the audit log reads besides the events that match.
  const streamId = accountStreamOf(agentId);
  const holds = Array.from({ length: 15 }, (_, number) => `h${number}`);
  for (const holdId of holds) {
    const hold = { type: 'PlacePayoutHold', agentId, holdId, signal: 'Finance', reason: 'Asked' } as const;
    await handle(log, { decider: rewardsAccountDecider, streamId, command: hold, context: bySystem });
  }
  await running.settled();
  const othersOf = async (automatic: boolean): Promise<number[]> => {
    const { token } = await created(auditor, { automatic });
    const { body } = await open(token).expect(200);
    const ofAction = body.entries.filter(({ others }: { others: string[] }) =>
      others.some((text) => /hold/i.test(text)),
    );
    return ofAction.map(({ others }: { others: string[] }) => others.length);
  };
  expect(await othersOf(false)).toEqual([]);
  expect(await othersOf(true)).toEqual([15]);
});

test('gives the same answer for a wrong, an expired and a revoked link', async () => {
  const { id, token } = await created();
  const [packId, secret = ''] = token.split('.');
  const other = await created();
  const wrong = [`${packId}.${'A'.repeat(43)}`, `${packId}.${other.token.split('.')[1]}`, secret, '', 'x'];
  const gone = { status: 404, message: expect.stringContaining('not valid') };
  for (const one of wrong)
    expect(await open(one).then(({ status, body }) => ({ status, message: body.message }))).toEqual(gone);
  expect((await open(undefined)).status).toBe(422);
  expect((await open(42)).status).toBe(422);
  expect((await auditor.post(`audit-packs/${id}/revoke`)).status).toBe(200);
  expect((await open(token)).status).toBe(404);
  expect((await request(running.app).post('/api/audit-packs/bundle').send({ token })).status).toBe(404);
  running.pass(7 * DAY_MS);
  expect((await open(other.token)).status).toBe(404);
  admin = dashboard(running, await adminToken(running, ADMIN));
  expect((await admin.get('audit-packs')).body.map(({ status }: { status: string }) => status)).toEqual(
    expect.arrayContaining(['revoked', 'expired']),
  );
});

test('rejects a period, validity, records and size out of bounds', async () => {
  const today = dayOf(running.clock.now);
  for (const wrong of [
    { expiresInDays: 31 },
    { expiresInDays: 0 },
    { reason: '' },
    { from: today, to: addDays(today, -1) },
    { records: ['nothing/7'] },
    { records: Array(21).fill(record) },
    // Nothing happened in this period.
    { from: '2020-01-01', to: '2020-01-02' },
  ])
    expect((await admin.post('audit-packs', packForm(wrong))).status, JSON.stringify(wrong)).toBe(422);
});

test('a link ends when its creator is disabled', async () => {
  const { token } = await created(admin, { records: [], from: '2020-01-01', automatic: false });
  await open(token).expect(200);
  const context = { actor: { kind: 'system', id: 'test' }, now: running.clock.now, correlationId: 'test' } as const;
  const disable = { type: 'DisableAdmin', reason: 'Left' } as const;
  await handle(running.services.log, { decider: adminDecider, streamId: adminStreamOf(1), command: disable, context });
  expect((await open(token)).status).toBe(404);
});

test('guesses and openings are limited', async () => {
  const most = Math.max(1, LIMITS.auditPackPerNetwork.most);
  let last = 0;
  for (let n = 0; n <= most && last !== 429; n++) last = (await open(`${'0'.repeat(36)}.x`)).status;
  expect(last).toBe(429);
});
