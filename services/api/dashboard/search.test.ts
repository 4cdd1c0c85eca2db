import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dashboard, dashboard } from '../testing/call.ts';
import { adminToken, newAgent, referred } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let admin: Dashboard;
beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  admin = dashboard(running, await adminToken(running, ADMIN));
});
afterAll(() => running.close());

test('rewards are found by the exact reservation or tracking number, each by its index', async () => {
  const { pool } = running;
  const table = readModelTable(incentives).sql;
  await pool.query(
    `insert into ${table} ("reservationNo", "loyaltyTrackingNo", "agentId", "invoiceDate", "firstInvoicedOn", "reservedOn", month,
       "invoiceNo", "marketSector", status, "grossCents", "payeCents", "nettCents", "tkRevenueCents", treatment, "payeRate",
       "minimumRewardCents", "policyVersion", "decisionNo", "decidedAt", "decidedStatus", "decidedGrossCents", "decidedPayeCents",
       "isHeldAfterPayment")
     select 'RES-' || n, 'FT' || n % 2500, n % 2500, day, day, day, '2026-03', 'INV-' || n, 'TRAVEL', 'Earned', 100, 25, 75, 2000,
       'paye', 0.25, 0, 1, 1, '2026-03-31T10:00:00.000Z', 'Earned', 100, 25, false
     from (select n, '2026-03-' || lpad((n % 28 + 1)::text, 2, '0') as day from generate_series(1, 5000) n) numbered`,
  );
  await pool.query(`analyze ${table}`);
  const found = async (q: string) => {
    const { body } = await admin.list('rewards', { range: [0, 9], filter: { q, status: 'Earned' } });
    return body.map(({ reservationNo }: { reservationNo: string }) => reservationNo).sort();
  };
  expect(await found(' RES-7 ')).toEqual(['RES-7']);
  expect(await found('FT7')).toEqual(['RES-2507', 'RES-7']);
  expect(await found('RES-')).toEqual([]);
  const { rows } = await pool.query(
    `explain select * from ${table} where ("reservationNo" = 'FT7' or "loyaltyTrackingNo" = 'FT7')
     order by "invoiceDate" desc, "reservationNo" desc limit 10`,
  );
  expect(JSON.stringify(rows)).toContain('BitmapOr');
});

test('referrals are found by parts of the referred name, and search texts are not in the answer', async () => {
  const agent = await newAgent(running);
  const { emailAddress } = await referred(running, agent);
  await running.folded('referrals');
  for (const q of [emailAddress.toUpperCase(), 'branch trav', 'thandi nkosi']) {
    const { body } = await admin.list('referrals', { range: [0, 9], filter: { q } });
    expect(body, q).toMatchObject([{ emailAddress, referredByAgentId: agent.id }]);
    expect(body[0]).not.toHaveProperty('searchText');
  }
  expect((await admin.list('referrals', { range: [0, 9], filter: { q: 'zebra' } })).body).toEqual([]);
});
