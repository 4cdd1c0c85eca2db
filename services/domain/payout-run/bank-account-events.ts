import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/**
 * Stream `bank-account-{keyed hash}`: the agents who entered this account. Each agent's own stream shows whether they
 * still use it.
 */
export const bankAccountEvents = {
  BankAccountUsed: z.object({ agentId: z.int(), usedAt: z.iso.datetime() }),
} as const;

export type BankAccountEvent = EventsOf<typeof bankAccountEvents>;
