import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rentalEventAnswer, reservationAnswer } from './integration-calls.ts';
import { type Integration, invoice, openIntegration } from './testing/integration.ts';

let api: Integration;
/** A reservation of the agent, to be driven next month. */
const reservation = () => {
  const { eventId, occurredAt, reservationNo, loyaltyTrackingNo, reservation: terms } = invoice();
  return {
    type: 'reservation',
    eventId,
    occurredAt,
    reservationNo,
    loyaltyTrackingNo,
    reservation: terms,
    pickUpOn: '2026-04-10',
    returnOn: '2026-04-14',
    expectedRevenue: 1000,
  };
};
const post: Integration['post'] = (...sent) => api.post(...sent);

beforeAll(async () => {
  api = await openIntegration();
});
afterAll(() => api?.close());

describe('reading recorded rental events', () => {
  const get: Integration['get'] = (...sent) => api.get(...sent);
  /** Reads what an event just recorded; repeats the read while the answer says that it is stale, as callers do. */
  const readAfter = async (posted: Response, path: string) => {
    const headers = { 'x-read-after': posted.headers.get('x-position') ?? '' };
    const answer = await vi.waitFor(async () => {
      const got = await get(path, headers);
      expect(got.headers.get('x-stale')).toBeNull();
      return got;
    }, 60_000);
    return answer.json();
  };

  it('returns the event and the reservation with its decision right after the write', async () => {
    const event = invoice();
    const posted = await post(event);
    const stored = await readAfter(posted, `rental-events/${event.eventId}`);
    expect(stored).toMatchObject(event);
    expect(rentalEventAnswer.parse(stored)).toEqual(stored);
    const reservation = await readAfter(posted, `reservations/${event.reservationNo}`);
    expect(reservation).toMatchObject({
      reservationNo: event.reservationNo,
      facts: [{ type: 'invoice', invoiceNo: event.invoiceNo, tkRevenue: 1000 }],
      decision: {
        status: 'Earned',
        reason: null,
        promoCode: 'SUN',
        rate: 0.2,
        policyVersion: 1,
        grossCents: 200_00,
        payeCents: 50_00,
        nettCents: 150_00,
      },
    });
    expect(reservation.decision.explanation).toContain('20%');
    expect(reservationAnswer.parse(reservation)).toEqual(reservation);
  });

  it('records a reservation before its invoice, which is not decided', async () => {
    const event = reservation();
    const posted = await post(event);
    const stored = await readAfter(posted, `rental-events/${event.eventId}`);
    expect(stored).toMatchObject(event);
    expect(rentalEventAnswer.parse(stored)).toEqual(stored);
    const found = await readAfter(posted, `reservations/${event.reservationNo}`);
    expect(found).toMatchObject({ decision: null, facts: [{ type: 'reservation', expectedRevenue: 1000 }] });
    const invoiced = invoice({ reservationNo: event.reservationNo });
    const decided = await readAfter(await post(invoiced), `reservations/${event.reservationNo}`);
    expect(decided.decision).toMatchObject({ status: 'Earned', grossCents: 200_00 });
  });

  it('waits for every read model of the reservation and reports one that lags', async () => {
    const event = invoice();
    const holding = await api.core.pool.connect();
    try {
      await holding.query('begin');
      await holding.query(`select from engine.checkpoints where "projection" = 'incentives' for update`);
      const headers = { 'x-read-after': (await post(event)).headers.get('x-position') ?? '' };
      const path = `reservations/${event.reservationNo}`;
      await expect.poll(async () => (await get(path)).status).toBe(200);
      expect((await get(path, headers)).headers.get('x-stale')).toBe('true');
      await holding.query('rollback');
      await expect.poll(async () => (await get(path, headers)).headers.get('x-stale')).toBeNull();
    } finally {
      holding.release(true);
    }
  });

  it('answers 404 to other integrators', async () => {
    const event = invoice();
    const position = (await post(event)).headers.get('x-position') ?? '';
    const other = await api.addIntegrator('c0c0c0c0c0c0', ['rental-events:write', 'rental-events:read']);
    const headers = { authorization: `Bearer ${other.apiKey}`, 'x-read-after': position };
    expect((await get(`rental-events/${event.eventId}`, headers)).status).toBe(404);
    expect((await get(`reservations/${event.reservationNo}`, headers)).status).toBe(404);
    const foreign = await post(
      {
        type: 'no-show',
        eventId: randomUUID(),
        occurredAt: event.occurredAt,
        reservationNo: event.reservationNo,
        noShowOn: '2026-03-01',
      },
      headers,
    );
    expect([foreign.status, (await foreign.json()).errors[0].path]).toEqual([422, 'reservationNo']);
  });
});
