import { randomBytes } from 'node:crypto';

/** A letter and ten hexadecimal digits: BullMQ rejects a whole number, which one in a hundred would be. */
export const newRunId = (): string => `r${randomBytes(5).toString('hex')}`;
