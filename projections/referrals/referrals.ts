import { type ReferralEvent, referralEvents } from '@fynbos/domain/referral/events.ts';
import type { Projection } from '../engine/projection.ts';

/** A referral as its table shows it (specification, section 3). */
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
  /** What `q` looks through, in lower case: name, address and agency of who was referred. */
  searchText: string;
}

/** Read model `referrals`, by referral. */
export const referrals: Projection<ReferralRow, ReferralEvent> = {
  name: 'referrals',
  version: 3,
  eventTypes: Object.keys(referralEvents) as ReferralEvent['type'][],
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
  evolve: (row, event, key) => {
    const { type, data, metadata } = event as typeof event & ReferralEvent;
    if (type === 'AgentReferred') {
      const { firstName = '', surname = '', emailAddress = '', agencyName = '' } = data.personal ?? {};
      const { referredByAgentId, referredAt } = data;
      const person = { id: key, referredByAgentId, firstName, surname, emailAddress, agencyName, agentId: null };
      const searchText = [firstName, surname, emailAddress, agencyName].join(' ').trim().toLowerCase();
      return { ...person, searchText, registrationStatus: 'Invited', referredOn: referredAt, lastUpdated: referredAt };
    }
    if (row === null) throw new Error('a referral that nobody made');
    if (type === 'ReferredPersonForgotten') {
      const nobody = { firstName: '', surname: '', emailAddress: '', agencyName: '', searchText: '' };
      return { ...row, ...nobody, lastUpdated: metadata.recordedAt };
    }
    const registrationStatus = type === 'ReferralCompleted' ? 'Completed' : 'Registered';
    return { ...row, registrationStatus, agentId: data.agentId ?? row.agentId, lastUpdated: metadata.recordedAt };
  },
};
