import { type AgentRecord, agentRecord } from '@fynbos/application/agents/agent-record.ts';
import { type AgentRow, endingOf } from '@fynbos/projections/agents/agents.ts';
import type { Services } from '../http/services.ts';
import { agentAnswerOf } from './agent-answer.ts';

const HIDDEN = '•••';

/** Masks a number except for its ending. A form that sends the masked value back changes nothing. */
const hiddenNumber = (number: string): string => (number === '' ? '' : HIDDEN + endingOf(number));

/** Whether a form value is a masked number that the user did not edit. */
export const isHidden = (value: unknown): boolean => typeof value === 'string' && value.startsWith(HIDDEN);

export const agentListed = ({ searchText: _search, ...row }: AgentRow): Omit<AgentRow, 'searchText'> => row;

/** An agent at an instant, with masked numbers. */
export function agentShown({ state, row }: AgentRecord, now: Date) {
  const { searchText: _search, idNumberEnding: _id, accountEnding: _account, ...listed } = row;
  return {
    ...listed,
    ...agentAnswerOf(state, now),
    // Read from the state: the row may lag behind it, and a bank's name must not appear with another account's number.
    idNumber: hiddenNumber(state.details?.idNumber ?? ''),
    taxNumber: hiddenNumber(state.details?.taxNumber ?? ''),
    bank: {
      bankName: state.bank?.bankName ?? '',
      bankAccountHolderName: state.bank?.bankAccountHolderName ?? '',
      bankAccountNumber: hiddenNumber(state.bank?.bankAccountNumber ?? ''),
      branchCode: state.bank?.branchCode ?? '',
      branchName: state.bank?.branchName ?? '',
      bankCountry: state.bank?.bankCountry ?? '',
    },
    notifications: { byEmail: state.notifications.byEmail, bySms: state.notifications.bySms },
    version: state.version,
  };
}

/** Returns an agent as of now for a dashboard page. Throws `agent.unknown`. */
export const shownAgent = async (services: Services, agentId: string) =>
  agentShown(await agentRecord(services, agentId), services.now());
