import { deadNotice } from '@fynbos/application/notices/dead-letter.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { comparison } from '@fynbos/projections/engine/rebuild/blue-green.ts';
import { z } from 'zod';

/** A record of `GET /admin/operations/parked`: a blocked key with its failed event. */
export const blockedKeyAnswer = z.object({
  id: z.string(),
  projection: z.string(),
  key: z.string(),
  eventId: z.string(),
  position: z.string(),
  errorCode: z.string(),
  errorMessage: z.string(),
  parkedAt: instant,
  /** Events that wait, the failed one included. */
  waiting: z.int(),
  /** Null where the event is not shown, as `streamId`. */
  eventType: z.string().nullable(),
  streamId: z.string().nullable(),
});
export type BlockedKey = z.output<typeof blockedKeyAnswer>;

/** A replay with its progress and its comparison. */
export const replayAnswer = z.object({
  id: z.string(),
  projection: z.string(),
  version: z.int(),
  state: z.enum(['building', 'catching-up', 'comparing', 'swapping', 'done', 'cancelled', 'failed', 'abandoned']),
  schema: z.string().nullable(),
  /** For a view of a past moment. */
  asOf: instant.nullable(),
  done: z.int(),
  total: z.int().nullable(),
  /** Events per second. */
  rate: z.number(),
  remainingMs: z.number().nullable(),
  comparison: comparison.nullable(),
  /** Name of the error that ended the replay. */
  error: z.string().nullable(),
  startedAt: instant,
  updatedAt: instant,
});
export type Replay = z.output<typeof replayAnswer>;

/** `GET /admin/operations`. */
export const operationsAnswer = z.object({
  /** Null for an empty log, and while the event store is unavailable. */
  head: z.string().nullable(),
  /** The read models and the reactions. */
  followers: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['projection', 'reaction']),
      version: z.int(),
      versionInCode: z.int(),
      partitions: z.int(),
      position: z.string().nullable(),
      behind: z.int(),
      lagMs: z.number(),
      events: z.int(),
      /** Events per second. */
      rate: z.number(),
      parkedKeys: z.int(),
      movedAt: instant,
    }),
  ),
  health: z.array(
    z.object({
      name: z.string(),
      ok: z.boolean(),
      ms: z.int(),
      /** Labels with their values. */
      facts: z.array(z.tuple([z.string(), z.string()])),
    }),
  ),
  /** Jobs by state; null where the queue does not answer. */
  queues: z.array(
    z.object({
      name: z.string(),
      waiting: z.int().nullable(),
      active: z.int().nullable(),
      delayed: z.int().nullable(),
      failed: z.int().nullable(),
    }),
  ),
});
export type Operations = z.output<typeof operationsAnswer>;

/** A record of `GET /admin/operations/notices`: an e-mail or SMS that failed or whose delivery is unknown. */
export const deadNoticeAnswer = deadNotice;
export type DeadNotice = z.output<typeof deadNoticeAnswer>;

/** A record of `GET /admin/operations/parked/waiting`: an event that waits behind a blocked key. */
export const waitingEventAnswer = z.object({
  eventId: z.string(),
  type: z.string().nullable(),
  streamId: z.string().nullable(),
  recordedAt: z.string().nullable(),
});
export type WaitingEvent = z.output<typeof waitingEventAnswer>;
