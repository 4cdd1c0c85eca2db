import { randomUUID } from 'node:crypto';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { LineError } from '../import.ts';

export interface AgentLine {
  readonly loyaltyTrackingNo: string;
  readonly activeFrom: string;
  readonly termsAccepted: boolean;
  readonly employerConsent: boolean;
  readonly details: AgentDetails;
  readonly bank: BankAccount;
  readonly warnings: readonly LineError[];
}

const contentOf = ({
  loyaltyTrackingNo,
  activeFrom,
  termsAccepted,
  employerConsent,
  details,
  bank,
}: Omit<AgentLine, 'warnings'>) =>
  JSON.stringify([
    loyaltyTrackingNo,
    activeFrom,
    termsAccepted,
    employerConsent,
    Object.entries(details)
      // The dial code follows from the number; older lines recorded another country's.
      .filter(([field]) => field !== 'countryDialCode')
      .sort(([one], [other]) => (one < other ? -1 : 1)),
    Object.entries(bank).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

export const sameAgent = (one: Omit<AgentLine, 'warnings'>, other: Omit<AgentLine, 'warnings'>): boolean =>
  contentOf(one) === contentOf(other);

/**
 * Returns the first recorded data of an agent as an import line, whether or not it came from one. Returns null for an
 * erased agent.
 */
export function lineOf(events: readonly AgentEvent[]): Omit<AgentLine, 'warnings'> | null {
  const registered = events.find((event) => event.type === 'AgentRegistered')?.data;
  const activated = events.find((event) => event.type === 'AgentActivated')?.data;
  if (!registered?.personal?.bank || !activated) return null;
  const { termsAccepted, employerConsent, personal } = registered;
  const { loyaltyTrackingNo, activeFrom } = activated;
  return {
    loyaltyTrackingNo,
    activeFrom,
    termsAccepted,
    employerConsent,
    details: personal.details,
    bank: personal.bank as BankAccount,
  };
}

/** The command that takes over an agent from a line. */
export const migrateAgent = (agentId: number, { warnings: _, ...line }: AgentLine): AgentCommand => ({
  type: 'MigrateAgent',
  agentId,
  requestId: randomUUID(),
  ...line,
});
