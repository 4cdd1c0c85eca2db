import { handle } from '@fynbos/application/handle.ts';
import { decisionOf } from '@fynbos/application/payouts/testing/books.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';
import { until } from '../testing/until.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
}, 60_000);
afterAll(() => desk.close());

test('leaves a credited reward out of the IRP5 although a payment without PAYE recovered it', async () => {
  const { id } = desk.agent;
  await desk.earn(id, 'RES-1', '2026-11-12', 1000_00);
  await desk.pay('2026-11-12', '2026-11-12');
  const { services, clock } = desk.running;
  const nothing = { grossCents: 0, payeCents: 0, nettCents: 0 };
  const credited = {
    ...decisionOf(id, 'RES-1', nothing),
    decisionNo: 2,
    status: 'Declined',
    reason: 'Credited',
  } as const;
  await handle(
    services.log,
    rewardsAccountDecider,
    accountStreamOf(id),
    { type: 'PostReward', agentId: id, decision: credited, today: '2026-11-12' },
    { actor: { kind: 'system', id: 'test' }, now: clock.now, correlationId: 'test' },
  );
  await desk.withTwo(`/admin/travel-agents/${id}/tax-treatment`, {
    effectiveFrom: '2026-11-13',
    treatment: { kind: 'independent-contractor', rate: 0, evidence: 'Contract of 2026' },
    reason: 'Contract seen',
  });
  await desk.earn(id, 'RES-2', '2026-11-12', 3000_00);
  const runId = await desk.pay('2026-11-12', '2026-11-13');
  const { body: payout } = await desk.get(`/agent/payouts/${runId}`, desk.agentToken).expect(200);
  const about = { what: 'correction', name: 'Credited', detail: 'RES-1 · Credited' };
  const lines = [{ name: 'RES-2' }, { ...about, grossCents: -1000_00, payeCents: -250_00, nettCents: -750_00 }];
  expect(payout.lines).toMatchObject(lines);
  expect(payout.lines[1]).toEqual(lines[1]);

  await desk.withTwo('/admin/tax-years/2027/certificates', { reason: 'Year end' });
  const certificates = await until(async () => {
    const { body } = await desk.get('/admin/certificates');
    return body.length > 0 ? body : null;
  });
  expect(certificates).toMatchObject([{ type: 'IT3(a)', reasonCode: '03', grossCents: 3000_00, payeCents: 0 }]);
  const { body: year } = await desk.get('/admin/tax-years/2027').expect(200);
  expect(year.reconciliation).toMatchObject({
    differences: 0,
    negative: [],
    totals: { monthsGross: 3000_00, monthsPaye: 0, certificatesGross: 3000_00, linesGross: 3000_00 },
  });
}, 60_000);
