import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmacSha256 } from './hmac.ts';

test('it is the HMAC of the standard for every key and text, in any order of lengths', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      fc.array(fc.string({ unit: 'binary', maxLength: 1500 }), { minLength: 1, maxLength: 3 }),
      (key, texts) => {
        const hmac = hmacSha256(key);
        for (const text of texts) expect(hmac(text)).toBe(createHmac('sha256', key).update(text).digest('hex'));
      },
    ),
    { numRuns: 30 },
  );
  expect(() => hmacSha256(new Uint8Array(65))).toThrow(RangeError);
});
