import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { type EventsOf, instant } from '../event-schema.ts';

/** Stream `bank-account-{keyed hash}`. Each agent's own stream shows whether they still use it. */
export const bankAccountEvents = {
  BankAccountUsed: z.object({ agentId: z.int(), usedAt: instant }),
} as const;

type BankAccountEvent = EventsOf<typeof bankAccountEvents>;

/** Agents who ever entered the account, in order. */
interface BankAccountUsers {
  readonly agentIds: readonly number[];
}

interface RecordBankAccountUse {
  readonly type: 'RecordBankAccountUse';
  readonly agentId: number;
}

/** Each agent is recorded once. */
export const bankAccountDecider: Decider<BankAccountUsers, RecordBankAccountUse, BankAccountEvent> = {
  name: 'bank-account',
  initial: { agentIds: [] },
  decide: ({ agentId }, { agentIds }, at) =>
    agentIds.includes(agentId) ? [] : [{ type: 'BankAccountUsed', data: { agentId, usedAt: at } }],
  evolve: ({ agentIds }, { data }) => ({ agentIds: [...agentIds, data.agentId] }),
};
