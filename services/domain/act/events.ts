import { z } from 'zod';

/** What administrators do to the machinery or to a session, which no record of the programme tells. */
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

/** Stream `act-{actId}`, one event each: what an administrator did that changes no record. Nobody's data is in it. */
export const actEvents = {
  AdminActed: z.object({
    adminId: z.int().positive(),
    act: z.enum(ADMIN_ACTS),
    /** What it was done to, by its ids: `travel-agents/7/sessions/…`. */
    on: z.string(),
    /** Which way it was asked for, where there are several; null where there is one. */
    how: z.string().nullable(),
    actedAt: z.iso.datetime(),
  }),
} as const;
