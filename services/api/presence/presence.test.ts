import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, dashboard, staffToken } from '../testing/call.ts';
import { adminToken } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let first: Dashboard;
let second: Dashboard;

beforeAll(async () => {
  running = await runApp({ quiet: true });
  first = dashboard(running, await adminToken(running, ADMIN));
  second = dashboard(running, await adminToken(running, ADMIN2));
});
afterAll(() => running.close());

const heartbeat = async (who: Dashboard, record: string, isEditing = false) =>
  (await who.post('presence', { record, isEditing })).body;

test('shows who else has a record open or edits it, until the heartbeat ends, without an event', async () => {
  const before = await running.store.head();
  expect(await heartbeat(first, 'travel-agents/7')).toEqual([]);
  expect(await heartbeat(second, 'travel-agents/8')).toEqual([]);
  expect(await heartbeat(second, 'travel-agents/7', true)).toMatchObject([{ adminId: 1, isEditing: false }]);
  expect(await heartbeat(first, 'travel-agents/7')).toEqual([{ adminId: 2, name: 'Admin 2', isEditing: true }]);
  await running.pool.query(`update auth.presence set "heardAt" = now() - interval '41 seconds' where "adminId" = 2`);
  expect(await heartbeat(first, 'travel-agents/7')).toEqual([]);
  const { rows } = await running.pool.query('select count(*)::int as n from auth.presence');
  expect(rows[0].n).toBe(1);
  expect(await running.store.head()).toEqual(before);
});

test('rejects an unknown record, and one that the administrator may not see', async () => {
  for (const record of ['nothing/7', 'travel-agents', '../x', 7])
    expect((await first.post('presence', { record })).status, String(record)).toBe(422);
  const operator = dashboard(running, await staffToken(running, 'Operator'));
  expect((await operator.post('presence', { record: 'travel-agents/7' })).status).toBe(403);
});
