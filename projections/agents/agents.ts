import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import { type AgentEvent, agentEvents } from '@fynbos/domain/agent/events.ts';
import { agentVersionAfter } from '@fynbos/domain/agent/state.ts';
import { idFromStreamName } from '@fynbos/domain/decider.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';
import { blankRow } from '../engine/columns.ts';
import { defineProjection, type FoldEvent, handleAll, typesOf } from '../engine/projection.ts';

/** Only the last characters of ID and account numbers are stored; full numbers are in the events. */
export const agentRow = z.object({
  id: z.int32(),
  status: z.enum(['registered', 'active', 'suspended', 'forgotten']),
  source: z.enum(['self', 'admin', 'import']),
  loyaltyTrackingNo: z.string().nullable(),
  activeFrom: z.iso.date().nullable(),
  title: z.string(),
  initials: z.string(),
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  cellNumber: z.string(),
  telephoneNumber: z.string(),
  idNumberEnding: z.string(),
  taxCountry: z.string(),
  taxNumberValid: z.boolean(),
  /** The first day of the earliest tax treatment that finance recorded. */
  treatedFrom: z.iso.date().nullable(),
  iataNumber: z.string(),
  agencyName: z.string(),
  physicalAddressLine1: z.string(),
  physicalAddressLine2: z.string(),
  physicalAddressLine3: z.string(),
  postalCode: z.string(),
  communicationMethod: z.enum(['E', 'C']),
  termsAccepted: z.boolean(),
  employerConsent: z.boolean(),
  marketingConsent: z.boolean(),
  bankName: z.string(),
  bankCountry: z.string(),
  branchCode: z.string(),
  accountEnding: z.string(),
  /** Empty for South African accounts, and where it is not known. */
  bic: z.string(),
  bankChangedAt: instant.nullable(),
  contactChangedAt: instant.nullable(),
  passwordChangeLocked: z.boolean(),
  hasPassword: z.boolean(),
  suspendedFor: z.string().nullable(),
  deletionRequestedAt: instant.nullable(),
  registeredAt: instant,
  activatedAt: instant.nullable(),
  lastSignInAt: instant.nullable(),
  updatedAt: instant,
  /** The text that `q` searches, in lower case. */
  searchText: z.string(),
  version: z.int32(),
});
export type AgentRow = z.output<typeof agentRow>;

/** The last four characters of an ID or account number, the form in which it is shown. */
export const lastFourOf = (number: string): string => number.slice(-4);

type Changes = Readonly<Record<string, { readonly to: string } | undefined>>;

/** The given values of fields that the table has as columns. */
const columnsIn = (values: object): Partial<AgentRow> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== undefined && field in agentRow.shape));

/** The columns for personal details: those that the table has, and the last four characters of the ID number. */
const detailColumns = ({ idNumber, ...details }: Partial<AgentDetails>): Partial<AgentRow> => ({
  ...columnsIn(details),
  ...(idNumber === undefined ? {} : { idNumberEnding: lastFourOf(idNumber) }),
});

/** The columns for a bank account. Only the last four characters of the number are kept. */
const bankColumns = ({ bankAccountNumber, ...account }: Partial<BankAccount>): Partial<AgentRow> => ({
  ...columnsIn(account),
  ...(bankAccountNumber === undefined ? {} : { accountEnding: lastFourOf(bankAccountNumber) }),
});

const newValues = (changes: Changes | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(changes ?? {}).flatMap(([field, change]) => (change ? [[field, change.to]] : [])));

/** The columns of personal data after the encryption key is destroyed, and before registration. */
const BLANK_PERSONAL_COLUMNS = {
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
  bic: '',
  hasPassword: false,
  suspendedFor: null,
} satisfies Partial<AgentRow>;

const BLANK: AgentRow = { ...blankRow(agentRow), ...BLANK_PERSONAL_COLUMNS, status: 'registered', source: 'self' };

const CONSENT_COLUMN = { employer: 'employerConsent', terms: 'termsAccepted', marketing: 'marketingConsent' } as const;

const searchTextOf = (row: AgentRow): string =>
  [row.firstName, row.surname, row.agencyName, row.emailAddress, row.loyaltyTrackingNo, row.cellNumber, row.iataNumber]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();

