import { randomBytes } from 'node:crypto';

/**
 * Returns a new id for a job: a letter and ten hexadecimal digits. The letter is required: BullMQ rejects a job id that
 * is a whole number, and one in a hundred ids of ten hexadecimal digits is.
 */
export const newRunId = (): string => `r${randomBytes(5).toString('hex')}`;
