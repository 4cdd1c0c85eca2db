import { listed, type Wording } from '../i18n/wording.ts';

/** A call of an integrator; the server keeps calls for a limited time. */
export interface Call {
  readonly callId: string;
  readonly keyId: string;
  readonly at: string;
  readonly form: 'object' | 'array' | 'stream';
  readonly dryRun: boolean;
  readonly status: number;
  readonly durationMs: number;
  readonly recorded: number;
  readonly duplicate: number;
  readonly conflict: number;
  readonly rejected: number;
  readonly unavailable: number;
}

interface ItemError {
  readonly path: string;
  readonly message: string;
}

/** A rejected or conflicting item; `item` is null when the server did not keep it. */
export interface Refused {
  readonly itemId: string;
  readonly at: string;
  readonly line: number;
  readonly type: string | null;
  readonly eventId: string | null;
  readonly reservationNo: string | null;
  readonly result: 'conflict' | 'rejected';
  readonly errors: readonly ItemError[];
  readonly retriedAt: string | null;
  readonly retryResult: string | null;
  readonly item: object | null;
}

/** Label of the button and title of the dialog that send an item again. */
export const sendAgain = ({ reservationNo }: Refused): Wording =>
  reservationNo ? ['Send %{reservationNo} again', { reservationNo }] : 'Send the item again';

/** The result for one item. */
export interface ItemAnswer {
  readonly eventId: string | null;
  readonly result: 'recorded' | 'duplicate' | 'conflict' | 'rejected' | 'unavailable';
  readonly errors?: readonly ItemError[];
}

/** Traffic of one day. */
export interface TrafficDay {
  readonly day: string;
  readonly invoice: number;
  readonly creditNote: number;
  readonly cancellation: number;
  readonly noShow: number;
  readonly hold: number;
  readonly release: number;
  readonly withinMinute: number;
  readonly withinHour: number;
  readonly withinDay: number;
  readonly later: number;
  readonly longestLagMs: number;
}

export const TYPES = [
  ['invoice', 'Invoices'],
  ['creditNote', 'Credit notes'],
  ['cancellation', 'Cancellations'],
  ['noShow', 'No-shows'],
  ['hold', 'Holds'],
  ['release', 'Releases'],
] as const;
export const LAGS = [
  ['withinMinute', 'Within a minute'],
  ['withinHour', 'Within an hour'],
  ['withinDay', 'Within a day'],
  ['later', 'Later'],
] as const;

/** Counts all events of a day. */
export const eventsOf = (day: TrafficDay): number => TYPES.reduce((sum, [type]) => sum + day[type], 0);

/** Headline of the traffic chart. */
export function trafficFinding(days: readonly TrafficDay[]): Wording {
  const total = days.reduce((sum, day) => sum + eventsOf(day), 0);
  return [
    '%{events} on %{days} of the last thirty',
    {
      events: ['%{count} event |||| %{count} events', { count: total }],
      days: ['%{count} day |||| %{count} days', { count: days.length }],
    },
  ];
}

/** Headline of the lag chart. */
export function lagFinding(days: readonly TrafficDay[]): Wording {
  const total = days.reduce((sum, day) => sum + eventsOf(day), 0);
  const soon = days.reduce((sum, day) => sum + day.withinMinute + day.withinHour, 0);
  const share = total === 0 ? 100 : Math.floor((soon / total) * 100);
  return ['%{share} % arrived within an hour of happening', { share }];
}

/** Describes the result of a call: `12 recorded, 1 rejected`. */
export function outcomeOf(call: Call): Wording {
  const told = (['recorded', 'duplicate', 'conflict', 'rejected', 'unavailable'] as const)
    .filter((result) => call[result] > 0)
    .map((result): Wording => ['%{count} %{result}', { count: call[result], result: [result] }]);
  return told.length === 0 ? 'nothing' : listed(told, '%{one}, %{more}');
}
