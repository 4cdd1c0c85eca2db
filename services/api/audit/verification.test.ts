import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Verification } from '@fynbos/application/audit/verifications.ts';
import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { insertAtEnd } from '@fynbos/event-store/testing/forge.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, dashboard } from '../testing/call.ts';
import { adminToken, registrationForm } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

let running: RunningApp;
let admin: Dashboard;
let folder: string;

beforeAll(async () => {
  running = await runApp();
  admin = dashboard(running, await adminToken(running, ADMIN));
  folder = await mkdtemp(path.join(os.tmpdir(), 'proof-'));
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true });
});

async function proven(): Promise<Verification> {
  const { body, status } = await admin.post('proof/verifications');
  expect(status).toBe(202);
  return until(async () => {
    const { body: proof } = await admin.get(`proof/verifications/${body.id}`);
    return proof.state !== 'running' && proof;
  });
}

/** Downloads an export and the script, and runs the script on the export as a separate process. */
async function checked(query: string): Promise<string> {
  const [exported, script] = [await admin.get(`proof/export${query}`), await admin.get('proof/verify-export.mjs')];
  const ndjson = (exported.body as Buffer).length ? exported.body : exported.text;
  await writeFile(path.join(folder, 'export.ndjson'), ndjson);
  await writeFile(path.join(folder, 'verify-export.mjs'), script.text ?? script.body);
  const done = spawnSync(process.execPath, ['verify-export.mjs', 'export.ndjson'], { cwd: folder, env: {} });
  return `${done.status} ${done.stdout}${done.stderr}`;
}

test('a stream and the whole log can be exported with a proof, and a third party can verify them', async () => {
  const { body } = await admin.post('add-agent', registrationForm());
  expect(await checked(`?stream=agent-${body.id}`)).toMatch(/^0 INTACT: \d+ events of agent-\d+/);
  expect(await checked(`?record=travel-agents/${body.id}`)).toMatch(/^0 INTACT: \d+ events of agent-\d+/);
  expect((await admin.get('proof/export?record=travel-agents/999')).status).toBe(404);
  expect(await checked('')).toMatch(/^0 INTACT: \d+ events of the whole log/);
  expect((await admin.get('proof/export?stream=agent-999')).status).toBe(404);
  const { body: proof } = await admin.get('proof');
  expect(proof.checkpoint.number).toBeGreaterThan(0);
  expect(proof.fingerprint).toMatch(/^([0-9a-f]{4} ?){8}$/);
});

test('counts the keys on request, not with each list of proofs', async () => {
  expect((await admin.get('proof')).body).not.toHaveProperty('masterKeys');
  expect((await admin.get('proof/keys')).body).toEqual({
    masterKeys: [{ masterKeyId: expect.any(String), keys: expect.any(Number), current: true }],
  });
});

test('an administrator can start twenty verifications in an hour', async () => {
  const { limits } = running.services.auth;
  for (let n = 0; n < 20; n++) await limits.consume(LIMITS.verificationsPerPerson, 'admin-2');
  const second = dashboard(running, await adminToken(running, ADMIN2));
  const { status, headers } = await second.post('proof/verifications');
  expect([status, Number(headers['retry-after'])]).toEqual([429, 3_600]);
});

test('a verification from the dashboard lists altered events, and its result is stored', async () => {
  expect(await proven()).toMatchObject({ state: 'done', result: { intact: true, count: 0 } });
  const changed = await running.admin.query(
    `update eventstore.events set data = replace(data::text, 'Admin', 'admin')::json
     where "streamId" = 'admin-1' and revision = 0 returning id`,
  );
  running.pass(1_000);
  const { result } = await proven();
  expect(result).toMatchObject({ intact: false, count: 1 });
  expect(result?.findings[0]).toMatchObject({ kind: 'edited', streamId: 'admin-1', eventId: changed.rows[0].id });
  const { body } = await admin.get('proof');
  expect(body.verifications.map((one: Verification) => one.result?.intact)).toEqual([false, true]);
});

test('a log with inserted events is not exported as proof', async () => {
  await insertAtEnd(running.admin, running.store, 'admin-1', { data: {} });
  expect((await admin.get('proof/export?stream=admin-1')).status).toBe(409);
});
