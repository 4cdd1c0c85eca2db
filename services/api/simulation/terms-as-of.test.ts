import { handle } from '@fynbos/application/handle.ts';
import { openProgramme } from '@fynbos/application/reward-policy/current-policy.ts';
import { addDays, DAY_MS, dayOf } from '@fynbos/domain/calendar.ts';
import {
  INITIAL_TERMS,
  REWARD_POLICY_STREAM,
  rewardPolicyDecider,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
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

test('keeps the changes that were planned on the past day', async () => {
  let admin = await signedIn();
  const { body: planned } = await admin.post('promotions', promotion('PLANNED'));
  await admin.get('promotions?range=[0,0]');
  running.pass(DAY_MS);
  admin = await signedIn();
  const day = dayOf(running.clock.now);
  const raisedOn = addDays(day, 20);
  const current = async () => (await admin.get(`promotions/${planned.id}`)).body;
  const plan = (body: object) => async () => admin.put(`promotions/${planned.id}`, body, (await current()).version);
  expect((await plan({ promoRate: 0.25, effectiveFrom: raisedOn })()).status).toBe(200);
  running.pass(2 * DAY_MS);
  admin = await signedIn();
  const period = { from: day, to: dayOf(running.clock.now) };
  const { body: unchanged, status } = await admin.post('what-ifs', { ...period, termsAsOf: day });
  expect({ status, message: unchanged.message }).toEqual({
    status: 422,
    message: 'The terms have not changed since this day.',
  });
  expect((await plan({ promoRate: 0.15 })()).status).toBe(200);
  const { body: started } = await admin.post('what-ifs', { ...period, termsAsOf: day });
  const { body: run } = await admin.get(`what-ifs/${started.id}`);
  expect(run.definition.promotions).toEqual([
    { promotionId: planned.id, effectiveFrom: day, promoRate: 0.1 },
    { promotionId: planned.id, effectiveFrom: raisedOn, promoRate: 0.25 },
  ]);
});

test('keeps the policy planned on the past day, and refuses a day with a plan that it cannot keep', async () => {
  let admin = await signedIn();
  const set = async (effectiveFrom: string, minimumRewardCents: number) => {
    const { log, now } = running.services;
    const command = {
      type: 'SetRewardPolicy',
      effectiveFrom,
      terms: { ...INITIAL_TERMS, minimumRewardCents },
    } as const;
    const context = { actor: { kind: 'admin', id: '1' }, now: now(), correlationId: 'test' } as const;
    await handle(log, { decider: rewardPolicyDecider, streamId: REWARD_POLICY_STREAM, command, context });
  };
  await openProgramme(running.services);
  const day = dayOf(running.clock.now);
  const plannedFrom = addDays(day, 20);
  await set(plannedFrom, 60_00);
  running.pass(2 * DAY_MS);
  admin = await signedIn();
  const simulate = async (termsAsOf: string) => {
    const { body } = await admin.post('what-ifs', { from: day, to: dayOf(running.clock.now), termsAsOf });
    return body.id === undefined ? body.message : (await admin.get(`what-ifs/${body.id}`)).body.definition.policy;
  };
  expect(await simulate(day)).toBe('The terms have not changed since this day.');
  await set(addDays(day, 30), 70_00);
  expect(await simulate(day), 'changed after the plan').toMatchObject({
    effectiveFrom: addDays(day, 30),
    minimumRewardCents: 60_00,
  });
  await set(addDays(day, 1), 55_00);
  expect(await simulate(day), 'changed before the plan').toBe(
    `On this day, another reward policy was already planned from ${plannedFrom}. An analysis cannot keep both. Choose another day, or enter the terms yourself.`,
  );
});
