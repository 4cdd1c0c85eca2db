import type { Day } from '../calendar.ts';

/** Letters and digits that are not mistaken for each other. */
const CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** The form of a run's reference: `FR261130K7`. Two or three of these characters end it. */
export const RUN_REFERENCE = new RegExp(`^FR\\d{6}[${CHARACTERS}]{2,3}$`);

/** The beginning of the references of runs with a pay date. */
export const referenceStart = (payDate: Day): string => `FR${payDate.slice(2).replaceAll('-', '')}`;

/** The reference of a run with a pay date; two or three random bytes choose its last characters. */
export const referenceOf = (payDate: Day, bytes: Iterable<number>): string =>
  `${referenceStart(payDate)}${Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length]).join('')}`;
