import { referredPerson } from '@fynbos/domain/referral/events.ts';
import { referralRow } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';

/** An agent's own referral, as `GET /referral/referral-status` lists it. */
export const ownReferralAnswer = z.object({
  id: z.string(),
  /** When a reminder may be sent (F4); null if none may be sent. */
  remindFrom: z.iso.datetime().nullable(),
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  agencyName: z.string(),
  registrationStatus: z.string(),
  referredOn: z.string(),
  lastUpdated: z.string(),
});
export type OwnReferral = z.output<typeof ownReferralAnswer>;

/** `GET /referral/get-referred-agent`. */
export const invitedAnswer = referredPerson.extend({
  /** Who invited the person; empty if that account was deleted. */
  invitedBy: z.string(),
});
export type ReferredAgent = z.output<typeof invitedAnswer>;

/** A record of `GET /admin/referrals`; the names are empty after an erasure. */
export const referralAnswer = referralRow.omit({ remindFrom: true, reminders: true, searchText: true });
export type Referral = z.output<typeof referralAnswer>;

const person = z.object({ agentId: z.int(), name: z.string(), agencyName: z.string() });
/** A referral below the agent. `parent`: the agent who made it, which gives its place in the tree. */
const branch = z.object({
  id: z.string(),
  parent: z.int(),
  agentId: z.int().nullable(),
  name: z.string(),
  agencyName: z.string(),
  registrationStatus: z.string(),
  referredOn: z.string(),
  generation: z.int(),
});
/** `GET /admin/travel-agents/{id}/referral-tree`. */
export const referralTreeAnswer = z.object({
  /** The chain of referrers above the agent, the first referrer first. */
  above: z.array(person),
  below: z.array(branch),
  /** Whether more referrals exist below than are returned. */
  more: z.boolean(),
});
export type ReferralTree = z.output<typeof referralTreeAnswer>;
