/** Letters and digits that cannot be mistaken for one another on paper or over a telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * `FR-K7MX-4QPD` out of random bytes (eight of them): unguessable, short, and readable over a phone.
 * Bytes that would favour some letters are passed over, so hand in a few more than eight; null if there were too few.
 */
export function referenceNumberOf(random: Uint8Array): string | null {
  const limit = 256 - (256 % ALPHABET.length);
  const letters = [...random].filter((byte) => byte < limit).map((byte) => ALPHABET[byte % ALPHABET.length]);
  if (letters.length < 8) return null;
  return `FR-${letters.slice(0, 4).join('')}-${letters.slice(4, 8).join('')}`;
}
