import { handle } from '@fynbos/application/handle.ts';
import { decisionOf } from '@fynbos/application/payouts/testing/payout-harness.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FinanceHarness } from '../testing/finance-harness.ts';
import { until } from '../testing/until.ts';

let harness: FinanceHarness;
beforeAll(async () => {
  harness = await FinanceHarness.open();
});
afterAll(() => harness.close());

test('leaves a credited reward out of the IRP5 although a payment without PAYE recovered it', async () => {
  const { id } = harness.agent;
  await harness.earn(id, 'RES-1', '2026-11-12', 1000_00);
  await harness.pay('2026-11-12', '2026-11-12');
  const { services, clock } = harness.running;
  const nothing = { grossCents: 0, payeCents: 0, nettCents: 0 };
  const credited = {
    ...decisionOf(id, 'RES-1', nothing),
    decisionNo: 2,
    status: 'Declined',
    reason: 'Credited',
  } as const;
  await handle(services.log, {
    decider: rewardsAccountDecider,
    streamId: accountStreamOf(id),
    command: { type: 'PostReward', agentId: id, decision: credited },
    context: { actor: { kind: 'system', id: 'test' }, now: clock.now, correlationId: 'test' },
  });
  await harness.withTwo(`/admin/travel-agents/${id}/tax-treatment`, {
    effectiveFrom: '2026-11-13',
    treatment: { kind: 'independent-contractor', rate: 0, evidence: 'Contract of 2026' },
    reason: 'Contract seen',
  });
  await harness.earn(id, 'RES-2', '2026-11-12', 3000_00);
  const runId = await harness.pay('2026-11-12', '2026-11-13');
  const { body: payout } = await harness.get(`/agent/payouts/${runId}`, harness.agentToken).expect(200);
  const about = { what: 'correction', name: 'Credited', detail: 'RES-1 · Credited' };
  const lines = [{ name: 'RES-2' }, { ...about, grossCents: -1000_00, payeCents: -250_00, nettCents: -750_00 }];
  expect(payout.lines).toMatchObject(lines);
  expect(payout.lines[1]).toEqual(lines[1]);

  await harness.withTwo('/admin/tax-years/2027/certificates', { reason: 'Year end' });
  const certificates = await until(async () => {
    const { body } = await harness.get('/admin/certificates');
    return body.length > 0 ? body : null;
  });
  expect(certificates).toMatchObject([{ type: 'IT3(a)', reasonCode: '03', grossCents: 3000_00, payeCents: 0 }]);
  const { body: year } = await harness.get('/admin/tax-years/2027').expect(200);
  expect(year.reconciliation).toMatchObject({
    differences: 0,
    negative: [],
    totals: { monthsGross: 3000_00, monthsPaye: 0, certificatesGross: 3000_00, linesGross: 3000_00 },
  });
});
