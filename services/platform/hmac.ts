import { createHmac, hash } from 'node:crypto';

const BLOCK = 64;
const DIGEST = 32;
const SHORT = 1024;

/**
 * HMAC-SHA256 (hex) of texts under a key of at most 64 bytes. For short texts, of which there is one an item, it is made
 * as RFC 2104 defines it, of two hashes in one call each: half of what an Hmac object costs.
 */
export function hmacSha256(key: Uint8Array): (text: string) => string {
  if (key.length > BLOCK) throw new RangeError('a key has at most 64 bytes');
  // A character is at most three bytes of UTF-8.
  const inner = Buffer.alloc(BLOCK + SHORT * 3);
  const outer = Buffer.alloc(BLOCK + DIGEST);
  for (let n = 0; n < BLOCK; n++) {
    const byte = key[n] ?? 0;
    inner[n] = byte ^ 0x36;
    outer[n] = byte ^ 0x5c;
  }
  return (text) => {
    if (text.length > SHORT) return createHmac('sha256', key).update(text).digest('hex');
    const end = BLOCK + inner.write(text, BLOCK);
    hash('sha256', inner.subarray(0, end), 'buffer').copy(outer, BLOCK);
    return hash('sha256', outer, 'hex');
  };
}
