import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/** Administrator actions on the infrastructure or on a session, which no domain record contains. */
export const ADMIN_ACTS = [
  'end-session',
  'replay',
  'cancel-replay',
  'send-notice-again',
  'drop-notice',
  'resume-parked-key',
  'send-webhook-again',
  'ping-webhook',
  'reveal-request',
] as const;

/**
 * Stream `act-{actId}`, one event each: an administrator's action that changes no record. It contains no personal data.
 */
export const actEvents = {
  AdminActed: z.object({
    adminId: z.int().positive(),
    act: z.enum(ADMIN_ACTS),
    /** The object of the action, by its ids: `travel-agents/7/sessions/…`. */
    on: z.string(),
    /** The variant that was requested, where there are several; null where there is only one. */
    how: z.string().nullable(),
    actedAt: z.iso.datetime(),
  }),
} as const;

export type ActEvent = EventsOf<typeof actEvents>;
export type ActFacts = ActEvent['data'];
