import { dayOf } from '@fynbos/domain/calendar.ts';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import type { Projection } from '../engine/projection.ts';

/** What an integrator recorded on one day in Johannesburg: how many of each type, and how late after they happened. */
export interface TrafficRow {
  key: string;
  integratorId: string;
  day: string;
  invoice: number;
  creditNote: number;
  cancellation: number;
  noShow: number;
  hold: number;
  release: number;
  /** How many came within a minute of their `occurredAt`, within an hour, a day, and later. */
  withinMinute: number;
  withinHour: number;
  withinDay: number;
  later: number;
  /** The longest of these times, in milliseconds. */
  longestLagMs: number;
}

const COLUMN_OF = {
  InvoiceRecorded: 'invoice',
  CreditNoteRecorded: 'creditNote',
  CancellationRecorded: 'cancellation',
  NoShowRecorded: 'noShow',
  HoldPlaced: 'hold',
  HoldReleased: 'release',
} as const satisfies Record<FactEvent['type'], keyof TrafficRow>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The column that counts facts which came this long after they happened; a sender's clock may be a little ahead of ours. */
function lagColumn(lagMs: number): 'withinMinute' | 'withinHour' | 'withinDay' | 'later' {
  if (lagMs <= MINUTE_MS) return 'withinMinute';
  if (lagMs <= HOUR_MS) return 'withinHour';
  return lagMs <= 24 * HOUR_MS ? 'withinDay' : 'later';
}

/** Read model `integrator-traffic`, by integrator and day of recording. */
export const integratorTraffic: Projection<TrafficRow, FactEvent> = {
  name: 'integrator-traffic',
  version: 1,
  eventTypes: Object.keys(COLUMN_OF) as FactEvent['type'][],
  table: {
    columns: {
      key: 'text collate "C"',
      integratorId: 'text',
      day: 'text',
      invoice: 'integer',
      creditNote: 'integer',
      cancellation: 'integer',
      noShow: 'integer',
      hold: 'integer',
      release: 'integer',
      withinMinute: 'integer',
      withinHour: 'integer',
      withinDay: 'integer',
      later: 'integer',
      longestLagMs: 'bigint',
    },
    primaryKey: 'key',
    indexes: ['("integratorId", "day")'],
  },
  keys: ({ data, metadata }) => [`${data.integratorId} ${dayOf(new Date(metadata.recordedAt))}`],
  evolve: (row, { type, data, metadata }, key) => {
    const recordedAt = new Date(metadata.recordedAt);
    const lagMs = Math.max(0, recordedAt.getTime() - Date.parse(data.occurredAt));
    const before = row ?? {
      ...{ key, integratorId: data.integratorId, day: dayOf(recordedAt) },
      ...{ invoice: 0, creditNote: 0, cancellation: 0, noShow: 0, hold: 0, release: 0 },
      ...{ withinMinute: 0, withinHour: 0, withinDay: 0, later: 0, longestLagMs: 0 },
    };
    const kind = COLUMN_OF[type];
    const lag = lagColumn(lagMs);
    return {
      ...before,
      [kind]: before[kind] + 1,
      [lag]: before[lag] + 1,
      longestLagMs: Math.max(Number(before.longestLagMs), lagMs),
    };
  },
};
