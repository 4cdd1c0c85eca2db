export const IATA_MESSAGE = 'IATA Number must have 7 or 8 digits.';

const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

/** Whether a text is an IATA number of 7 or 8 digits; spaces and hyphens between them do not count. */
export const isIataNumber = (text: string): boolean => /^\d{7,8}$/.test(digitsOf(text));

/**
 * A warning about an IATA number, or null: the last of 8 digits is the first seven modulo 7. The warning never blocks.
 */
export function iataNumberWarning(text: string): string | null {
  const digits = digitsOf(text);
  if (digits.length === 8 && Number(digits.slice(0, 7)) % 7 !== Number(digits[7])) {
    return 'The check digit of the IATA number does not match.';
  }
  return null;
}
