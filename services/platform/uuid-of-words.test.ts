import { expect, test } from 'vitest';
import { uuidOfWords } from './uuid-of-words.ts';

test('words always give the same UUID, which it has been since messages were first known by it', () => {
  expect(uuidOfWords('event', 'code', 'email')).toBe(uuidOfWords('event', 'code', 'email'));
  expect(uuidOfWords('event', 'code', 'email')).toBe('8fb43c63-0e55-5b2f-8c77-795061398fe6');
});

test('other words, or the same ones cut elsewhere, give another', () => {
  const all = [uuidOfWords('a', 'bc'), uuidOfWords('ab', 'c'), uuidOfWords('abc'), uuidOfWords('a', 'b', 'c')];
  expect(new Set(all).size).toBe(4);
});
