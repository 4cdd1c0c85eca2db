import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { DryRun } from '@fynbos/application/rentals/dry-run.ts';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aliveMib } from '../testing/alive.ts';
import { type Integration, invoice, linesOf, ndjson, openIntegration } from './testing/integration.ts';

let api: Integration;
beforeAll(async () => {
  api = await openIntegration();
});
afterAll(() => api?.close());

const results = async (events: readonly object[], query = '') => {
  const body = events.map((event) => JSON.stringify(event)).join('\n');
  return (await linesOf(await api.post(body, ndjson, query))).map(({ result, errors }) => [
    result,
    errors?.[0]?.message,
  ]);
};

test('a dry run answers every line as the real call does, in one batch or in many', async () => {
  const [first, second, onRecord] = [invoice(), invoice(), invoice()];
  expect((await api.post(onRecord)).status).toBe(201);
  const hold = { eventId: invoice().eventId, type: 'hold', occurredAt: first.occurredAt, holdReason: 'payment' };
  const held = { ...hold, reservationNo: first.reservationNo, holdId: 'H1', placedOn: '2026-05-01' };
  const many = Array.from({ length: 1500 }, () => invoice());
  const lines = [
    first,
    first,
    { ...first, tkRevenue: 3 },
    second,
    ...many,
    // The same id again, for another reservation and with other content. The same invoice under other ids.
    first,
    { ...first, tkRevenue: 4 },
    { ...second, eventId: first.eventId },
    { ...second, eventId: invoice().eventId },
    { ...second, eventId: invoice().eventId, tkRevenue: 5 },
    held,
    held,
    { ...held, holdReason: 'accident' },
    // Recorded facts count together with the items of the dry run.
    onRecord,
    { ...onRecord, eventId: first.eventId },
    { ...onRecord, eventId: invoice().eventId, tkRevenue: 6 },
    many[0] as object,
  ];
  const dry = await results(lines, '?dryRun=true');
  expect(dry.map(([result]) => result).filter((result) => result !== 'recorded').length).toBeGreaterThan(8);
  expect(dry).toEqual(await results(lines));
});

describe('the memory of a dry run', () => {
  test('is at most 380 bytes for a reservation', async () => {
    const MANY = 50_000;
    const call = request(`${api.url}/api/integrations/rental-events?dryRun=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.apiKey}`, ...ndjson },
    });
    const answering = once(call, 'response') as Promise<[IncomingMessage]>;
    call.write(`${JSON.stringify(invoice())}\n`);
    const [response] = await answering;
    let answered = 0;
    response.on('data', (part: Buffer) => {
      for (const byte of part) if (byte === 10) answered++;
    });
    const upTo = (n: number) => expect.poll(() => answered, { timeout: 180_000 }).toBe(n);
    // One-time allocations are made before the first measurement.
    const send = async (from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n++) if (!call.write(`${JSON.stringify(invoice())}\n`)) await once(call, 'drain');
      await upTo(to);
    };
    await send(1, 5_000);
    const before = aliveMib();
    await send(5_000, 5_000 + MANY);
    const kept = aliveMib() - before;
    call.end();
    await once(response, 'end');
    expect((kept * 1024 * 1024) / MANY).toBeLessThan(380);
  });

  test('is limited over all dry runs that share a budget, and released at their end', () => {
    const budget = { limit: 4, used: 0 };
    const one = new DryRun(budget);
    const fact = (n: number): FactEvent => ({
      type: 'CancellationRecorded',
      data: {
        eventId: `id-${n}`,
        integratorId: 'a',
        reservationNo: `R${n}`,
        occurredAt: '',
        contentHash: `hash-${n}`,
        cancelledOn: '2026-05-01',
      },
    });
    for (const n of [1, 2, 3]) one.keep(fact(n));
    one.keep(fact(3));
    const other = new DryRun(budget);
    expect([one.isFull, other.isFull]).toEqual([false, false]);
    other.keep(fact(4));
    expect([one.isFull, other.isFull]).toEqual([true, true]);
    other.end();
    other.keep(fact(5));
    expect(one.isFull).toBe(false);
    one.end();
    expect(budget.used).toBe(0);
  });
});
