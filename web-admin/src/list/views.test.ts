import { expect, test } from 'vitest';
import { nameProblem, renamed, type View, without, withView } from './views.ts';

const views: readonly View[] = [
  { name: 'Refused', search: '?filter=a' },
  { name: 'Mine', search: '?filter=b' },
];

test('requires a name that no other view has, ignoring case, and accepts the own name', () => {
  expect(nameProblem(views, '  ')).toBe('A name is required!');
  expect(nameProblem(views, null)).toBe('A name is required!');
  expect(nameProblem(views, 'refused ')).toBe('A view with this name already exists.');
  expect(nameProblem(views, 'refused', 'Refused')).toBeNull();
  expect(nameProblem(views, 'Mine', 'Refused')).toBe('A view with this name already exists.');
  expect(nameProblem(views, 'x'.repeat(61))).toBe('A name has at most 60 characters.');
  expect(nameProblem(views, 'Bank changes')).toBeNull();
});

test('views stand in the order of their names, and keep their filters when they are renamed', () => {
  expect(withView(views, { name: ' Bank changes ', search: '?c' }).map(({ name }) => name)).toEqual([
    'Bank changes',
    'Mine',
    'Refused',
  ]);
  expect(renamed(views, 'Mine', 'Zeta')).toEqual([
    { name: 'Refused', search: '?filter=a' },
    { name: 'Zeta', search: '?filter=b' },
  ]);
  expect(without(views, 'Mine')).toEqual([views[0]]);
});
