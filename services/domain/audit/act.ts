import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { type EventsOf, instant } from '../event-schema.ts';

/** Administrator actions on the infrastructure or on a session, which no domain record contains. */
const ADMIN_ACTS = [
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

/** Stream `act-{actId}`, one event each, without personal data. */
export const actEvents = {
  AdminActed: z.object({
    adminId: z.int().positive(),
    act: z.enum(ADMIN_ACTS),
    /** The object of the action, by its ids: `travel-agents/7/sessions/…`. */
    on: z.string(),
    /** The variant, where there are several; otherwise null. */
    how: z.string().nullable(),
    actedAt: instant,
  }),
} as const;

type ActEvent = EventsOf<typeof actEvents>;
export type ActFacts = Omit<ActEvent['data'], 'actedAt'>;

export const actStreamOf = (actId: string): string => `act-${actId}`;

interface RecordAct extends ActFacts {
  readonly type: 'RecordAct';
}

export const actDecider: Decider<{ readonly isRecorded: boolean }, RecordAct, ActEvent> = {
  name: 'act',
  initial: { isRecorded: false },
  decide: ({ type: _type, ...facts }, { isRecorded }, actedAt) =>
    isRecorded ? [] : [{ type: 'AdminActed', data: { ...facts, actedAt } }],
  evolve: () => ({ isRecorded: true }),
};
