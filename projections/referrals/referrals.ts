import type { ReferralEvent } from '@fynbos/domain/referral/events.ts';
import { defineProjection, existing } from '../engine/projection.ts';

/** A referral, with the person's details while they are not erased. */
export interface ReferralRow {
  id: string;
  referredByAgentId: number;
  firstName: string;
  surname: string;
  emailAddress: string;
  agencyName: string;
  /** Invited, Registered or Completed. */
  registrationStatus: string;
  agentId: number | null;
  referredOn: string;
  lastUpdated: string;
  /** The text that `q` searches, in lower case: name, address and agency of the referred person. */
  searchText: string;
}

/** Read model `referrals`, by referral. */
export const referrals = defineProjection<ReferralRow, ReferralEvent>({
  name: 'referrals',
  version: 3,
  personal: true,
  table: {
    columns: {
      id: 'text',
      referredByAgentId: 'integer',
      firstName: 'text',
      surname: 'text',
      emailAddress: 'text',
      agencyName: 'text',
      registrationStatus: 'text',
      agentId: 'integer',
      referredOn: 'text',
      lastUpdated: 'text',
      searchText: 'text',
    },
    primaryKey: 'id',
    indexes: [
      '("referredByAgentId", "referredOn")',
      '("agentId")',
      '("referredOn", "id")',
      'using gin ("searchText" gin_trgm_ops)',
    ],
  },
  keys: ({ streamId }) => [streamId.slice('referral-'.length)],
  handlers: {
    AgentReferred: (_row, { data: { personal, referredByAgentId, referredAt } }, key) => {
      const { firstName = '', surname = '', emailAddress = '', agencyName = '' } = personal ?? {};
      return {
        id: key,
        referredByAgentId,
        firstName,
        surname,
        emailAddress,
        agencyName,
        registrationStatus: 'Invited',
        agentId: null,
        referredOn: referredAt,
        lastUpdated: referredAt,
        searchText: [firstName, surname, emailAddress, agencyName].join(' ').trim().toLowerCase(),
      };
    },
    ReferralRegistered: (row, { data, metadata }) => ({
      ...existing(row),
      registrationStatus: 'Registered',
      agentId: data.agentId ?? existing(row).agentId,
      lastUpdated: metadata.recordedAt,
    }),
    ReferralCompleted: (row, { data, metadata }) => ({
      ...existing(row),
      registrationStatus: 'Completed',
      agentId: data.agentId,
      lastUpdated: metadata.recordedAt,
    }),
    ReferredPersonForgotten: (row, { metadata }) => ({
      ...existing(row),
      firstName: '',
      surname: '',
      emailAddress: '',
      agencyName: '',
      searchText: '',
      lastUpdated: metadata.recordedAt,
    }),
  },
});
