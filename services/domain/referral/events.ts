import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';

/**
 * The details that the referring agent gives about the referred person (specification, section 3, Referral request).
 */
export const referredPerson = z.object({
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  /** E.164. */
  contactNumber: z.string(),
  iataNumber: z.string(),
  agencyName: z.string(),
});
export type ReferredPerson = z.output<typeof referredPerson>;

/** Stream `referral-{referralId}`. Invited → Registered → Completed. */
export const referralEvents = {
  AgentReferred: z.object({
    referralId: z.uuid(),
    referredByAgentId: z.int().positive(),
    referredAt: instant,
    /** The person registered with the agent's personal link (F5), so no invitation is sent. */
    by: z.literal('link').optional(),
    personal: referredPerson.nullable(),
  }),
  ReferralRegistered: z.object({ agentId: z.int().positive().nullable(), registeredAt: instant }),
  ReferralCompleted: z.object({ agentId: z.int().positive(), completedAt: instant }),
  /** The referring agent had the invitation sent again. */
  ReferralReminded: z.object({ remindedAt: instant }),
  /** The referred person was erased; the referral's key is destroyed. */
  ReferredPersonForgotten: z.object({ forgottenAt: instant }),
} as const;

export type ReferralEvent = EventsOf<typeof referralEvents>;
