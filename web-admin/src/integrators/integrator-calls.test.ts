import type { IntegratorCall as Call, TrafficDay } from '@fynbos/api/integrators/answers.ts';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { translateWith } from '../i18n/T.tsx';
import { lagFinding, outcomeOf, trafficFinding } from './integrator-calls.ts';

const translate = translateWith(i18nProvider.translate);

const day = (values: Partial<TrafficDay>): TrafficDay => ({
  day: '2026-03-01',
  invoice: 0,
  creditNote: 0,
  cancellation: 0,
  noShow: 0,
  hold: 0,
  release: 0,
  withinMinute: 0,
  withinHour: 0,
  withinDay: 0,
  later: 0,
  longestLagMs: 0,
  ...values,
});

test('the titles of the charts state the finding', () => {
  const days = [day({ invoice: 3, withinMinute: 2, later: 1 }), day({ hold: 1, withinHour: 1 })];
  expect(translate(trafficFinding(days))).toBe('4 events on 2 days of the last 30');
  expect(translate(lagFinding(days))).toBe('75% arrived within an hour of happening');
  expect(translate(lagFinding([day({ invoice: 4, later: 3, withinHour: 1 })]))).toBe(
    'Late: only 25% arrived within an hour of happening',
  );
  expect(translate(lagFinding([day({ invoice: 4, later: 4 })]))).toBe(
    'Late: nothing arrived within an hour of happening',
  );
  expect(translate(lagFinding([]))).toBe('Delay between rental and event');
});

test('the result of a call omits zeros', () => {
  const call = { recorded: 12, duplicate: 0, conflict: 0, rejected: 1, unavailable: 0 } as Call;
  expect(translate(outcomeOf(call))).toBe('12 recorded, 1 rejected');
  expect(translate(outcomeOf({ ...call, recorded: 0, rejected: 0 }))).toBe('nothing');
});
