import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/** Stream `bank-account-{keyed hash}`: which agents gave this account. Whether one still uses it, their own stream says. */
export const bankAccountEvents = {
  BankAccountUsed: z.object({ agentId: z.int(), usedAt: z.iso.datetime() }),
} as const;

export type BankAccountEvent = EventsOf<typeof bankAccountEvents>;
