import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import { type AgentEvent, agentEvents } from '@fynbos/domain/agent/events.ts';
import { agentVersionAfter } from '@fynbos/domain/agent/state.ts';
import type { Projection } from '../engine/projection.ts';

/** An agent as lists show it. Of ID and account numbers only the ending is kept; whole ones are read from the events. */
export interface AgentRow {
  id: number;
  status: string;
  source: string;
  loyaltyTrackingNo: string | null;
  activeFrom: string | null;
  title: string;
  initials: string;
  firstName: string;
  surname: string;
  emailAddress: string;
  cellNumber: string;
  telephoneNumber: string;
  idNumberEnding: string;
  taxCountry: string;
  taxNumberValid: boolean;
  iataNumber: string;
  agencyName: string;
  physicalAddressLine1: string;
  physicalAddressLine2: string;
  physicalAddressLine3: string;
  postalCode: string;
  communicationMethod: string;
  termsAccepted: boolean;
  employerConsent: boolean;
  marketingConsent: boolean;
  bankName: string;
  bankCountry: string;
  branchCode: string;
  accountEnding: string;
  bankChangedAt: string | null;
  contactChangedAt: string | null;
  passwordChangeLocked: boolean;
  hasPassword: boolean;
  suspendedFor: string | null;
  deletionRequestedAt: string | null;
  registeredAt: string;
  activatedAt: string | null;
  lastSignInAt: string | null;
  updatedAt: string;
  /** What `q` looks through, in lower case. */
  searchText: string;
  version: number;
}

/** What is shown of an ID or account number: its last four characters. */
export const endingOf = (number: string): string => number.slice(-4);

type Changes = Readonly<Record<string, { readonly to: string } | undefined>>;

/** The columns of a person's details; the ID number as its ending. */
function detailColumns(details: Partial<AgentDetails>): Partial<AgentRow> {
  const {
    idNumber,
    idType: _t,
    countryDialCode: _d,
    countryOfIssue: _c,
    rentalCo: _r,
    taxNumber: _n,
    ...columns
  } = details;
  return idNumber === undefined ? columns : { ...columns, idNumberEnding: endingOf(idNumber) };
}

/** The columns of a bank account; the number as its ending. */
function bankColumns({
  bankName,
  bankCountry,
  branchCode,
  bankAccountNumber,
}: Partial<BankAccount>): Partial<AgentRow> {
  return {
    ...(bankName === undefined ? {} : { bankName }),
    ...(bankCountry === undefined ? {} : { bankCountry }),
    ...(branchCode === undefined ? {} : { branchCode }),
    ...(bankAccountNumber === undefined ? {} : { accountEnding: endingOf(bankAccountNumber) }),
  };
}

const newValues = (changes: Changes | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(changes ?? {}).flatMap(([field, change]) => (change ? [[field, change.to]] : [])));

/** What only a person's data fills: as it is before any came, and as a rebuild leaves it once the key is destroyed. */
const NOBODY = {
  title: '',
  initials: '',
  firstName: '',
  surname: '',
  emailAddress: '',
  cellNumber: '',
  telephoneNumber: '',
  idNumberEnding: '',
  taxCountry: '',
  iataNumber: '',
  agencyName: '',
  physicalAddressLine1: '',
  physicalAddressLine2: '',
  physicalAddressLine3: '',
  postalCode: '',
  communicationMethod: 'C',
  bankName: '',
  bankCountry: '',
  branchCode: '',
  accountEnding: '',
  hasPassword: false,
  suspendedFor: null,
} satisfies Partial<AgentRow>;

const BLANK: Omit<AgentRow, 'id' | 'registeredAt' | 'updatedAt'> = {
  ...NOBODY,
  status: 'registered',
  source: 'self',
  loyaltyTrackingNo: null,
  activeFrom: null,
  taxNumberValid: false,
  termsAccepted: false,
  employerConsent: false,
  marketingConsent: false,
  bankChangedAt: null,
  contactChangedAt: null,
  passwordChangeLocked: false,
  deletionRequestedAt: null,
  activatedAt: null,
  lastSignInAt: null,
  searchText: '',
  version: 0,
};

const CONSENT_COLUMN = { employer: 'employerConsent', terms: 'termsAccepted', marketing: 'marketingConsent' } as const;

