import { handle } from '@fynbos/application/handle.ts';
import { decisionOf } from '@fynbos/application/payouts/testing/payout-harness.ts';
import { recordRentalFacts } from '@fynbos/application/rentals/record-rental-facts.ts';
import { openProgramme } from '@fynbos/application/reward-policy/current-policy.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminToken, newAgent } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';
import { until } from '../testing/until.ts';

let running: RunningApp;
let token: string;
const EVENT = '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11';

beforeAll(async () => {
  running = await runApp();
  await openProgramme(running.services);
  token = await adminToken(running, ADMIN);
  const terms = { promoCode: 'SUN', rateCode: 'A', vehicleGroup: 'B', pickupBranch: 'CPT', returnBranch: 'CPT' };
  const invoice = {
    eventId: EVENT,
    integratorId: 'i1',
    reservationNo: 'RES-1',
    occurredAt: '2026-03-10T08:00:00Z',
    contentHash: 'x',
    invoiceNo: 'INV-1',
    invoiceDate: '2026-03-10',
    loyaltyTrackingNo: null,
    marketSector: 'Leisure',
    tkRevenueCents: 1000_00,
    reservation: { ...terms, reservedOn: '2026-03-01' },
    rental: { ...terms, pickedUpOn: '2026-03-05', returnedOn: '2026-03-10' },
    personal: { driverName: 'A Driver' },
  };
  const context = { actor: { kind: 'integrator', id: 'i1' } as const, now: running.clock.now, correlationId: 'test' };
  await recordRentalFacts(
    running.services.log,
    [{ reservationNo: 'RES-1', facts: [{ type: 'InvoiceRecorded', data: invoice }] }],
    context,
    { anyReservation: false },
  );
});
afterAll(() => running.close());

async function reconcile() {
  const { body } = await request(running.app)
    .post('/api/admin/reconciliations')
    .auth(token, { type: 'bearer' })
    .expect(202);
  return until(async () => {
    const found = await request(running.app)
      .get(`/api/admin/reconciliations?filter=${encodeURIComponent(JSON.stringify({ id: body.id }))}`)
      .auth(token, { type: 'bearer' });
    return found.body[0] && found.body[0].status !== 'running' ? found.body[0] : null;
  });
}

test('finds no difference in a correct ledger, and names an account entry without a decision', async () => {
  const equal = await reconcile();
  expect(equal).toMatchObject({ status: 'equal', differences: 0 });
  expect(equal.checks.find(({ name }: { name: string }) => name === 'read-model incentives')).toMatchObject({
    examined: 1,
  });

  const { id } = await newAgent(running);
  const context = { actor: { kind: 'system', id: 'test' } as const, now: running.clock.now, correlationId: 'test' };
  await handle(running.services.log, {
    decider: rewardsAccountDecider,
    streamId: accountStreamOf(id),
    command: { type: 'PostReward', agentId: id, decision: decisionOf(id, 'NEVER') },
    context,
  });
  const different = await reconcile();
  expect(different).toMatchObject({ status: 'different', differences: 1 });
  const against = different.checks.find(({ name }: { name: string }) => name === 'accounts against runs');
  expect(against.first).toEqual([{ key: `agent ${id}`, what: 'earned differs from the reservations' }]);
  const latest = await request(running.app)
    .get('/api/admin/reconciliations/latest')
    .auth(token, { type: 'bearer' })
    .expect(200);
  expect(latest.body.status).toBe('different');
});
