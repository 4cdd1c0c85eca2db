import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

const send = () =>
  command('scripts/import.ts', [folder, '--url', `http://127.0.0.1:${(server.address() as AddressInfo).port}`], {
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD_FILE: path.join(folder, 'password'),
    // A blank variable counts as absent.
    INTEGRATOR_KEY: ' ',
  });
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
  const whole = await send();
  expect([whole.code, whole.output]).toEqual([0, expect.stringContaining('rental events: {"summary"')]);
  expect((await recorded()).promotions).toBeGreaterThan(0);
  expect((await recorded()).invoices).toBeGreaterThan(0);
});

test('revokes the key of an import although the api is replaced at that moment', async () => {
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
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
