import { randomUUID } from 'node:crypto';
import { createPromotion } from '@fynbos/application/promotions/manage-promotions.ts';
import { recordRentalFacts } from '@fynbos/application/rentals/record-rental-facts.ts';
import { openProgramme } from '@fynbos/application/reward-policy/current-policy.ts';
import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { type BookingRow, bookings as bookingsModel } from '@fynbos/projections/bookings/bookings.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { agentSuite } from '../testing/agent-suite.ts';

type Reserved = Extract<RentalEvent, { type: 'ReservationRecorded' }>['data'];
type CancelledOrReserved = Extract<RentalEvent, { type: 'ReservationRecorded' | 'CancellationRecorded' }>;

const suite = agentSuite();
const { call } = suite;

const context = () => ({
  actor: { kind: 'system', id: 'test' } as const,
  now: suite.running.clock.now,
  correlationId: 'test',
});
const day = (from: number): string => addDays(dayOf(suite.running.clock.now), from);

beforeAll(async () => {
  const { services } = suite.running;
  await openProgramme(services);
  const fields = { promoCode: 'SPRING16', description: 'Spring', promoRate: 0.16, startDate: day(-30), endDate: null };
  await createPromotion(services.log, fields, true, context());
});

const ownNumber = async (): Promise<string> =>
  (await call('get', '/agent/overview').expect(200)).body.loyaltyTrackingNo;

async function send(reservationNo: string, type: CancelledOrReserved['type'], data: object): Promise<void> {
  const eventId = randomUUID();
  const head = { eventId, integratorId: 'i1', reservationNo, contentHash: eventId, occurredAt: `${day(0)}T08:00:00Z` };
  const fact = { type, data: { ...head, ...data } } as CancelledOrReserved;
  const { log } = suite.running.services;
  await recordRentalFacts(log, [{ reservationNo, facts: [fact] }], context(), { anyReservation: true });
}

function reserve(reservationNo: string, loyaltyTrackingNo: string, changes: Partial<Reserved> = {}, code = 'SPRING16') {
  const terms = { promoCode: code, rateCode: 'DISC', vehicleGroup: 'C', pickupBranch: 'JNB', returnBranch: 'CPT' };
  const reservation = { ...terms, reservedOn: day(-1) };
  const dates = { pickUpOn: day(5), returnOn: day(9) };
  const booked = { loyaltyTrackingNo, reservation, ...dates, expectedRevenueCents: 273_868 };
  return send(reservationNo, 'ReservationRecorded', { ...booked, ...changes });
}

const bookings = async () => {
  const position = await suite.running.store.head();
  return (await call('get', '/agent/bookings').set('X-Read-After', String(position)).expect(200)).body;
};

describe('bookings before their invoice', () => {
  test('show what they would earn, or why they would earn nothing', async () => {
    expect(await bookings()).toEqual([]);
    const number = await ownNumber();
    await reserve('B1', number);
    await reserve('B2', number, { expectedRevenueCents: null });
    await reserve('B3', number, {}, 'OTHER');
    await reserve('B4', 'FT999');
    const found = await bookings();
    expect(found).toHaveLength(3);
    expect(found[0]).toMatchObject({ reservationNo: 'B1', problem: null, expectedNettCents: 32_864 });
    expect(found[1]).toMatchObject({ reservationNo: 'B2', problem: null, expectedNettCents: null });
    expect(found[2]).toMatchObject({ reservationNo: 'B3', problem: { code: 'NonQualifyingCode' } });
  });

  test('show a cancellation, and the newest version of a reservation whatever the order', async () => {
    const number = await ownNumber();
    await reserve('C1', number);
    await send('C1', 'CancellationRecorded', { cancelledOn: day(0) });
    await reserve('C1', number, { occurredAt: `${day(-2)}T08:00:00Z` }, 'OTHER');
    const [only] = await bookings();
    expect(only).toMatchObject({ promoCode: 'SPRING16', problem: { code: 'Cancelled' }, expectedNettCents: null });
  });

  test('show a cancellation that arrived before its reservation, and nothing before the reservation', async () => {
    const number = await ownNumber();
    await send('D1', 'CancellationRecorded', { cancelledOn: day(0) });
    expect((await bookings()).some(({ reservationNo }: { reservationNo: string }) => reservationNo === 'D1')).toBe(
      false,
    );
    await reserve('D1', number);
    const found = await bookings();
    const late = found.find(({ reservationNo }: { reservationNo: string }) => reservationNo === 'D1');
    expect(late).toMatchObject({ problem: { code: 'Cancelled' }, expectedNettCents: null });
  });

  test.each([false, true])('count by their id, not by their arrival, at the same instant', (isReversed) => {
    const about = { reservationNo: 'R', occurredAt: '2026-11-01T08:00:00Z' };
    const version = (eventId: string, rateCode: string) => ({
      type: 'ReservationRecorded',
      data: { ...about, eventId, reservation: { rateCode } },
    });
    const versions = [version('0a', 'OLD'), version('0b', 'NEW')];
    const ordered = isReversed ? versions.toReversed() : versions;
    const fold = (row: BookingRow | null, event: object) => bookingsModel.evolve(row, event as never, 'R');
    expect(ordered.reduce<BookingRow | null>(fold, null)).toMatchObject({ rateCode: 'NEW' });
  });
});

test('a monthly goal is set, read with its progress, and removed', async () => {
  const goal = async () => (await call('get', '/agent/goal').expect(200)).body;
  expect(await goal()).toMatchObject({ goalCents: null, earnedCents: 0 });
  await call('put', '/agent/goal').send({ goalCents: 500_000 }).expect(200);
  expect(await goal()).toMatchObject({ goalCents: 500_000 });
  await call('put', '/agent/goal').send({ goalCents: 0 }).expect(422);
  await call('put', '/agent/goal').send({ goalCents: null }).expect(200);
  expect(await goal()).toMatchObject({ goalCents: null });
});

describe('an estimate', () => {
  const quote = () => ({ promoCode: 'SPRING16', reservedOn: day(0), invoicedOn: day(3), tkRevenueCents: 273_868 });

  test('is made by the rules of decisions', async () => {
    const { body } = await call('post', '/agent/estimate').send(quote()).expect(200);
    expect(body).toMatchObject({ status: 'Earned', rate: 0.16, payeRate: 0.25, grossCents: 43_819, nettCents: 32_864 });
    const none = await call('post', '/agent/estimate')
      .send({ ...quote(), promoCode: 'NONE' })
      .expect(200);
    expect(none.body).toMatchObject({ status: 'Declined', reason: 'NonQualifyingCode', nettCents: 0 });
    expect(none.body.rule).toContain('qualifying');
  });

  test('refuses an amount that is not above zero, and more than sixty a minute', async () => {
    await call('post', '/agent/estimate')
      .send({ ...quote(), tkRevenueCents: 0 })
      .expect(422);
    for (let n = 0; n < 60; n++) await call('post', '/agent/estimate').send(quote()).expect(200);
    await call('post', '/agent/estimate').send(quote()).expect(429);
  });
});
