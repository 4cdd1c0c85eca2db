import { expect, test } from 'vitest';
import { freshBytes } from './random.ts';

test('bytes are given out once, also across blocks, and none is written over later', () => {
  const given = Array.from({ length: 2000 }, () => freshBytes(12));
  const texts = given.map((bytes) => bytes.toString('hex'));
  expect(new Set(texts).size).toBe(2000);
  freshBytes(8192);
  expect(given.map((bytes) => bytes.toString('hex'))).toEqual(texts);
});
