import type { KnownBank } from '@fynbos/application/agents/known-banks.ts';
import { type AgentState, pendingEmail } from '@fynbos/domain/agent/state.ts';
import { dialCodeOf, dialledDigits, nationalDigits } from '@fynbos/domain/identity/phone.ts';
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
