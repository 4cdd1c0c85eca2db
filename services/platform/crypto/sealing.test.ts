import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { open, seal } from './sealing.ts';

const key = randomBytes(32);

test('an encrypted text decrypts to the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, belongsTo) => {
      const wellFormed = Buffer.from(text).toString();
      expect(open(key, seal(key, wellFormed, belongsTo), belongsTo)).toBe(wellFormed);
    }),
  );
});

test('a sealed text opens only with its key, owner and content, and sealing twice differs', () => {
  const sealed = seal(key, 'a text', 'a');
  expect(sealed).not.toContain('a text');
  expect(seal(key, 'a text', 'a')).not.toBe(sealed);
  expect(() => open(randomBytes(32), sealed, 'a')).toThrow();
  expect(() => open(key, sealed, 'b')).toThrow();
  const bytes = Buffer.from(sealed, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => open(key, bytes.toString('base64'), 'a')).toThrow();
});
