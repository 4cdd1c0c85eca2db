import { type AgentRecord, agentRecord } from '@fynbos/application/agents/load-agent.ts';
import type { KnownBank } from '@fynbos/application/reward-policy/programme-lists.ts';
import { NO_BANK_ACCOUNT, NO_DETAILS } from '@fynbos/domain/agent/details.ts';
import { type AgentState, pendingEmail } from '@fynbos/domain/agent/state.ts';
import { MASK } from '@fynbos/domain/format.ts';
import { dialCodeOf, dialledDigits, nationalDigits } from '@fynbos/domain/identity/phone.ts';
import { type AgentRow, lastFourOf } from '@fynbos/projections/agents/agents.ts';
import type { Services } from '../http/services.ts';
import type { AgentAnswer, BankDetailsAnswer, ListedAgent } from './answers.ts';

export const yesNo = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N');

/** An agent at an instant. Fields of an erased agent are blank. */
export function agentAnswerOf(state: AgentState, now: Date): AgentAnswer {
  const { details, consents } = state;
  return {
    ...(details ?? NO_DETAILS),
    id: state.agentId,
    status: state.status as AgentAnswer['status'],
    cellNumber: dialledDigits(details?.cellNumber ?? ''),
    // Derived from the number: earlier releases could store the dial code of another country.
    countryDialCode: dialCodeOf(details?.cellNumber ?? '') ?? details?.countryDialCode ?? '',
    telephoneNumber: nationalDigits(details?.telephoneNumber ?? ''),
    termsAndConditions: yesNo(consents.terms),
    employerConsent: yesNo(consents.employer),
    loyaltyTrackingNo: state.loyaltyTrackingNo,
    activeFrom: state.activeFrom,
    emailAddressPending: pendingEmail(state, now.toISOString()),
  };
}

export function bankDetailsAnswerOf({ bank, bankChangedAt }: AgentState, bankOfBranch: KnownBank): BankDetailsAnswer {
  const { bankCountry: _country, ...account } = bank ?? NO_BANK_ACCOUNT;
  const listed = bankOfBranch(account.branchCode);
  const otherBankName = listed ? '' : account.bankName;
  return { ...account, bankName: listed?.name ?? account.bankName, otherBankName, changedAt: bankChangedAt };
}

/** Masks a number except for its ending. A form that sends the masked value back changes nothing. */
const hiddenNumber = (number: string): string => (number === '' ? '' : MASK + lastFourOf(number));

/** Whether a form value is a masked number that the user did not edit. */
export const isHidden = (value: unknown): boolean => typeof value === 'string' && value.startsWith(MASK);

/** A row of the list, in the formats of `agentAnswerOf`. */
export function agentListed({ searchText: _search, termsAccepted, ...row }: AgentRow): ListedAgent {
  return {
    ...row,
    cellNumber: dialledDigits(row.cellNumber),
    telephoneNumber: nationalDigits(row.telephoneNumber),
    termsAndConditions: yesNo(termsAccepted),
    employerConsent: yesNo(row.employerConsent),
  };
}

/** An agent at an instant, with masked numbers. */
export function agentShown({ state, row }: AgentRecord, now: Date) {
  const { idNumberEnding: _id, accountEnding: _account, ...listed } = agentListed(row);
  const bank = state.bank ?? NO_BANK_ACCOUNT;
  return {
    ...listed,
    ...agentAnswerOf(state, now),
    // Read from the state: the row may lag behind it, and a bank's name must not appear with another account's number.
    idNumber: hiddenNumber(state.details?.idNumber ?? ''),
    taxNumber: hiddenNumber(state.details?.taxNumber ?? ''),
    bank: { ...bank, bankAccountNumber: hiddenNumber(bank.bankAccountNumber) },
    notifications: { byEmail: state.notifications.byEmail, bySms: state.notifications.bySms },
    version: state.version,
  };
}

/** Returns an agent as of now for a dashboard page. Throws `agent.unknown`. */
export const shownAgent = async (services: Services, agentId: string) =>
  agentShown(await agentRecord(services, agentId), services.now());
