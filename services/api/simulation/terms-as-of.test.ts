import { DAY_MS, dayOf } from '@fynbos/domain/calendar.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard } from '../testing/call.ts';
import { adminToken } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
});
afterAll(() => running.close());

const signedIn = async () => dashboard(running, await adminToken(running, ADMIN));
const promotion = (promoCode: string) => ({
  promoCode,
  description: 'A rate',
  promoRate: 0.1,
  isActive: true,
  startDate: '2025-01-01',
  endDate: null,
});

test('keeps the terms of a past day: only those that changed since, of promotions that existed then', async () => {
  let admin = await signedIn();
  const { body: changed } = await admin.post('promotions', promotion('CHANGED'));
  await admin.post('promotions', promotion('SAME'));
  await admin.get('promotions?range=[0,0]');
  running.pass(DAY_MS);
  const day = dayOf(running.clock.now);
  running.pass(2 * DAY_MS);
  admin = await signedIn();
  const { body: now } = await admin.get(`promotions/${changed.id}`);
  const raised = await admin.put(`promotions/${changed.id}`, { promoRate: 0.2, endDate: '2030-12-31' }, now.version);
  expect(raised.status).toBe(200);
  await admin.post('promotions', promotion('LATER'));
  await admin.get('promotions?range=[0,0]');
  const period = { from: day, to: dayOf(running.clock.now) };
  const { body, status } = await admin.post('what-ifs', { ...period, termsAsOf: day });
  expect(status).toBe(202);
  const { body: run } = await admin.get(`what-ifs/${body.id}`);
  expect(run.definition).toMatchObject({
    policy: null,
    reassess: null,
    promotions: [{ promotionId: changed.id, effectiveFrom: day, promoRate: 0.1, endDate: null }],
  });
  // The terms of yesterday equal those of today, and today is not over.
  running.pass(2 * DAY_MS);
  admin = await signedIn();
  for (const termsAsOf of [dayOf(new Date(running.clock.now.getTime() - DAY_MS)), dayOf(running.clock.now), 'x'])
    expect((await admin.post('what-ifs', { ...period, termsAsOf })).status, termsAsOf).toBe(422);
});
