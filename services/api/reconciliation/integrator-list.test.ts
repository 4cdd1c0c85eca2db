import { gzipSync } from 'node:zlib';
import { addLines } from '@fynbos/application/reconciliation/list-store.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openProgramme60, type Programme } from '../testing/programme.ts';
import { until } from '../testing/until.ts';

interface Sent {
  readonly eventId: string;
  readonly type: string;
  readonly reservationNo: string;
  readonly invoiceNo: string;
  readonly tkRevenue: number;
}
let harness: Programme;
let integratorId: string;
let sent: Sent[];

beforeAll(async () => {
  harness = await openProgramme60(new Date('2026-11-17T08:00:00.000Z'));
  integratorId = (await harness.get('/admin/integrator-names').expect(200)).body[0].id;
  const { rows } = await harness.running.pool.query(
    `select f->>'eventId' as "eventId", 'invoice' as type, "reservationNo", f->>'invoiceNo' as "invoiceNo", (f->>'tkRevenueCents')::float8 / 100 as "tkRevenue"
     from rm_rentals.rentals cross join json_array_elements(facts) f where f->>'type' = 'InvoiceRecorded' order by 1`,
  );
  sent = rows;
});
afterAll(() => harness.running.close());

const linesOf = (rows: readonly Sent[]): string =>
  rows
    .map(({ eventId, type, reservationNo, invoiceNo, tkRevenue }) =>
      [eventId, type, reservationNo, invoiceNo, tkRevenue].join(),
    )
    .join('\n');
const HEADER = 'eventId,type,reservationNo,invoiceNo,tkRevenue';

const upload = (body: string | Buffer, query = '', headers: Record<string, string> = {}) =>
  harness.upload(`/admin/integrator-lists?integratorId=${integratorId}${query}`, body, headers);

async function compared(body: string | Buffer, query = '', headers: Record<string, string> = {}) {
  const { body: asked } = await upload(body, query, headers).expect(202);
  return until(async () => {
    const found = (await harness.get(`/admin/integrator-lists/${asked.id}`).expect(200)).body;
    return found.state === 'done' && found;
  });
}

test('compares a list line by line: missing on either side, other content, listed twice', async () => {
  const [first, second, third, ...rest] = sent as [Sent, Sent, Sent, ...Sent[]];
  const strange = { ...first, eventId: '4f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11' };
  const listed = [
    HEADER,
    linesOf([{ ...first, tkRevenue: first.tkRevenue + 1 }, second, ...rest, strange, second]),
    'no-id,invoice,X,Y,1',
    `=1+1,${second.type}`,
  ].join('\n');
  const found = await compared(listed);
  expect(found.counts).toMatchObject({ different: 1, 'missing-here': 1, 'listed-twice': 1, unreadable: 2 });
  const others = (await harness.running.pool.query('select count(*)::int as n from rm_rental_events."rentalEvents"'))
    .rows[0].n;
  expect(found.counts['missing-there']).toBe(others - sent.length + 1);
  const csv = parse((await harness.get(`/admin/integrator-lists/${found.id}/findings.csv`).expect(200)).text, {
    columns: true,
  }) as Record<string, string>[];
  expect(csv).toHaveLength(Object.values(found.counts as Record<string, number>).reduce((a, b) => a + b, 0));
  expect(csv[0]).toMatchObject({
    line: '2',
    eventId: first.eventId,
    field: 'tkRevenue',
    theirs: String(first.tkRevenue + 1),
    ours: first.tkRevenue.toFixed(2),
  });
  expect(
    csv.some(({ eventId, difference }) => eventId === third.eventId && difference === 'Recorded here, but not listed'),
  ).toBe(true);
  const kept = await harness.running.pool.query('select from integrator_lists.lines where "listId" = $1', [found.id]);
  expect(kept.rowCount).toBe(0);
});

test('finds no difference in a complete, compressed list of a period', async () => {
  const found = await compared(gzipSync(`${HEADER}\n${linesOf(sent)}\n`), '&from=2020-01-01&to=2020-01-31', {
    'Content-Encoding': 'gzip',
  });
  expect(found).toMatchObject({ counts: {}, lines: sent.length, compared: sent.length, ours: 0 });
});

const stateOf = async (id: string) => (await harness.get(`/admin/integrator-lists/${id}`).expect(200)).body.state;

test('marks a list as failed if its comparison could not be requested', async () => {
  const { store } = harness.running.services.log;
  const append = store.appendMany.bind(store);
  const away = vi.spyOn(store, 'appendMany').mockImplementation(async (batch) => {
    if (batch.some(({ streamId }) => streamId.startsWith('reconciliation-'))) throw new StoreUnavailable('away');
    return append(batch);
  });
  await upload(`${HEADER}\n${linesOf(sent.slice(0, 2))}`).expect(503);
  away.mockRestore();
  const [newest] = (await harness.get('/admin/integrator-lists').expect(200)).body.lists;
  expect(newest).toMatchObject({ state: 'failed', lines: 2 });
  await harness.running.pool.query('delete from integrator_lists.lists where id = $1', [newest.id]);
});

test('marks an unfinished list without progress for an hour as failed', async () => {
  for (const state of ['reading', 'waiting']) {
    const { rows } = await harness.running.pool.query(
      `insert into integrator_lists.lists (id, "integratorId", columns, lines, state)
       values (gen_random_uuid()::text, $1, '["eventId"]', 0, $2) returning id`,
      [integratorId, state],
    );
    const { id } = rows[0];
    const since = (minutes: number) =>
      harness.running.pool.query(
        `update integrator_lists.lists set "movedAt" = now() - make_interval(mins => $2) where id = $1`,
        [id, minutes],
      );
    await since(55);
    expect(await stateOf(id)).toBe(state);
    await since(65);
    expect(await stateOf(id)).toBe('failed');
    await addLines(harness.running.pool, id, []);
    expect(await stateOf(id)).toBe(state);
    await harness.running.pool.query('delete from integrator_lists.lists where id = $1', [id]);
  }
});

test('rejects an invalid list with the reason and stores nothing', async () => {
  const refused = async (body: string, status: number, message: string) => {
    const answer = await upload(body).expect(status);
    expect(answer.body.message).toContain(message);
  };
  await refused('reservationNo\nX', 422, 'no column eventId');
  await refused('eventId,salary\n', 422, 'no field salary');
  await refused('', 422, 'empty');
  await refused(`eventId\n"${'x'.repeat(20_000)}`, 422, 'is not valid CSV');
  await harness.upload('/admin/integrator-lists?integratorId=nobody', 'eventId\n').expect(404);
  await harness.post(`/admin/integrator-lists?integratorId=${integratorId}`, {}).expect(415);
  const { rows } = await harness.running.pool.query(`select from integrator_lists.lists where state <> 'done'`);
  expect(rows).toEqual([]);
});
