import { expect, test } from 'vitest';
import { uuidV5 } from './uuid-v5.ts';

test('words always give the same UUID, which it has been since messages were first known by it', () => {
  expect(uuidV5('event', 'code', 'email')).toBe(uuidV5('event', 'code', 'email'));
  expect(uuidV5('event', 'code', 'email')).toBe('8fb43c63-0e55-5b2f-8c77-795061398fe6');
});

test('other words, or the same ones cut elsewhere, give another', () => {
  const all = [uuidV5('a', 'bc'), uuidV5('ab', 'c'), uuidV5('abc'), uuidV5('a', 'b', 'c')];
  expect(new Set(all).size).toBe(4);
});
