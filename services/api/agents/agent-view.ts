import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { type AgentRow, endingOf } from '@fynbos/projections/agents/agents.ts';
import { agentAnswer } from './agent-answer.ts';

const HIDDEN = '•••';

/** All but the ending of a number is hidden; a form that sends this back changes nothing. */
const hiddenNumber = (number: string): string => (number === '' ? '' : HIDDEN + endingOf(number));

/** Whether a value of a form is a hidden number that nobody typed over. */
export const isHidden = (value: unknown): boolean => typeof value === 'string' && value.startsWith(HIDDEN);

/** An agent in a list. */
export function agentListed({ searchText: _search, ...row }: AgentRow) {
  return row;
}

/** An agent at an instant with all that the forms hold, for one page: numbers hidden but for their endings. */
export function agentShown(
  state: AgentState,
  { searchText: _search, idNumberEnding: _id, accountEnding: _account, ...row }: AgentRow,
  now: Date,
) {
  return {
    ...row,
    ...agentAnswer(state, now),
    // Of the state too: a row may be a moment behind it, and one account's name must not stand with another's number.
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
    notifications: state.notifications,
    version: state.version,
  };
}
