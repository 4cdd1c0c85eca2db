import { addDays, DAY_MS, dayOf } from '@fynbos/domain/calendar.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Dashboard, dashboard, STAFF_PASSWORD, staffToken } from '../testing/call.ts';
import { adminToken } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';

const FINANCE = { email: 'finance.person@fynbos.example', password: STAFF_PASSWORD };
let running: RunningApp;
let admin: Dashboard;
let second: Dashboard;
let finance: Dashboard;
let today: string;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
  admin = dashboard(running, await adminToken(running, ADMIN));
  second = dashboard(running, await adminToken(running, ADMIN2));
  finance = dashboard(running, await staffToken(running, 'Finance'));
  today = dayOf(running.clock.now);
});
afterAll(() => running.close());

let made = 0;
async function promotion(changes: object = {}) {
  const fields = {
    promoCode: `SUN${++made}`,
    description: 'Sun',
    promoRate: 0.2,
    startDate: addDays(today, -30),
    endDate: addDays(today, 300),
  };
  const { body, status } = await admin.post('promotions', { ...fields, ...changes });
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { id: string; promoCode: string; version: number };
}
const read = async (id: string) => (await admin.get(`promotions/${id}`)).body;
const change = async (id: string, body: object, version?: number) =>
  admin.put(`promotions/${id}`, body, version ?? (await read(id)).version);
const plan = async (id: string, body: object, version?: number) => {
  const path = `promotions/${id}/changes`;
  const seen = version ?? (await read(id)).version;
  return admin.post(path, { reason: 'agreed with the branches', ...body }, seen);
};

test('the list for agents is open to administrators who may see promotions', async () => {
  const statusFor = async (role: 'Support' | 'Operator' | 'Auditor') => {
    const token = await staffToken(running, role);
    return (await request(running.app).get('/api/travel-agency/promotions').auth(token, { type: 'bearer' })).status;
  };
  expect(await statusFor('Auditor')).toBe(200);
  expect(await statusFor('Support')).toBe(403);
  expect(await statusFor('Operator')).toBe(403);
});

