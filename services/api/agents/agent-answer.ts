import { type AgentRecord, agentRecord } from '@fynbos/application/agents/agent-record.ts';
import type { KnownBank } from '@fynbos/application/agents/known-banks.ts';
import { type AgentState, pendingEmail } from '@fynbos/domain/agent/state.ts';
import { dialCodeOf, dialledDigits, nationalDigits } from '@fynbos/domain/identity/phone.ts';
import { type AgentRow, endingOf } from '@fynbos/projections/agents/agents.ts';
import type { Services } from '../http/services.ts';
import type { AgentAnswer, BankAnswer } from './answers.ts';

const yesNo = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N');

/** An agent at an instant. Fields of an erased agent are blank. */
export function agentAnswerOf(state: AgentState, now: Date): AgentAnswer {
  const { details, consents } = state;
  return {
    id: state.agentId,
    status: state.status as AgentAnswer['status'],
    idNumber: details?.idNumber ?? '',
    title: details?.title ?? '',
    initials: details?.initials ?? '',
    firstName: details?.firstName ?? '',
    surname: details?.surname ?? '',
    emailAddress: details?.emailAddress ?? '',
    cellNumber: dialledDigits(details?.cellNumber ?? ''),
    // Derived from the number: earlier releases could store the dial code of another country.
    countryDialCode: dialCodeOf(details?.cellNumber ?? '') ?? details?.countryDialCode ?? '',
    taxCountry: details?.taxCountry ?? '',
    taxNumber: details?.taxNumber ?? '',
    countryOfIssue: details?.countryOfIssue ?? '',
    idType: details?.idType ?? '',
    rentalCo: details?.rentalCo ?? '',
    termsAndConditions: yesNo(consents.terms),
    employerConsent: yesNo(consents.employer),
    communicationMethod: details?.communicationMethod ?? 'C',
    telephoneNumber: nationalDigits(details?.telephoneNumber ?? ''),
    loyaltyTrackingNo: state.loyaltyTrackingNo,
    activeFrom: state.activeFrom,
    iataNumber: details?.iataNumber ?? '',
    agencyName: details?.agencyName ?? '',
    physicalAddressLine1: details?.physicalAddressLine1 ?? '',
    physicalAddressLine2: details?.physicalAddressLine2 ?? '',
    physicalAddressLine3: details?.physicalAddressLine3 ?? '',
    postalCode: details?.postalCode ?? '',
    emailAddressPending: pendingEmail(state, now.toISOString()),
  };
}

/** An agent's own banking details, with the name of the listed bank. */
export function bankAnswerOf({ bank, bankChangedAt }: AgentState, known: KnownBank): BankAnswer {
  const listed = known(bank?.branchCode ?? '');
  return {
    bankName: listed?.name ?? bank?.bankName ?? '',
    otherBankName: listed ? '' : (bank?.bankName ?? ''),
    bankAccountHolderName: bank?.bankAccountHolderName ?? '',
    bankAccountNumber: bank?.bankAccountNumber ?? '',
    branchCode: bank?.branchCode ?? '',
    branchName: bank?.branchName ?? '',
    changedAt: bankChangedAt,
  };
}

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
