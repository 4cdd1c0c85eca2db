import type { KnownBank } from '@fynbos/application/agents/known-banks.ts';
import { type AgentState, pendingEmail } from '@fynbos/domain/agent/state.ts';
import { dialCodeOf, dialledDigits, nationalDigits } from '@fynbos/domain/identity/phone.ts';
import { z } from 'zod';

const yesNoShape = z.enum(['Y', 'N']);
export const agentStatusShape = z.enum(['registered', 'active', 'suspended', 'forgotten']);
export const communicationMethodShape = z.enum(['E', 'C']);

/** An agent with the agency, without banking details or password. Field names follow the portal specification. */
export const agentShape = z.object({
  id: z.int(),
  status: agentStatusShape,
  idNumber: z.string(),
  title: z.string(),
  initials: z.string(),
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  /** With the dial code and without a plus sign. */
  cellNumber: z.string(),
  countryDialCode: z.string(),
  taxCountry: z.string(),
  taxNumber: z.string(),
  countryOfIssue: z.string(),
  idType: z.string(),
  rentalCo: z.string(),
  termsAndConditions: yesNoShape,
  employerConsent: yesNoShape,
  communicationMethod: communicationMethodShape,
  telephoneNumber: z.string(),
  loyaltyTrackingNo: z.string().nullable(),
  activeFrom: z.iso.date().nullable(),
  iataNumber: z.string(),
  agencyName: z.string(),
  physicalAddressLine1: z.string(),
  physicalAddressLine2: z.string(),
  physicalAddressLine3: z.string(),
  postalCode: z.string(),
  /** A new e-mail address; it takes effect when its confirmation link is opened (A4). */
  emailAddressPending: z.string().nullable(),
});
export type AgentAnswer = z.output<typeof agentShape>;

const yesNo = (value: boolean): 'Y' | 'N' => (value ? 'Y' : 'N');

/** An agent at an instant. Fields of an erased agent are blank. */
export function agentAnswer(state: AgentState, now: Date): AgentAnswer {
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

/** An agent's own banking details. */
export const bankShape = z.object({
  /** A listed bank's name, or the name entered with OTHER. */
  bankName: z.string(),
  /** The bank name when the form has to select OTHER. */
  otherBankName: z.string(),
  bankAccountHolderName: z.string(),
  bankAccountNumber: z.string(),
  branchCode: z.string(),
  branchName: z.string(),
  changedAt: z.iso.datetime().nullable(),
});

export function bankAnswer({ bank, bankChangedAt }: AgentState, known: KnownBank): z.output<typeof bankShape> {
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
