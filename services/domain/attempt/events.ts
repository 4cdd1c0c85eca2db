import { z } from 'zod';

/**
 * Stream `attempt-{attemptId}`, one event each: what an administrator tried and was refused. It says which
 * call and why it was refused, never what was sent with it.
 */
export const attemptEvents = {
  AdminAttemptRefused: z.object({
    adminId: z.int().positive(),
    method: z.enum(['get', 'post', 'put', 'delete']),
    /** The call's path below `/api`, `{id}` for its parameters. */
    call: z.string(),
    /** The `{id}` of the path, where it looks like one. */
    record: z.string().nullable(),
    /** The HTTP status and the stable code of the refusal. */
    status: z.int(),
    code: z.string(),
    /** Names of the fields that broke a rule. */
    fields: z.array(z.string()),
    refusedAt: z.iso.datetime(),
    /** How many attempts alike this event counts; one where it is absent. Then `record` and `fields` are those of none. */
    times: z.int().positive().optional(),
  }),
} as const;
