import type {
  IntegratorCall as Call,
  ItemOutcome,
  RefusedItem as Refused,
  TrafficDay,
} from '@fynbos/api/integrators/answers.ts';
import { addDays } from '@fynbos/domain/calendar.ts';
import { listed, type Wording } from '../i18n/T.tsx';

export const sendAgain = ({ reservationNo }: Refused): Wording =>
  reservationNo ? ['Send %{reservationNo} again', { reservationNo }] : 'Send the item again';

export type ItemAnswer = Omit<ItemOutcome, 'position'>;

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

export const eventsOf = (day: TrafficDay): number => TYPES.reduce((sum, [type]) => sum + day[type], 0);

/** The last thirty days up to `today` (`2026-03-14`), oldest first; days without events have zeros. */
export function withQuietDays(days: readonly TrafficDay[], today: string): readonly TrafficDay[] {
  const zeros = Object.fromEntries(Object.keys(days[0] ?? {}).map((field) => [field, 0]));
  return Array.from({ length: 30 }, (_, at) => {
    const day = addDays(today, at - 29);
    return days.find((one) => one.day === day) ?? ({ ...zeros, day } as TrafficDay);
  });
}

export function trafficFinding(days: readonly TrafficDay[]): Wording {
  const total = days.reduce((sum, day) => sum + eventsOf(day), 0);
  return [
    '%{events} on %{days} of the last 30',
    {
      events: ['%{count} event |||| %{count} events', { count: total }],
      days: ['%{count} day |||| %{count} days', { count: days.length }],
    },
  ];
}

export function lagFinding(days: readonly TrafficDay[]): Wording {
  const total = days.reduce((sum, day) => sum + eventsOf(day), 0);
  const soon = days.reduce((sum, day) => sum + day.withinMinute + day.withinHour, 0);
  if (total === 0) return 'Delay between rental and event';
  const share = Math.floor((soon / total) * 100);
  if (soon === 0) return 'Late: nothing arrived within an hour of happening';
  if (share < 50) return ['Late: only %{share}% arrived within an hour of happening', { share }];
  return ['%{share}% arrived within an hour of happening', { share }];
}

/** Describes the result of a call: `12 recorded, 1 rejected`. */
export function outcomeOf(call: Call): Wording {
  const counts = (['recorded', 'duplicate', 'conflict', 'rejected', 'unavailable'] as const)
    .filter((result) => call[result] > 0)
    .map((result): Wording => ['%{count} %{result}', { count: call[result], result: [result] }]);
  return counts.length === 0 ? 'nothing' : listed(counts);
}