/** What an event changes of the row. */
function changed(row: AgentRow, event: AgentEvent): Partial<AgentRow> {
  switch (event.type) {
    case 'AgentRegistered': {
      const { personal, source, termsAccepted, employerConsent, taxNumberValid, bankChangedAt } = event.data;
      return {
        ...{
          source,
          termsAccepted,
          employerConsent,
          taxNumberValid,
          bankChangedAt,
          hasPassword: Boolean(personal?.passwordHash),
        },
        ...detailColumns(personal?.details ?? {}),
        ...bankColumns(personal?.bank ?? {}),
      };
    }
    case 'AgentActivated': {
      const { loyaltyTrackingNo, activeFrom, activatedAt } = event.data;
      return { status: 'active', loyaltyTrackingNo, activeFrom, activatedAt };
    }
    case 'AgentDetailsChanged': {
      const { personal, taxNumberValid, contactChangedAt } = event.data;
      const moved = contactChangedAt === null ? {} : { contactChangedAt };
      return { ...detailColumns(newValues(personal?.changes)), taxNumberValid, ...moved };
    }
    case 'EmailChanged':
      return {
        ...detailColumns(newValues(event.data.personal?.changes)),
        contactChangedAt: event.data.contactChangedAt,
      };
    case 'BankDetailsChanged':
      return { ...bankColumns(newValues(event.data.personal?.changes)), bankChangedAt: event.data.changedAt };
    case 'PasswordChanged':
    case 'PasswordReset':
      return { hasPassword: true, passwordChangeLocked: false };
    case 'PasswordChangeLocked':
      return { passwordChangeLocked: true };
    case 'AgentUnlocked':
      return { passwordChangeLocked: false };
    case 'ConsentGiven':
      return { [CONSENT_COLUMN[event.data.consent]]: true };
    case 'ConsentWithdrawn':
      return { [CONSENT_COLUMN[event.data.consent]]: false };
    case 'AgentSuspended':
      return { status: 'suspended', suspendedFor: event.data.reason };
    case 'AgentReinstated':
      return { status: row.loyaltyTrackingNo ? 'active' : 'registered', suspendedFor: null };
    case 'AgentForgotten':
      return { ...NOBODY, status: 'forgotten' };
    case 'SignedIn':
      return { lastSignInAt: event.data.signedInAt };
    case 'DeletionRequested':
      return { deletionRequestedAt: event.data.requestedAt };
    default:
      return {};
  }
}

const searchTextOf = (row: AgentRow): string =>
  [row.firstName, row.surname, row.agencyName, row.emailAddress, row.loyaltyTrackingNo, row.cellNumber, row.iataNumber]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();

/** Read model `agents`, by agent: the list of the dashboard and who is who everywhere else. */
export const agents: Projection<AgentRow, AgentEvent> = {
  name: 'agents',
  version: 2,
  eventTypes: Object.keys(agentEvents) as AgentEvent['type'][],
  personal: true,
  table: {
    columns: {
      id: 'integer',
      status: 'text',
      source: 'text',
      loyaltyTrackingNo: 'text',
      activeFrom: 'text',
      title: 'text',
      initials: 'text',
      firstName: 'text',
      surname: 'text',
      emailAddress: 'text',
      cellNumber: 'text',
      telephoneNumber: 'text',
      idNumberEnding: 'text',
      taxCountry: 'text',
      taxNumberValid: 'boolean',
      iataNumber: 'text',
      agencyName: 'text',
      physicalAddressLine1: 'text',
      physicalAddressLine2: 'text',
      physicalAddressLine3: 'text',
      postalCode: 'text',
      communicationMethod: 'text',
      termsAccepted: 'boolean',
      employerConsent: 'boolean',
      marketingConsent: 'boolean',
      bankName: 'text',
      bankCountry: 'text',
      branchCode: 'text',
      accountEnding: 'text',
      bankChangedAt: 'text',
      contactChangedAt: 'text',
      passwordChangeLocked: 'boolean',
      hasPassword: 'boolean',
      suspendedFor: 'text',
      deletionRequestedAt: 'text',
      registeredAt: 'text',
      activatedAt: 'text',
      lastSignInAt: 'text',
      updatedAt: 'text',
      searchText: 'text',
      version: 'integer',
    },
    primaryKey: 'id',
    indexes: [
      '("loyaltyTrackingNo")',
      '("surname", "id")',
      '("agencyName", "id")',
      '("registeredAt", "id")',
      '("status", "surname", "id")',
      '("status", "registeredAt", "id")',
      'using gin ("searchText" gin_trgm_ops)',
    ],
  },
  keys: ({ streamId }) => [streamId.slice('agent-'.length)],
  evolve: (row, event, key) => {
    const { recordedAt } = event.metadata;
    const before = row ?? { ...BLANK, id: Number(key), registeredAt: recordedAt, updatedAt: recordedAt };
    const agentEvent = event as unknown as AgentEvent;
    const after = {
      ...before,
      ...changed(before, agentEvent),
      version: agentVersionAfter(before.version, agentEvent.type),
    };
    return {
      ...after,
      updatedAt: after.version === before.version ? before.updatedAt : recordedAt,
      searchText: searchTextOf(after),
    };
  },
};