function change(
  row: AgentRow | null,
  { type, metadata: { recordedAt } }: FoldEvent<AgentEvent>,
  key: string,
  changes: Partial<AgentRow>,
): AgentRow {
  const before = row ?? { ...BLANK, id: Number(key), registeredAt: recordedAt, updatedAt: recordedAt };
  const after = { ...before, ...changes, version: agentVersionAfter(before.version, type) };
  return {
    ...after,
    updatedAt: after.version === before.version ? before.updatedAt : recordedAt,
    searchText: searchTextOf(after),
  };
}

/** For every event without a column of its own: the version of the row follows the agent's. */
const raiseVersion = (row: AgentRow | null, event: FoldEvent<AgentEvent>, key: string): AgentRow =>
  change(row, event, key, {});

const setPassword = (row: AgentRow | null, event: FoldEvent<AgentEvent>, key: string): AgentRow =>
  change(row, event, key, { hasPassword: true, passwordChangeLocked: false });

export const agents = defineProjection<AgentRow, AgentEvent>({
  name: 'agents',
  version: 7,
  personal: true,
  row: agentRow,
  primaryKey: 'id',
  indexes: [
    '("loyaltyTrackingNo")',
    '("surname", "firstName", "id")',
    '("agencyName", "id")',
    '("registeredAt", "id")',
    '("status", "surname", "firstName", "id")',
    '("status", "agencyName", "id")',
    '("status", "registeredAt", "id")',
    'using gin ("searchText" gin_trgm_ops)',
  ],
  keys: ({ streamId }) => [idFromStreamName(agentStreamOf, streamId)],
  handlers: {
    ...handleAll(typesOf(agentEvents), raiseVersion),
    AgentRegistered: (row, event, key) => {
      const { personal, source, termsAccepted, employerConsent, taxNumberValid, bankChangedAt } = event.data;
      return change(row, event, key, {
        source,
        termsAccepted,
        employerConsent,
        taxNumberValid,
        bankChangedAt,
        hasPassword: Boolean(personal?.passwordHash),
        ...detailColumns(personal?.details ?? {}),
        ...bankColumns(personal?.bank ?? {}),
      });
    },
    AgentActivated: (row, event, key) => {
      const { loyaltyTrackingNo, activeFrom, activatedAt } = event.data;
      return change(row, event, key, { status: 'active', loyaltyTrackingNo, activeFrom, activatedAt });
    },
    AgentDetailsChanged: (row, event, key) => {
      const { personal, taxNumberValid, contactChangedAt } = event.data;
      return change(row, event, key, {
        ...detailColumns(newValues(personal?.changes)),
        taxNumberValid,
        ...(contactChangedAt === null ? {} : { contactChangedAt }),
      });
    },
    EmailChanged: (row, event, key) => {
      const { personal, contactChangedAt } = event.data;
      return change(row, event, key, { ...detailColumns(newValues(personal?.changes)), contactChangedAt });
    },
    BankDetailsChanged: (row, event, key) => {
      const { personal, changedAt: bankChangedAt } = event.data;
      return change(row, event, key, { ...bankColumns(newValues(personal?.changes)), bankChangedAt });
    },
    PasswordChanged: setPassword,
    PasswordReset: setPassword,
    PasswordChangeLocked: (row, event, key) => change(row, event, key, { passwordChangeLocked: true }),
    AgentUnlocked: (row, event, key) => change(row, event, key, { passwordChangeLocked: false }),
    ConsentGiven: (row, event, key) => change(row, event, key, { [CONSENT_COLUMN[event.data.consent]]: true }),
    ConsentWithdrawn: (row, event, key) => change(row, event, key, { [CONSENT_COLUMN[event.data.consent]]: false }),
    AgentSuspended: (row, event, key) =>
      change(row, event, key, { status: 'suspended', suspendedFor: event.data.reason }),
    AgentReinstated: (row, event, key) =>
      change(row, event, key, { status: row?.loyaltyTrackingNo ? 'active' : 'registered', suspendedFor: null }),
    SignedIn: (row, event, key) => change(row, event, key, { lastSignInAt: event.data.signedInAt }),
    DeletionRequested: (row, event, key) => change(row, event, key, { deletionRequestedAt: event.data.requestedAt }),
    DeletionWithdrawn: (row, event, key) => change(row, event, key, { deletionRequestedAt: null }),
    AgentForgotten: (row, event, key) => change(row, event, key, { ...BLANK_PERSONAL_COLUMNS, status: 'forgotten' }),
    TaxTreatmentSet: (row, event, key) => {
      const [treatedFrom = null] = [row?.treatedFrom ?? [], event.data.effectiveFrom].flat().sort();
      return change(row, event, key, { treatedFrom });
    },
  },
});
