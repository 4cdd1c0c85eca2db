import { type AgentState, pendingEmail } from '@fynbos/domain/agent/state.ts';
import { dialCodeOf, dialledDigits, nationalDigits } from '@fynbos/domain/identity/phone.ts';
import type { KnownBank } from './known-banks.ts';

const yesNo = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N');

/** An agent at an instant with the agency in the specification's shape (section 3); all but the banking details and the password. */
export function agentAnswer(state: AgentState, now: Date) {
  const { details, consents } = state;
  return {
    id: state.agentId,
    status: state.status,
    idNumber: details?.idNumber ?? '',
    title: details?.title ?? '',
    initials: details?.initials ?? '',
    firstName: details?.firstName ?? '',
    surname: details?.surname ?? '',
    emailAddress: details?.emailAddress ?? '',
    cellNumber: dialledDigits(details?.cellNumber ?? ''),
    // What was recorded beside a number may be another country's, from when one was changed without the other.
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
    /** A new address that waits for its link to be opened. */
    emailAddressPending: pendingEmail(state, now.toISOString()),
  };
}

/** The banking details in the specification's shape; `otherBankName` is there where the form has to choose OTHER. */
export function bankAnswer({ bank, bankChangedAt }: AgentState, known: KnownBank) {
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
