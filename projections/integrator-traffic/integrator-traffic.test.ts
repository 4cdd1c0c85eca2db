import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { expect, test } from 'vitest';
import type { FoldEvent } from '../engine/projection.ts';
import { type CountedFact, integratorTraffic, type TrafficRow } from './integrator-traffic.ts';

const fact = (type: CountedFact['type'], occurredAt: string, recordedAt: string): FoldEvent<CountedFact> =>
  ({ type, data: { integratorId: 'a1', occurredAt }, metadata: { recordedAt } }) as unknown as FoldEvent<CountedFact>;

function folded(...events: FoldEvent<CountedFact>[]): Map<string, TrafficRow> {
  const rows = new Map<string, TrafficRow>();
  for (const event of events)
    for (const key of integratorTraffic.keys(event))
      rows.set(key, integratorTraffic.evolve(rows.get(key) ?? null, event, key) as TrafficRow);
  return rows;
}

test('facts are counted by type on the day in Johannesburg on which they were recorded', () => {
  const rows = folded(
    fact('InvoiceRecorded', '2026-03-01T21:59:50Z', '2026-03-01T21:59:59Z'),
    fact('InvoiceRecorded', '2026-03-01T21:59:50Z', '2026-03-01T22:00:00Z'),
    fact('HoldPlaced', '2026-03-01T22:00:00Z', '2026-03-01T22:00:01Z'),
  );
  expect([...rows.values()].map(({ day, invoice, hold }) => [day, invoice, hold])).toEqual([
    ['2026-03-01', 1, 0],
    ['2026-03-02', 1, 1],
  ]);
});

test('the delay of facts is reported in steps and as a maximum', () => {
  const at = '2026-03-05T10:00:00Z';
  const [row] = folded(
    fact('InvoiceRecorded', '2026-03-05T10:00:03Z', at),
    fact('InvoiceRecorded', '2026-03-05T09:59:00Z', at),
    fact('NoShowRecorded', '2026-03-05T09:30:00Z', at),
    fact('CancellationRecorded', '2026-03-04T11:00:00Z', at),
    fact('CreditNoteRecorded', '2026-03-01T10:00:00Z', at),
  ).values();
  expect(row).toMatchObject({ withinMinute: 2, withinHour: 1, withinDay: 1, later: 1, longestLagMs: 4 * DAY_MS });
});
