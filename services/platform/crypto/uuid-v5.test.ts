import { expect, test } from 'vitest';
import { uuidV5 } from './uuid-v5.ts';

test('gives the same UUID for the same words, as in every earlier release', () => {
  expect(uuidV5('event', 'code', 'email')).toBe(uuidV5('event', 'code', 'email'));
  expect(uuidV5('event', 'code', 'email')).toBe('8fb43c63-0e55-5b2f-8c77-795061398fe6');
});

test('gives another UUID for other words, or the same ones split differently', () => {
  const all = [uuidV5('a', 'bc'), uuidV5('ab', 'c'), uuidV5('abc'), uuidV5('a', 'b', 'c')];
  expect(new Set(all).size).toBe(4);
});
