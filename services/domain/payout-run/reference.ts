import type { Day } from '../calendar.ts';

/** Letters and digits that are not mistaken for each other. */
const CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A run's reference: `FR261130K7`. */
export const RUN_REFERENCE = new RegExp(`^FR\\d{6}[${CHARACTERS}]{2,3}$`);

export const referenceStart = (payDate: Day): string => `FR${payDate.slice(2).replaceAll('-', '')}`;

/** Two or three random bytes choose its last characters. */
export const referenceOf = (payDate: Day, bytes: Iterable<number>): string =>
  `${referenceStart(payDate)}${Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length]).join('')}`;
