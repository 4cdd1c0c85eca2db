/**
 * What is odd about an IATA number, or null: 7 digits, or 8 of which the last is the first seven modulo 7.
 * It warns and never blocks (decisions.md, Identity and contact data).
 */
export function iataNumberWarning(text: string): string | null {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{7,8}$/.test(digits)) return 'An IATA number has 7 or 8 digits.';
  if (digits.length === 8 && Number(digits.slice(0, 7)) % 7 !== Number(digits[7])) {
    return 'The check digit of the IATA number does not match.';
  }
  return null;
}
