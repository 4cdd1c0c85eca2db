import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { type EventsOf, instant } from '../event-schema.ts';

/** Stream `attempt-{attemptId}`, one event each: a refused attempt, without the submitted data. */
export const attemptEvents = {
  AdminAttemptRefused: z.object({
    adminId: z.int().positive(),
    method: z.enum(['get', 'post', 'put', 'delete']),
    /** The call's path below `/api`, `{id}` for its parameters. */
    call: z.string(),
    /** The `{id}` of the path, where it has the form of an id. */
    record: z.string().nullable(),
    /** The HTTP status and the stable code of the refusal. */
    status: z.int(),
    code: z.string(),
    /** Names of the fields that broke a rule. */
    fields: z.array(z.string()),
    refusedAt: instant,
    /** How many similar attempts this event counts; 1 if absent. With a count, `record` is null and `fields` empty. */
    times: z.int().positive().optional(),
  }),
} as const;

type AttemptEvent = EventsOf<typeof attemptEvents>;
export type Attempt = AttemptEvent['data'];

export const attemptStreamOf = (attemptId: string): string => `attempt-${attemptId}`;

interface RecordAttempt {
  readonly type: 'RecordAttempt';
  readonly attempt: Attempt;
}

export const attemptDecider: Decider<{ readonly isRecorded: boolean }, RecordAttempt, AttemptEvent> = {
  name: 'attempt',
  initial: { isRecorded: false },
  decide: ({ attempt }, { isRecorded }) => (isRecorded ? [] : [{ type: 'AdminAttemptRefused', data: attempt }]),
  evolve: () => ({ isRecorded: true }),
};
