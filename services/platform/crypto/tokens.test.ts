import { expect, test } from 'vitest';
import { memoryKeyRing } from '../testing/memory-key-ring.ts';
import { createTokens } from './tokens.ts';

const tokens = createTokens(memoryKeyRing());
const others = createTokens(memoryKeyRing('another master key for tests, of no value'));

test('opens a link only for its purpose and with its key', () => {
  const token = tokens.sign('password', '7.3f0e2f5e');
  expect(tokens.open('password', token)).toBe('7.3f0e2f5e');
  expect(tokens.open('email', token)).toBeNull();
  expect(others.open('password', token)).toBeNull();
});

test.each(['', '.', 'x', '7.3f0e2f5e', '7.3f0e2f5e.AAAA', '8.3f0e2f5e'])('the forged link %s is refused', (forged) => {
  const [, , proof] = tokens.sign('password', '7.3f0e2f5e').split('.');
  expect(tokens.open('password', forged)).toBeNull();
  expect(tokens.open('password', `${forged}.${proof}x`)).toBeNull();
});

test('a code has six digits, is the same each time and differs by id and key', () => {
  const codes = Array.from({ length: 200 }, (_, id) => tokens.code(`id ${id}`));
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(tokens.code('id 1')).toBe(codes[1]);
  expect(new Set(codes).size).toBeGreaterThan(190);
  expect(others.code('id 1')).not.toBe(codes[1]);
});
