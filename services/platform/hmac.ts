import { createHmac, hash } from 'node:crypto';

const BLOCK = 64;
const DIGEST = 32;
const SHORT = 1024;

/**
 * Computes HMAC-SHA256 (hex) of texts under a key of at most 64 bytes. Short texts, one per item, use the definition of
 * RFC 2104: two hashes, one call each, at half the cost of an Hmac object.
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