describe('PUT promotions', () => {
  test('merges: absent fields stay, and only changed fields are recorded', async () => {
    const { id } = await promotion();
    const { body, status } = await change(id, { description: 'More sun' });
    expect([status, body.description, body.promoRate, body.version]).toEqual([200, 'More sun', 0.2, 2]);
    expect((await change(id, { description: 'More sun', promoRate: 0.2 })).body.version).toBe(2);
    const history = (await admin.get(`promotions/${id}/history`)).body;
    expect(history.map(({ type }: { type: string }) => type)).toEqual(['PromotionCreated', 'PromotionDescribed']);
  });

  test('records the reason of the X-Reason header, and refuses one that is too long or malformed', async () => {
    const { id } = await promotion();
    const token = await adminToken(running, ADMIN);
    const put = async (reason: string) =>
      request(running.app)
        .put(`/api/admin/promotions/${id}`)
        .auth(token, { type: 'bearer' })
        .set({ 'If-Match': String((await read(id)).version), 'X-Reason': reason })
        .send({ promoRate: 0.25 });
    expect((await put('x'.repeat(501))).status).toBe(422);
    expect((await put('%E0%A4%A')).status).toBe(422);
    const { status, headers } = await put(encodeURIComponent('Agreed – board minute 7'));
    expect(status).toBe(200);
    const history = await request(running.app)
      .get(`/api/admin/promotions/${id}/history`)
      .auth(token, { type: 'bearer' })
      .set('X-Read-After', headers['x-position'] as string);
    expect(history.body.at(-1)).toMatchObject({ type: 'PromotionRateChanged', reason: 'Agreed – board minute 7' });
  });

  test('requires the version that was seen, and answers an old one with the current record', async () => {
    const { id } = await promotion();
    expect((await admin.put(`promotions/${id}`, { description: 'x' })).status).toBe(428);
    await change(id, { description: 'First' });
    const late = await change(id, { description: 'Second', promoRate: 0.5 }, 1);
    expect([late.status, late.body.current.description]).toEqual([412, 'First']);
    expect(await read(id)).toMatchObject({ description: 'First', promoRate: 0.2 });
  });

  test('refuses a rate, a date or a code that its rules do not allow, by field', async () => {
    const { id } = await promotion();
    const other = await promotion();
    for (const [wrong, field, status] of [
      [{ promoRate: 1.5 }, 'promoRate', 422],
      [{ promoRate: 'a fifth' }, 'promoRate', 422],
      [{ startDate: '2026-02-30' }, 'startDate', 422],
      [{ endDate: addDays(today, -60) }, 'endDate', 422],
      [{ promoCode: other.promoCode.toLowerCase() }, 'promoCode', 409],
      [{ isActive: false, effectiveFrom: addDays(today, 5) }, 'isActive', 422],
    ] as const) {
      const answer = await change(id, wrong);
      expect([answer.status, answer.body.errors[0]?.field], JSON.stringify(wrong)).toEqual([status, field]);
    }
    expect((await read(id)).version).toBe(1);
    expect((await admin.put('promotions/none', { description: 'x' }, 1)).status).toBe(404);
    expect((await admin.get('promotions/none/performance')).status).toBe(404);
  });

  test('switches off and on, and the old code still refers to the promotion', async () => {
    const { id, promoCode } = await promotion();
    expect((await change(id, { isActive: false })).body.isActive).toBe(false);
    expect((await change(id, { isActive: true, promoCode: `${promoCode}-NEW` })).body).toMatchObject({
      isActive: true,
      promoCode: `${promoCode}-NEW`,
    });
    const fields = { description: 'x', promoRate: 0.1, startDate: today, endDate: today };
    expect((await admin.post('promotions', { ...fields, promoCode })).status).toBe(409);
  });

  test('requires approval for a rate from a past day', async () => {
    const { id } = await promotion();
    const asked = await change(id, { promoRate: 0.4, effectiveFrom: addDays(today, -10) });
    expect([asked.status, asked.body.status]).toEqual([202, 'waiting']);
    expect((await read(id)).promoRate).toBe(0.2);
    const again = await plan(id, { promoRate: 0.1, effectiveFrom: addDays(today, -5) });
    expect(again.status).toBe(409);
    await second.post(`approvals/${asked.body.approvalId}/approve`, { reason: 'agreed' });
    expect((await read(id)).promoRate).toBe(0.4);
  });
});

