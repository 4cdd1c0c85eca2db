import type { RaRecord } from 'react-admin';

/** An agent as lists return it. A single agent also includes the fields that the forms need. */
export interface Agent extends RaRecord {
  readonly id: number;
  readonly status: string;
  readonly title: string;
  readonly initials: string;
  readonly firstName: string;
  readonly surname: string;
  readonly emailAddress: string;
  readonly emailAddressPending?: string | null;
  readonly cellNumber: string;
  readonly telephoneNumber: string;
  readonly idNumber?: string;
  readonly taxCountry: string;
  readonly taxNumber?: string;
  readonly taxNumberValid: boolean;
  readonly agencyName: string;
  readonly iataNumber: string;
  readonly physicalAddressLine1: string;
  readonly physicalAddressLine2: string;
  readonly physicalAddressLine3: string;
  readonly postalCode: string;
  readonly loyaltyTrackingNo: string | null;
  readonly activeFrom: string | null;
  readonly suspendedFor: string | null;
  readonly passwordChangeLocked: boolean;
  readonly employerConsent: boolean | string;
  readonly termsAccepted: boolean;
  readonly marketingConsent: boolean;
  readonly bank?: {
    readonly bankName: string;
    readonly bankAccountHolderName: string;
    readonly bankAccountNumber: string;
    readonly branchCode: string;
    readonly branchName: string;
  };
  readonly bankChangedAt: string | null;
  /** When the person requested erasure; null without a request. */
  readonly deletionRequestedAt: string | null;
  readonly registeredAt: string;
  readonly lastSignInAt: string | null;
  readonly updatedAt: string;
  readonly version: number;
}

/** Fields of the edit form. Conflict resolution compares the same fields. */
export const AGENT_FIELDS = [
  'title',
  'initials',
  'firstName',
  'surname',
  'emailAddress',
  'cellNumber',
  'taxCountry',
  'idNumber',
  'taxNumber',
  'agencyName',
  'iataNumber',
  'physicalAddressLine1',
  'physicalAddressLine2',
  'physicalAddressLine3',
  'postalCode',
  'telephoneNumber',
] as const;

/** Values of the edit form for an agent, including the version that the form opens with. */
export const agentForm = (agent: RaRecord): RaRecord => ({
  id: agent.id,
  version: agent.version,
  ...Object.fromEntries(AGENT_FIELDS.map((field) => [field, agent[field] ?? ''])),
});

export const nameOf = ({ title, firstName, surname }: Pick<Agent, 'title' | 'firstName' | 'surname'>): string =>
  `${title} ${firstName} ${surname}`.trim();
