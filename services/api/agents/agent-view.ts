import { type AgentRecord, agentRecord } from '@fynbos/application/agents/agent-record.ts';
import { type AgentRow, endingOf } from '@fynbos/projections/agents/agents.ts';
import { z } from 'zod';
import type { Services } from '../http/services.ts';
import { agentAnswer, agentShape, agentStatusShape, communicationMethodShape } from './agent-answer.ts';

const HIDDEN = '•••';

/** Masks a number except for its ending. A form that sends the masked value back changes nothing. */
const hiddenNumber = (number: string): string => (number === '' ? '' : HIDDEN + endingOf(number));

/** Whether a form value is a masked number that the user did not edit. */
export const isHidden = (value: unknown): boolean => typeof value === 'string' && value.startsWith(HIDDEN);

/** An agent in a list. Numbers show only their endings. */
export const listedAgentShape = z.object({
  id: z.int(),
  status: agentStatusShape,
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
  iataNumber: z.string(),
  agencyName: z.string(),
  physicalAddressLine1: z.string(),
  physicalAddressLine2: z.string(),
  physicalAddressLine3: z.string(),
  postalCode: z.string(),
  communicationMethod: communicationMethodShape,
  termsAccepted: z.boolean(),
  employerConsent: z.boolean(),
  marketingConsent: z.boolean(),
  bankName: z.string(),
  bankCountry: z.string(),
  branchCode: z.string(),
  accountEnding: z.string(),
  bankChangedAt: z.iso.datetime().nullable(),
  contactChangedAt: z.iso.datetime().nullable(),
  passwordChangeLocked: z.boolean(),
  hasPassword: z.boolean(),
  suspendedFor: z.string().nullable(),
  deletionRequestedAt: z.iso.datetime().nullable(),
  registeredAt: z.iso.datetime(),
  activatedAt: z.iso.datetime().nullable(),
  lastSignInAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
});

export const agentListed = ({ searchText: _search, ...row }: AgentRow): Omit<AgentRow, 'searchText'> => row;

/** An agent on a page of the dashboard, with every field of its forms. */
export const shownAgentShape = listedAgentShape.omit({ idNumberEnding: true, accountEnding: true }).extend({
  ...agentShape.shape,
  bank: z.object({
    bankName: z.string(),
    bankAccountHolderName: z.string(),
    bankAccountNumber: z.string(),
    branchCode: z.string(),
    branchName: z.string(),
    bankCountry: z.string(),
  }),
  notifications: z.object({ byEmail: z.boolean(), bySms: z.boolean() }),
});

/** An agent at an instant, with masked numbers. */
export function agentShown({ state, row }: AgentRecord, now: Date) {
  const { searchText: _search, idNumberEnding: _id, accountEnding: _account, ...listed } = row;
  return {
    ...listed,
    ...agentAnswer(state, now),
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
    notifications: state.notifications,
    version: state.version,
  };
}

/** Returns an agent as of now for a dashboard page. Throws `agent.unknown`. */
export const shownAgent = async (services: Services, agentId: string) =>
  agentShown(await agentRecord(services, agentId), services.now());
