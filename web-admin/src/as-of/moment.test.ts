import { expect, test } from 'vitest';
import { momentOf, parseInstant, searchAtMoment, supportsAsOf } from './moment.ts';

const THEN = '2026-03-01T08:00:00.000Z';

test('the address contains a past moment', () => {
  expect(momentOf('?asOf=2026-03-01T10:00:00%2B02:00')).toBe(THEN);
  expect(momentOf('?asOf=yesterday')).toBeNull();
  expect(momentOf('?filter={}')).toBeNull();
});

test('filters and links keep the past moment', () => {
  const filtered = { pathname: '/travel-agents', search: '?page=2' };
  expect(searchAtMoment(filtered, THEN, false)).toBe(`?page=2&asOf=${encodeURIComponent(THEN)}`);
  expect(searchAtMoment({ pathname: '/rewards/R1', search: '' }, THEN, false)).toContain('asOf=');
  for (const path of [
    '/home',
    '/payouts',
    '/payouts/1',
    '/holds',
    '/reward-policy',
    '/liability',
    '/ledger',
    '/controls',
    '/referrals',
    '/corrections',
    '/reconciliations',
    '/month-closes',
  ])
    expect(supportsAsOf(path)).toBe(true);
});

test('keeps no moment on pages without history, after the browser’s Back, or in the present', () => {
  for (const path of [
    '/operations',
    '/audit-log/compare',
    '/liability/agents',
    '/month-closes/2026-03',
    '/reconciliations/lists',
  ])
    expect(supportsAsOf(path)).toBe(false);
  expect(searchAtMoment({ pathname: '/operations', search: '' }, THEN, false)).toBeNull();
  expect(searchAtMoment({ pathname: '/rewards', search: '' }, THEN, true)).toBeNull();
  expect(searchAtMoment({ pathname: '/rewards', search: '' }, null, false)).toBeNull();
});

test('a moment is typed in the time of Johannesburg', () => {
  expect(parseInstant('2026-03-01T10:00')).toBe(THEN);
  expect(parseInstant('2026-03-01')).toBeNull();
  expect(parseInstant('2026-13-01T10:00')).toBeNull();
});
