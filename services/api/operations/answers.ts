import { deadNotice } from '@fynbos/application/notices/dead-letter.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { blockedKey } from '@fynbos/projections/engine/blocked-keys.ts';
import { rebuildRecord } from '@fynbos/projections/engine/rebuild/rebuild-record.ts';
import { subscriptionStatus } from '@fynbos/projections/engine/status.ts';
import { z } from 'zod';

/** A record of `GET /admin/operations/parked`: a blocked key with its failed event. */
export const blockedKeyAnswer = z.object({
  id: z.string(),
  ...blockedKey.shape,
  parkedAt: instant,
  /** Null where the event is not shown, as `streamId`. */
  eventType: z.string().nullable(),
  streamId: z.string().nullable(),
});
export type BlockedKey = z.output<typeof blockedKeyAnswer>;

/** A rebuild with its progress and its comparison. */
export const rebuildAnswer = z.object({ ...rebuildRecord.shape, startedAt: instant, updatedAt: instant });
export type RebuildRecord = z.output<typeof rebuildAnswer>;

export const operationsAnswer = z.object({
  /** Null for an empty log, and while the event store is unavailable. */
  head: z.string().nullable(),
  /** The read models and the reactions. */
  followers: z.array(
    subscriptionStatus
      .omit({ blockedKeys: true })
      .extend({ versionInCode: z.int(), parkedKeys: z.int(), movedAt: instant }),
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

/** A record of `GET /admin/operations/notices`: an e-mail or SMS that failed or has an unknown delivery. */
export const deadNoticeAnswer = deadNotice;
export type DeadNotice = z.output<typeof deadNoticeAnswer>;

/** A record of `GET /admin/operations/parked/waiting`: an event that waits behind a blocked key. */
export const waitingEventAnswer = z.object({
  eventId: z.string(),
  type: z.string().nullable(),
  streamId: z.string().nullable(),
  recordedAt: z.string().nullable(),
});
