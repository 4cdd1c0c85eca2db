import { dayOf } from '@fynbos/domain/calendar.ts';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import { z } from 'zod';
import { blankRow, keyText } from '../engine/columns.ts';
import { defineProjection, type Handler } from '../engine/projection.ts';

/** Events counted by type, with the delay since they happened. A day in Johannesburg. */
export const trafficRow = z.object({
  key: keyText,
  integratorId: z.string(),
  day: z.string(),
  invoice: z.int32(),
  creditNote: z.int32(),
  cancellation: z.int32(),
  noShow: z.int32(),
  hold: z.int32(),
  release: z.int32(),
  /** Facts recorded within a minute of their `occurredAt`, within an hour, within a day, and later. */
  withinMinute: z.int32(),
  withinHour: z.int32(),
  withinDay: z.int32(),
  later: z.int32(),
  /** The longest delay, in milliseconds. */
  longestLagMs: z.int(),
});
export type TrafficRow = z.output<typeof trafficRow>;

const BLANK = blankRow(trafficRow);

/** Reservations are not counted: they decide nothing. */
export type CountedFact = Exclude<FactEvent, { type: 'ReservationRecorded' }>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The column that counts facts with this recording delay. */
function lagColumn(lagMs: number): 'withinMinute' | 'withinHour' | 'withinDay' | 'later' {
  if (lagMs <= MINUTE_MS) return 'withinMinute';
  if (lagMs <= HOUR_MS) return 'withinHour';
  return lagMs <= 24 * HOUR_MS ? 'withinDay' : 'later';
}

const count =
  (
    column: 'invoice' | 'creditNote' | 'cancellation' | 'noShow' | 'hold' | 'release',
  ): Handler<TrafficRow, CountedFact> =>
  (row, { data, metadata }, key) => {
    const recordedAt = new Date(metadata.recordedAt);
    // The sender's clock may be slightly ahead.
    const lagMs = Math.max(0, recordedAt.getTime() - Date.parse(data.occurredAt));
    const before = row ?? { ...BLANK, key, integratorId: data.integratorId, day: dayOf(recordedAt) };
    const lag = lagColumn(lagMs);
    return {
      ...before,
      [column]: before[column] + 1,
      [lag]: before[lag] + 1,
      longestLagMs: Math.max(before.longestLagMs, lagMs),
    };
  };

export const integratorTraffic = defineProjection<TrafficRow, CountedFact>({
  name: 'integrator-traffic',
  version: 1,
  row: trafficRow,
  primaryKey: 'key',
  indexes: ['("integratorId", "day")'],
  keys: ({ data, metadata }) => [`${data.integratorId} ${dayOf(new Date(metadata.recordedAt))}`],
  handlers: {
    InvoiceRecorded: count('invoice'),
    CreditNoteRecorded: count('creditNote'),
    CancellationRecorded: count('cancellation'),
    NoShowRecorded: count('noShow'),
    HoldPlaced: count('hold'),
    HoldReleased: count('release'),
  },
});
