import { expect, test } from 'vitest';
import { isFree } from './packages.ts';

test('accepts one permissive licence of an OR, and requires all of an AND', () => {
  expect(isFree('MIT')).toBe(true);
  expect(isFree('(MPL-2.0 OR Apache-2.0)')).toBe(true);
  expect(isFree('(BSD-3-Clause AND Apache-2.0)')).toBe(true);
  expect(isFree('MIT AND GPL-3.0')).toBe(false);
  expect(isFree('AGPL-3.0')).toBe(false);
  expect(isFree('none named')).toBe(false);
});
