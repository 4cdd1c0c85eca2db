import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importKey } from '../scripts/import/import-key.ts';
import { freePort } from '../scripts/supervisor/ports.ts';
import { adminToken } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { openProgramme } from '../services/application/reward-policy/current-policy.ts';
import { command } from './support/command.ts';

const PROGRAMME = path.resolve(import.meta.dirname, 'fixtures/programme-60');
let running: RunningApp;
let server: Server;
let folder: string;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  await openProgramme(running.services);
  server = running.app.listen(await freePort());
  folder = await mkdtemp(path.join(os.tmpdir(), 'import-'));
  await writeFile(path.join(folder, 'password'), ADMIN.password);
  for (const name of ['programme.ndjson', 'rental-events.ndjson']) {
    const lines = (await readFile(path.join(PROGRAMME, name), 'utf8')).split('\n');
    await writeFile(path.join(folder, name), lines.slice(0, 20).join('\n'));
  }
});
afterAll(async () => {
  server.close();
  await running.close();
  await rm(folder, { recursive: true });
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const send = (options: readonly string[] = [], from = folder, onStart?: (child: ChildProcess) => void) =>
  command(
    'scripts/import.ts',
    [from, '--url', url(), ...options],
    {
      DATA_DIR: folder,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD_FILE: path.join(folder, 'password'),
      // A blank variable counts as absent.
      INTEGRATOR_KEY: ' ',
    },
    onStart,
  );
/** A folder with this programme, and ten invoices from line `first` on, which no other test sends. */
async function folderWith(programme: string, first: number): Promise<string> {
  const other = path.join(folder, `from-${first}`);
  await mkdir(other);
  await writeFile(path.join(other, 'programme.ndjson'), programme);
  const lines = (await readFile(path.join(PROGRAMME, 'rental-events.ndjson'), 'utf8')).split('\n');
  const invoices = lines.filter((line) => line.includes('"type": "invoice"'));
  await writeFile(path.join(other, 'rental-events.ndjson'), invoices.slice(first, first + 10).join('\n'));
  return other;
}
/** How many keys of integrators are live, from the log. */
async function liveKeys(): Promise<number> {
  const { rows } = await running.pool.query(
    `select (count(*) filter (where type = 'IntegratorKeyMade') - count(*) filter (where type = 'IntegratorKeyRevoked'))::int as live
       from eventstore.events`,
  );
  return rows[0].live;
}
async function recorded(): Promise<{ promotions: number; invoices: number }> {
  const { rows } = await running.pool.query(
    `select count(*) filter (where "streamId" like 'promotion-%')::int as promotions,
       count(*) filter (where type like 'Invoice%')::int as invoices from eventstore.events`,
  );
  return rows[0];
}

test('sends no rental event when part of the programme is missing, and resumes when repeated', async () => {
  // The error of Postgres when it has no free connection.
  await running.admin.query(`
    create function eventstore.no_room() returns trigger language plpgsql as $$
      begin raise exception 'too many connections' using errcode = '53300'; end $$;
    create trigger no_room before insert on eventstore.events for each row
      when (new."streamId" like 'promotion-%') execute function eventstore.no_room()`);
  const short = await send();
  expect([short.code, short.output]).toEqual([1, expect.stringContaining('No rental events were sent')]);
  expect(await recorded()).toEqual({ promotions: 0, invoices: 0 });
  await running.admin.query('drop trigger no_room on eventstore.events');
  // The first attempt holds the promotion codes for 30 seconds.
  let whole = await send();
  while (whole.output.includes('"unavailable":') && !whole.output.includes('"unavailable":0')) whole = await send();
  expect([whole.code, whole.output]).toEqual([0, expect.stringContaining('rental events: {"summary"')]);
  expect((await recorded()).promotions).toBeGreaterThan(0);
  expect((await recorded()).invoices).toBeGreaterThan(0);
});

test('revokes the key of an import although the api is replaced at that moment', async () => {
  const { port } = server.address() as AddressInfo;
  const base = url();
  const key = await importKey(base, await adminToken(running, ADMIN));
  server.close();
  server.closeAllConnections();
  const ended = key.end();
  await sleep(500);
  server = running.app.listen(port);
  await ended;
  const answer = await fetch(`${base}/api/integrations/rental-events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/x-ndjson' },
    body: '{}',
  });
  expect(answer.status).toBe(401);
});

test('sends no rental event when the portal ended the programme early', async () => {
  const cut = await folderWith('no JSON\n'.repeat(55_000), 20);
  const { invoices } = await recorded();
  const { code, output } = await send(['--despite-rejected'], cut);
  expect([code, output]).toEqual([1, expect.stringMatching(/Too many lines were rejected.* No rental events/)]);
  expect((await recorded()).invoices).toBe(invoices);
});

test('sends no rental event when a line of the programme was rejected, unless that is accepted', async () => {
  const partly = await folderWith('{"type":"promotion-change","promoCode":"NONE"}', 30);
  const { invoices } = await recorded();
  const refused = await send([], partly);
  expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/conflict: 1\..* No rental events/)]);
  expect((await recorded()).invoices).toBe(invoices);
  expect((await send(['--despite-rejected'], partly)).code).toBe(0);
  expect((await recorded()).invoices).toBe(invoices + 10);
});

test('fails when a rental event was rejected, and revokes the key', async () => {
  const bad = await folderWith('', 40);
  await writeFile(path.join(bad, 'rental-events.ndjson'), '{"type":"invoice"}');
  const { code, output } = await send([], bad);
  expect([code, output]).toEqual([1, expect.stringContaining('Part of the rental events was not recorded.')]);
  expect(await liveKeys()).toBe(0);
});

test('sends the rental events as the integrator that was chosen', async () => {
  const headers = { authorization: `Bearer ${await adminToken(running, ADMIN)}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Rental system', scopes: ['rental-events:write'] });
  const added = await fetch(`${url()}/api/admin/integrators`, { method: 'POST', headers, body });
  const { id } = (await added.json()) as { id: string };
  const keys = await liveKeys();
  await running.settled();
  const before = await folderWith('', 50);
  expect(await send([], before)).toEqual({ code: 0, output: expect.stringContaining(`Rental system (${id})`) });
  const chosen = await send(['--integrator', id], await folderWith('', 60));
  expect([chosen.code, chosen.output]).toEqual([0, expect.not.stringContaining('--integrator')]);
  const { rows } = await running.pool.query(
    `select count(*)::int as invoices from eventstore.events where type like 'Invoice%' and metadata->'actor'->>'id' = $1`,
    [id],
  );
  expect(rows).toEqual([{ invoices: 10 }]);
  expect(await liveKeys()).toBe(keys);
});

test('prints the warning of a line that waits for an approval', async () => {
  const lines = (await readFile(path.join(PROGRAMME, 'programme.ndjson'), 'utf8')).split('\n');
  const agent = JSON.parse(lines.find((line) => line.includes('"type": "agent"')) ?? '');
  const amounts = { earned: 60_000, paid: 0, payeThisTaxYear: 0, grossThisTaxYear: 0 };
  const { loyaltyTrackingNo } = agent;
  const balance = { type: 'opening-balance', loyaltyTrackingNo, asOf: '2026-01-31', ...amounts };
  const { code, output } = await send(
    [],
    await folderWith([agent, balance].map((line) => JSON.stringify(line)).join('\n'), 80),
  );
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('line 2: recorded [{"path":"earned","message":"Another administrator'),
  ]);
});

test('sends nothing for an integrator that does not exist', async () => {
  const promotion =
    '{"type":"promotion","promoCode":"UNSENT","description":"Unsent","promoRate":0.2,"startDate":"2026-01-01","endDate":null,"isActive":true}';
  const before = await recorded();
  const { code, output } = await send(['--integrator', 'nobody'], await folderWith(promotion, 70));
  expect([code, output]).toEqual([
    2,
    expect.stringContaining('There is no integrator with the id nobody.\n\nnpm run import'),
  ]);
  expect(await recorded()).toEqual(before);
});

test('revokes the key when the import is interrupted', async () => {
  const stuck = path.join(folder, 'stuck');
  await mkdir(stuck);
  const pipe = path.join(stuck, 'rental-events.ndjson');
  execFileSync('mkfifo', [pipe]);
  // While this is open, the import waits for lines.
  const writer = await open(pipe, 'r+');
  const keys = await liveKeys();
  let child: ChildProcess | undefined;
  const interrupted = send([], stuck, (started) => {
    child = started;
  });
  try {
    await expect.poll(liveKeys, { timeout: 60_000 }).toBe(keys + 1);
    child?.kill('SIGINT');
    await expect.poll(liveKeys, { timeout: 60_000 }).toBe(keys);
  } finally {
    await writer.close();
  }
  expect(await interrupted).toEqual({ code: 130, output: expect.stringContaining('Interrupted.') });
});
