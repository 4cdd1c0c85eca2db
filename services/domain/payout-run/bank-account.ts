import type { Decider } from '../decider.ts';
import type { BankAccountEvent } from './bank-account-events.ts';

/** Agents who ever entered the account, in order. */
export interface BankAccountUsers {
  readonly agentIds: readonly number[];
}

export interface RecordBankAccountUse {
  readonly type: 'RecordBankAccountUse';
  readonly agentId: number;
  /** ISO instant. */
  readonly at: string;
}

/** A bank account and the agents who entered it. Each agent is recorded once. */
export const bankAccountDecider: Decider<BankAccountUsers, RecordBankAccountUse, BankAccountEvent> = {
  name: 'bank-account',
  initial: { agentIds: [] },
  decide: ({ agentId, at }, { agentIds }) =>
    agentIds.includes(agentId) ? [] : [{ type: 'BankAccountUsed', data: { agentId, usedAt: at } }],
  evolve: ({ agentIds }, { data }) => ({ agentIds: [...agentIds, data.agentId] }),
};