describe('a change that is planned', () => {
  test('counts from its day on, is shown as planned until then, and can be withdrawn', async () => {
    const { id } = await promotion();
    const day = addDays(today, 20);
    const { body, status } = await plan(id, { effectiveFrom: day, promoRate: 0.35, isActive: false });
    expect([status, body.promoRate, body.isActive]).toEqual([201, 0.2, true]);
    expect(body.rates.at(-1)).toEqual({ from: day, promoRate: 0.35 });
    expect(body.switches.at(-1)).toEqual({ from: day, isActive: false });
    const history = (await admin.get(`promotions/${id}/history`)).body;
    expect(history.at(-1).reason).toBe('agreed with the branches');
    expect((await admin.delete(`promotions/${id}/changes/switch/${day}`)).body.switches).toHaveLength(1);
    expect((await admin.delete(`promotions/${id}/changes/switch/${day}`)).status).toBe(404);
    running.pass(20 * DAY_MS);
    admin = dashboard(running, await adminToken(running, ADMIN));
    second = dashboard(running, await adminToken(running, ADMIN2));
    finance = dashboard(running, await adminToken(running, FINANCE));
    expect(await read(id)).toMatchObject({ promoRate: 0.35, isActive: true });
    today = dayOf(running.clock.now);
  });

  test('is refused where another waits for that day, after the end, without effect or reason, or unseen', async () => {
    const { id } = await promotion();
    const day = addDays(today, 20);
    await plan(id, { effectiveFrom: day, promoRate: 0.3 });
    expect((await plan(id, { effectiveFrom: day, promoRate: 0.5 })).status).toBe(409);
    expect((await plan(id, { effectiveFrom: addDays(today, 400), promoRate: 0.5 })).status).toBe(422);
    expect((await plan(id, { effectiveFrom: addDays(today, 10), promoRate: 0.2 })).status).toBe(422);
    expect((await plan(id, { effectiveFrom: addDays(today, 10), promoRate: 0.5, reason: '' })).status).toBe(422);
    expect((await plan(id, { effectiveFrom: addDays(today, 10), promoRate: 0.5 }, 1)).status).toBe(412);
    expect((await admin.delete(`promotions/${id}/changes/rate/${today}`)).status).toBe(404);
  });

  test('follows the same rules in the form with other fields, and a refused one changes nothing', async () => {
    const { id } = await promotion();
    const [day, later] = [addDays(today, 20), addDays(today, 400)];
    const put = (effectiveFrom: string, more: object = {}) =>
      change(id, { description: 'Changed', promoRate: 0.05, effectiveFrom, ...more });
    await plan(id, { effectiveFrom: day, promoRate: 0.3 });
    const before = await read(id);
    for (const [effectiveFrom, status] of [
      [day, 409],
      [later, 422],
    ] as const) {
      const { status: answered, body } = await put(effectiveFrom);
      expect([answered, body.errors[0].field]).toEqual([status, 'effectiveFrom']);
    }
    expect(await read(id)).toEqual(before);
    const longer = await put(later, { endDate: later });
    expect([longer.status, longer.body.description, longer.body.endDate.slice(0, 10)]).toEqual([200, 'Changed', later]);
    expect(longer.body.rates.slice(-2)).toEqual([
      { from: day, promoRate: 0.3 },
      { from: later, promoRate: 0.05 },
    ]);
    // The rate of that day, sent back with the rest of the form, is not a second plan.
    expect((await change(id, { description: 'Again', promoRate: 0.3, effectiveFrom: day })).status).toBe(200);
  });

  test('needs approval from a past day, also for a switch', async () => {
    const { id } = await promotion();
    const asked = await plan(id, { effectiveFrom: addDays(today, -3), isActive: false });
    expect(asked.status).toBe(202);
    const done = await second.post(`approvals/${asked.body.approvalId}/approve`, { reason: 'agreed' });
    expect(done.body.status).toBe('executed');
    expect((await read(id)).isActive).toBe(false);
  });

  test('needs approval to switch off from today, but not for a rate from today', async () => {
    const { id } = await promotion();
    const asked = await plan(id, { effectiveFrom: today, isActive: false });
    expect([asked.status, asked.body.status]).toEqual([202, 'waiting']);
    expect(await read(id)).toMatchObject({ isActive: true, version: 1 });
    expect((await plan(id, { effectiveFrom: today, promoRate: 0.3 })).status).toBe(201);
    expect((await plan(id, { effectiveFrom: addDays(today, 1), isActive: false })).status).toBe(201);
  });
});

test('the calls of section 7 check If-Match if it is sent', async () => {
  const { id } = await promotion();
  for (const call of ['deactivate-promotion', 'activate-promotion']) {
    const { version } = await read(id);
    expect((await admin.put(`${call}/${id}`, {}, version - 1)).status).toBe(412);
    expect((await read(id)).version).toBe(version);
    expect((await admin.put(`${call}/${id}`, {}, version)).status).toBe(200);
    expect((await read(id)).version).toBe(version + 1);
  }
  expect((await admin.put(`deactivate-promotion/${id}`, {})).status).toBe(200);
});

test('finance sees promotions and changes none', async () => {
  const { id } = await promotion();
  expect((await read(id)).id).toBe(id);
  expect((await finance.get(`promotions/${id}`)).status).toBe(200);
  expect((await finance.put(`promotions/${id}`, { description: 'x' }, 1)).status).toBe(403);
});
