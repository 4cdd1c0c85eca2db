import type { ChallengeRecord as Challenge } from '@fynbos/api/challenges/answers.ts';
import { expect, test } from 'vitest';
import { parseCents } from '../format/format.ts';
import { requestOf, valuesOf } from './challenge.ts';

const challenge: Challenge = {
  id: 'x',
  title: 'Autumn',
  description: 'R5 000 in autumn.',
  from: '2026-03-01',
  to: '2026-05-31',
  measure: 'nett',
  target: 500_050,
  iataNumber: '7712345',
  agencyName: 'Karoo Travel',
  badge: 'Star',
  state: 'planned',
  version: 3,
};

test('a challenge survives its form: rand for nett targets, and the agency', () => {
  const values = valuesOf(challenge);
  expect(values).toMatchObject({ target: 5000.5, audience: 'agency', iataNumber: '7712345' });
  const { title, description, from, to, measure, target, iataNumber, badge } = challenge;
  expect(requestOf(values)).toEqual({ title, description, from, to, measure, target, iataNumber, badge });
  expect(requestOf({ ...values, measure: 'rentals', target: '20', audience: 'all' })).toMatchObject({
    target: 20,
    iataNumber: null,
  });
});

test('an amount is typed with a point or a comma', () => {
  expect(['12,5', '12.50', '7'].map(parseCents)).toEqual([1250, 1250, 700]);
});
