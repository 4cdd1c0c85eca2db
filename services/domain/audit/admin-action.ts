import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { type EventsOf, instant } from '../event-schema.ts';

/** Administrator actions on the infrastructure or on a session, which no domain record contains. */
const ADMIN_ACTIONS = [
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

/** Stream `act-{actionId}`, one event each, without personal data. */
export const adminActionEvents = {
  AdminActed: z.object({
    adminId: z.int().positive(),
    act: z.enum(ADMIN_ACTIONS),
    /** The object of the action, by its ids: `travel-agents/7/sessions/…`. */
    on: z.string(),
    /** The variant, where there are several; otherwise null. */
    how: z.string().nullable(),
    actedAt: instant,
  }),
} as const;

type AdminActionEvent = EventsOf<typeof adminActionEvents>;
export type AdminAction = Omit<AdminActionEvent['data'], 'actedAt'>;

export const adminActionStreamOf = (actionId: string): string => `act-${actionId}`;

interface RecordAdminAction extends AdminAction {
  readonly type: 'RecordAdminAction';
}

export const adminActionDecider: Decider<{ readonly isRecorded: boolean }, RecordAdminAction, AdminActionEvent> = {
  name: 'act',
  initial: { isRecorded: false },
  decide: ({ type: _type, ...facts }, { isRecorded }, actedAt) =>
    isRecorded ? [] : [{ type: 'AdminActed', data: { ...facts, actedAt } }],
  evolve: () => ({ isRecorded: true }),
};
