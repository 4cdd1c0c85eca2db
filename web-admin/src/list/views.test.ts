import { VIEW_LISTS } from '@fynbos/domain/saved-views/lists.ts';
import { expect, test } from 'vitest';
import { permissionFor } from '../registry.ts';
import { nameProblem, searchOfView, shownView } from './views.ts';

const views = [
  { name: 'Refused', search: '?outcome=refused' },
  { name: 'Mine', search: '?actorId=1&actorKind=admin' },
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

test('recognises the view of an address on any page and in any order of the filters', () => {
  expect(searchOfView('?view=7&page=2&outcome=refused&asOf=2026-05-01')).toBe('?outcome=refused');
  expect(shownView(views, '?actorKind=admin&actorId=1&page=3')?.name).toBe('Mine');
  expect(shownView(views, '?actorKind=admin')).toBeUndefined();
  expect(shownView([{ search: '' }], '')).toBeUndefined();
});

test('asks for the same permission as the page of the list', () => {
  for (const [list, permission] of Object.entries(VIEW_LISTS)) expect(permissionFor(`/${list}`), list).toBe(permission);
});
