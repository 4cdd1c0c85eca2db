import { handle } from '@fynbos/application/handle.ts';
import { PROMO_CODE_CLAIM } from '@fynbos/application/rentals/references.ts';
import { adminDecider, adminStreamOf } from '@fynbos/domain/admin/admin.ts';
import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { ownerOf } from '@fynbos/event-store/claims/claims.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../testing/listening.ts';
import { openStream } from '../testing/open-stream.ts';
import { adminToken, newAgent } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let listening: Listening;
beforeAll(async () => {
  running = await runApp({ quiet: true });
  listening = await listen(running.app);
});
afterAll(async () => {
  await listening.close();
  await running.close();
});

const promotion = (promoCode: string) => ({
  type: 'promotion',
  promoCode,
  description: 'Taken over',
  promoRate: 0.1,
  startDate: '2025-01-01',
  endDate: '2027-12-31',
  isActive: true,
});
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 1_100));

test('an import continues while its administrator has the right, and stops when the right ends', async () => {
  const { clock } = running;
  const { log } = running.services;
  const stream = openStream(`${listening.url}/api/admin/import`, await adminToken(running, ADMIN2));
  expect(await stream.ask(promotion('FIRST'))).toMatchObject({ result: 'recorded' });
  await aWhile();
  expect(await stream.ask(promotion('SECOND'))).toMatchObject({ result: 'recorded' });
  const command = { type: 'DisableAdmin', reason: 'Left the company' } as const;
  const context = { actor: { kind: 'system', id: 'test' }, now: clock.now, correlationId: 'test' } as const;
  await handle(log, { decider: adminDecider, streamId: adminStreamOf(2), command, context });
  await aWhile();
  expect(await stream.ask(promotion('THIRD'))).toMatchObject({
    summary: { received: 2, recorded: 2 },
    error: expect.stringContaining('You no longer have permission for this call'),
  });
  expect(await stream.end()).toEqual([]);
  const again = openStream(`${listening.url}/api/admin/import?dryRun=true`, await adminToken(running, ADMIN));
  expect(await again.ask(promotion('THIRD'))).toMatchObject({ result: 'recorded' });
  await again.end();
});

test('an import does not undo the withdrawal of a planned change, and applies another one of that day', async () => {
  const { clock, services } = running;
  const token = await adminToken(running, ADMIN);
  const effectiveFrom = addDays(dayOf(clock.now), 30);
  const change = { type: 'promotion-change', promoCode: 'PLANNED', effectiveFrom, promoRate: 0.2, isActive: false };
  const send = async (line: object) => {
    const stream = openStream(`${listening.url}/api/admin/import`, token);
    const answer = await stream.ask(line);
    await stream.end();
    return answer.result;
  };
  expect(await send(promotion('PLANNED'))).toBe('recorded');
  expect(await send(change)).toBe('recorded');
  expect(await send(change)).toBe('duplicate');
  const streamId = await ownerOf(services.log, PROMO_CODE_CLAIM, 'PLANNED');
  const context = { actor: { kind: 'system', id: 'test' }, now: clock.now, correlationId: 'test' } as const;
  for (const what of ['rate', 'switch'] as const) {
    const command = { type: 'WithdrawPlannedChange', what, effectiveFrom } as const;
    await handle(services.log, { decider: promotionDecider, streamId: streamId ?? '', command, context });
  }
  expect(await send(change)).toBe('conflict');
  expect(await send({ ...change, promoRate: 0.25 })).toBe('recorded');
});

test('an import beyond midnight records each line with its own time', async () => {
  const { clock, services } = running;
  const agents = [await newAgent(running), await newAgent(running, { bankAccountNumber: '62011111115' })];
  const day = dayOf(clock.now);
  clock.now = new Date(`${day}T21:50:00.000Z`);
  const stream = openStream(`${listening.url}/api/admin/import`, await adminToken(running, ADMIN));
  for (const { loyaltyTrackingNo } of agents) {
    const amounts = { earned: 75, paid: 0, payeThisTaxYear: 0, grossThisTaxYear: 0 };
    const line = { type: 'opening-balance', loyaltyTrackingNo, asOf: addDays(day, -1), ...amounts };
    expect(await stream.ask(line)).toMatchObject({ result: 'recorded' });
    clock.now = new Date(clock.now.getTime() + 20 * 60_000);
  }
  await stream.end();
  const recorded = agents.map(async ({ id }) => {
    const [event] = (await services.log.readStream(accountStreamOf(id))).events;
    return dayOf(new Date(event?.metadata.recordedAt ?? ''));
  });
  expect(await Promise.all(recorded)).toEqual([day, addDays(day, 1)]);
});
