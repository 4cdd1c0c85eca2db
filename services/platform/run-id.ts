import { randomBytes } from 'node:crypto';

/**
 * A fresh id for a piece of work that a queue carries: a letter and ten hexadecimal digits. The letter matters: BullMQ refuses
 * a job whose id is a whole number, which one in a hundred ids of ten digits without a letter is.
 */
export const newRunId = (): string => `r${randomBytes(5).toString('hex')}`;
