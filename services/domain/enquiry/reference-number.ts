/** Letters and digits that cannot be confused on paper or over a telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes `FR-K7MX-4QPD` out of random bytes: unguessable, short, and readable over a phone. The number needs eight
 * usable bytes. Bytes that would favour some letters are skipped, so pass a few more than eight; null if there were too
 * few.
 */
export function referenceNumberOf(random: Uint8Array): string | null {
  const limit = 256 - (256 % ALPHABET.length);
  const letters = [...random].filter((byte) => byte < limit).map((byte) => ALPHABET[byte % ALPHABET.length]);
  if (letters.length < 8) return null;
  return `FR-${letters.slice(0, 4).join('')}-${letters.slice(4, 8).join('')}`;
}
