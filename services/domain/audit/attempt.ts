import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { type EventsOf, instant } from '../event-schema.ts';

/**
 * Stream `attempt-{attemptId}`, one event each: an administrator's refused attempt. It names the call and the reason of
 * the refusal, never the submitted data.
 */
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
    /**
     * Number of similar attempts that this event counts; 1 where it is absent. With a count, `record` is null and
     * `fields` is empty.
     */
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

/** An administrator's refused attempt. Recorded once. */
export const attemptDecider: Decider<{ readonly isRecorded: boolean }, RecordAttempt, AttemptEvent> = {
  name: 'attempt',
  initial: { isRecorded: false },
  decide: ({ attempt }, { isRecorded }) => (isRecorded ? [] : [{ type: 'AdminAttemptRefused', data: attempt }]),
  evolve: () => ({ isRecorded: true }),
};
