import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

const day = z.iso.date();

/** What a challenge counts: rewards of invoiced rentals, or their sum in cents nett. */
export const MEASURES = ['rentals', 'nett'] as const;

const fields = z.object({
  title: z.string(),
  description: z.string(),
  from: day,
  to: day,
  measure: z.enum(MEASURES),
  /** Rewards, or cents nett. */
  target: z.int().positive(),
  /** The IATA number of the agency that takes part; null for all agents. */
  iataNumber: z.string().nullable(),
  badge: z.string(),
});

/** Stream `challenge-{challengeId}`. Days are Johannesburg days, both included. */
export const challengeEvents = {
  ChallengeCreated: z.object({ challengeId: z.uuid(), ...fields.shape }),
  ChallengeChanged: fields.partial(),
  /** The last day that counts; null for one that had not begun and is withdrawn. */
  ChallengeEnded: z.object({ lastDay: day.nullable() }),
} as const;

export type ChallengeEvent = EventsOf<typeof challengeEvents>;

/** Stream `tiers`, in ascending order of nett rewards of the last twelve months. */
export const tierEvents = {
  TiersSet: z.object({ tiers: z.array(z.object({ name: z.string(), fromCents: z.int().nonnegative() })) }),
} as const;

export type TierEvent = EventsOf<typeof tierEvents>;
