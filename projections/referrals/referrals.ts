import { idFromStreamName } from '@fynbos/domain/decider.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { nextReminderAt, type ReferralEvent, referralStreamOf } from '@fynbos/domain/referral/referral.ts';
import { z } from 'zod';
import { defineProjection, requireRow } from '../engine/projection.ts';

/** A referral, with the person's details while they are not erased. */
export const referralRow = z.object({
  id: z.string(),
  referredByAgentId: z.int32(),
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  agencyName: z.string(),
  /** Invited, Registered or Completed. */
  registrationStatus: z.enum(['Invited', 'Registered', 'Completed']),
  /** The referred person as an agent; null before the registration. */
  agentId: z.int32().nullable(),
  referredOn: instant,
  lastUpdated: instant,
  /** When the next reminder may be sent (F4); null if none may be sent. */
  remindFrom: z.string().nullable(),
  reminders: z.int32(),
  /** The text that `q` searches, in lower case: name, address and agency of the referred person. */
  searchText: z.string(),
});
export type ReferralRow = z.output<typeof referralRow>;

export const referrals = defineProjection<ReferralRow, ReferralEvent>({
  name: 'referrals',
  version: 4,
  personal: true,
  row: referralRow,
  primaryKey: 'id',
  indexes: [
    '("referredByAgentId", "referredOn")',
    '("agentId")',
    '("referredOn", "id")',
    'using gin ("searchText" gin_trgm_ops)',
  ],
  keys: ({ streamId }) => [idFromStreamName(referralStreamOf, streamId)],
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
        remindFrom: nextReminderAt(referredAt, 0),
        reminders: 0,
        searchText: [firstName, surname, emailAddress, agencyName].join(' ').trim().toLowerCase(),
      };
    },
    ReferralReminded: (row, { data, metadata }) => {
      const reminders = requireRow(row).reminders + 1;
      const remindFrom = nextReminderAt(data.remindedAt, reminders);
      return { ...requireRow(row), reminders, remindFrom, lastUpdated: metadata.recordedAt };
    },
    ReferralRegistered: (row, { data, metadata }) => ({
      ...requireRow(row),
      registrationStatus: 'Registered',
      remindFrom: null,
      agentId: data.agentId ?? requireRow(row).agentId,
      lastUpdated: metadata.recordedAt,
    }),
    ReferralCompleted: (row, { data, metadata }) => ({
      ...requireRow(row),
      registrationStatus: 'Completed',
      remindFrom: null,
      agentId: data.agentId,
      lastUpdated: metadata.recordedAt,
    }),
    ReferredPersonForgotten: (row, { metadata }) => ({
      ...requireRow(row),
      firstName: '',
      surname: '',
      emailAddress: '',
      agencyName: '',
      searchText: '',
      remindFrom: null,
      lastUpdated: metadata.recordedAt,
    }),
  },
});
