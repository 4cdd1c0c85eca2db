import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { handle } from '@fynbos/application/handle.ts';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { integratorDecider, integratorStreamOf } from '@fynbos/domain/integrator/integrator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../../tests/support/core.ts';
import { type Integration, invoice, openIntegration, terms } from './testing/integration.ts';

let api: Integration;
const post: Integration['post'] = (...sent) => api.post(...sent);

beforeAll(async () => {
  api = await openIntegration();
});
afterAll(() => api?.close());

const refusedItems = async (): Promise<number> => {
  const { rows } = await api.core.pool.query(`select count(*)::int as n from integrations."refusedItems"`);
  return rows[0].n;
};

describe('one rental event', () => {
  it('is recorded with 201 and its position, and the same again is a duplicate with 200', async () => {
    const event = invoice();
    const first = await post(event);
    expect([first.status, await first.json()]).toMatchObject([
      201,
      { index: 0, eventId: event.eventId, result: 'recorded' },
    ]);
    expect(first.headers.get('x-position')).toBeTruthy();
    const again = await post({ ...event, occurredAt: '2026-03-11T10:00:00Z', tkRevenue: 1000.0 });
    expect([again.status, (await again.json()).result]).toEqual([200, 'duplicate']);
    expect(again.headers.get('x-position')).toBeNull();
  });

  it('is answered under the id as it was sent, in upper case too', async () => {
    const event = invoice();
    const eventId = event.eventId.toUpperCase();
    for (const result of ['recorded', 'duplicate'])
      expect(await (await post({ ...event, eventId })).json()).toMatchObject({ eventId, result });
    expect(await (await post({ ...event, eventId, tkRevenue: 2 })).json()).toMatchObject({
      eventId,
      result: 'conflict',
    });
    expect(await (await post([{ ...event, eventId }])).json()).toMatchObject([{ eventId, result: 'duplicate' }]);
    expect(await (await post(event)).json()).toMatchObject({ eventId: event.eventId, result: 'duplicate' });
  });

  it('is accepted under a key with the scheme in lower case', async () => {
    expect((await post(invoice(), { authorization: `bearer ${api.apiKey}` })).status).toBe(201);
  });

  it('is a 409 conflict if its id or invoice number is known with other content or reservation', async () => {
    const event = invoice();
    await post(event);
    for (const other of [
      { ...event, tkRevenue: 2 },
      { ...event, eventId: randomUUID(), tkRevenue: 2 },
      { ...event, reservationNo: 'elsewhere' },
    ]) {
      const response = await post(other);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect([response.status, await response.json()]).toMatchObject([409, { status: 409, result: 'conflict' }]);
    }
  });

  it('is refused when the call does not say clearly whether to record it', async () => {
    const event = invoice();
    for (const dryRun of ['1', 'TRUE', '', 'yes', 'true&dryRun=true']) {
      const response = await post(event, {}, `?dryRun=${dryRun}`);
      const { message, errors } = await response.json();
      expect([response.status, errors[0].field], dryRun).toEqual([422, 'dryRun']);
      expect(message).toBeTruthy();
    }
    expect((await post(event, {}, '?dryRun=true')).status).toBe(201);
    expect((await post(event, {}, '?dryRun=false')).status).toBe(201);
  });

  it.each([
    ['2026-03-10T10:00:00.123Z', '2026-03-10T10:00:00.123Z'],
    ['2026-03-10T10:00:00+02:00', '2026-03-10T10:00:00+02:00'],
    ['2026-03-10T10:00+02:00', '2026-03-10T10:00:00+02:00'],
    ['2026-03-10T10:00Z', '2026-03-10T10:00:00Z'],
    ['2026-03-10T10:00:00+0200', '2026-03-10T10:00:00+02:00'],
    ['2026-03-10T10:00:00,5-0330', '2026-03-10T10:00:00.5-03:30'],
    ['2026-03-10T10:00:00+02', '2026-03-10T10:00:00+02:00'],
  ])('may have the instant %s', async (occurredAt, stored) => {
    const event = invoice({ occurredAt });
    expect((await post(event)).status).toBe(201);
    const { rows } = await api.core.pool.query(
      `select data->>'occurredAt' as kept from eventstore.events where data->>'eventId' = $1`,
      [event.eventId],
    );
    expect(rows).toEqual([{ kept: stored }]);
  });

  it.each(['2026-03-10', '2026-03-10T10:00:00', '2026-02-30T10:00:00Z', '2026-03-10T25:00Z', '2026-03-10T10:00+2', 5])(
    'names the form of an instant instead of %s',
    async (occurredAt) => {
      const response = await post(invoice({ occurredAt }));
      const message = 'Must be an ISO 8601 instant with its zone, as 2026-01-09T10:00:00+02:00.';
      expect([response.status, (await response.json()).errors[0].message]).toEqual([422, message]);
    },
  );

  const { eventId: _id, ...withoutId } = invoice();
  const bad: [string, object, string, string?][] = [
    ['a date that does not exist', invoice({ invoiceDate: '2026-02-30' }), 'invoiceDate'],
    ['a negative amount', invoice({ tkRevenue: -1 }), 'tkRevenue'],
    ['three decimals', invoice({ tkRevenue: 1.005 }), 'tkRevenue'],
    ['an amount as text', invoice({ tkRevenue: '10' }), 'tkRevenue'],
    [
      'a field that is unknown',
      invoice({ rental: { ...terms, pickedUpOn: '2026-03-01', returnedOn: '2026-03-05', colour: 'red' } }),
      'rental.colour',
    ],
    ['text that is too long', invoice({ driverName: 'x'.repeat(201) }), 'driverName'],
    ['a number that is too long', invoice({ reservationNo: 'x'.repeat(65) }), 'reservationNo'],
    ['no id', withoutId, 'eventId'],
    ['an unknown type', invoice({ type: 'refund' }), 'type'],
    ['an instant without a zone', invoice({ occurredAt: '2026-03-10T10:00:00' }), 'occurredAt'],
    ['an instant ahead of time', invoice({ occurredAt: new Date(Date.now() + DAY_MS).toISOString() }), 'occurredAt'],
    [
      'a date ahead of time',
      invoice({ invoiceDate: new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10) }),
      'invoiceDate',
    ],
    ['a missing tracking number field', invoice({ loyaltyTrackingNo: undefined }), 'loyaltyTrackingNo'],
    ['a NUL in a text', invoice({ driverName: 'a\u0000b' }), 'driverName'],
    ['half a surrogate pair', invoice({ marketSector: 'a\ud800' }), 'marketSector'],
  ];
  it.each(bad)('is refused for %s with 422 and the path', async (_what, event, path) => {
    const response = await post(event);
    const answer = await response.json();
    expect([response.status, answer.result]).toEqual([422, 'rejected']);
    expect(answer.errors.map((error: { path: string }) => error.path)).toContain(path);
    expect(JSON.stringify(answer)).not.toContain('Thandi');
  });

  it('is refused with field names that are too long, too many or not text, and each is logged', async () => {
    await api.callLog.flush();
    const before = await refusedItems();
    const names = [`${'x'.repeat(3_000_000)}`, 'a\0b', 'half \ud800'];
    const answers = [];
    for (const name of names) answers.push(await (await post({ ...invoice(), [name]: 1 })).text());
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, 1]));
    answers.push(await (await post({ ...invoice(), ...wide })).text());
    answers.push(await (await post(`{"type":"hold","deep":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)).text());
    expect(answers.map((text) => text.length < 20_000)).toEqual(answers.map(() => true));
    const errors = answers.map((text) => JSON.parse(text).errors);
    expect(errors[0][0].path).toMatch(/^x{199}…$/);
    expect([errors[1][0].path, errors[2][0].path]).toEqual(['a\ufffdb', 'half \ufffd']);
    expect(errors[3]).toHaveLength(101);
    expect(errors[3][100].message).toBe('And 4900 more.');
    await expect.poll(refusedItems).toBe(before + answers.length);
  });

  it.each([
    ['no JSON', '{"type":', {}, 400],
    ['no object', '7', {}, 422],
    ['another content type', 'a=b', { 'content-type': 'text/plain' }, 415],
    ['another encoding', '{}', { 'content-encoding': 'br' }, 415],
    ['a broken gzip', 'not gzip', { 'content-encoding': 'gzip' }, 400],
    ['a gzip bomb', gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)), { 'content-encoding': 'gzip' }, 413],
    ['a body that is too large', ' '.repeat(5 * 1024 * 1024), {}, 413],
    ['an empty array', '[]', {}, 422],
    ['an array of more than a thousand', JSON.stringify(Array(1001).fill(0)), {}, 413],
    ['no key', '{}', { authorization: '' }, 401],
    [
      'a wrong key',
      '{}',
      { authorization: 'Bearer fyn.a0a0a0a0a0a0.00000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
      401,
    ],
  ])('gets a precise answer when sent as %s', async (_what, body, headers, status) => {
    const response = await post(body, headers as Record<string, string>);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect((await response.json()).message).toBeTruthy();
  });

  it('is refused under a revoked key, and under one without the scope', async () => {
    const reader = await api.addIntegrator('b0b0b0b0b0b0', ['rental-events:read']);
    const headers = { authorization: `Bearer ${reader.apiKey}` };
    expect((await post(invoice(), headers)).status).toBe(403);
    const command = { type: 'RevokeKey', keyId: reader.keyId } as const;
    await handle(api.core.log, {
      decider: integratorDecider,
      streamId: integratorStreamOf('b0b0b0b0b0b0'),
      command,
      context: testContext(),
    });
    expect((await post(invoice(), headers)).status).toBe(401);
  });
});
