import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';

/**
 * Stream `log-checkpoints`. Each checkpoint covers the events after those of the previous one, counted in the log's
 * order from 1. A checkpoint does not cover itself; later ones do.
 */
export const checkpointEvents = {
  LogCheckpointed: z.object({
    /** From 1, without gaps. */
    number: z.int().positive(),
    /** Number in the log of the first covered event, and how many events are covered. */
    first: z.int().positive(),
    events: z.int().positive(),
    /** Root (hex) of the Merkle tree over the covered events' hashes. */
    root: z.string(),
    /** Stream, revision and the first 8 bytes of the hash of each covered event: identifies missing events. */
    manifest: z.string(),
    /** SHA-256 (hex) of the previous checkpoint's statement; 64 zeros for the first. */
    previous: z.string(),
    signedAt: instant,
    /** Events without a MAC that a person vouched for. Absent in checkpoints of older releases, which had no MACs. */
    vouched: z.int().nonnegative().optional(),
    /** Ed25519, raw, base64. */
    publicKey: z.string(),
    signature: z.string(),
  }),
} as const;

export type CheckpointEvent = EventsOf<typeof checkpointEvents>;
export type Checkpoint = CheckpointEvent['data'];

export const CHECKPOINT_STREAM = 'log-checkpoints';
