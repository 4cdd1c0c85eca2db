import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/**
 * Stream `log-checkpoints`: what the log held, signed. Each checkpoint covers the events that follow those of the one
 * before, counted in the log's order from 1, itself not among them; later ones cover it.
 */
export const checkpointEvents = {
  LogCheckpointed: z.object({
    /** From 1, without gaps. */
    number: z.int().positive(),
    /** Place in the log of the first event that it covers, and how many it covers. */
    first: z.int().positive(),
    events: z.int().positive(),
    /** Root (hex) of the Merkle tree over the covered events' hashes. */
    root: z.string(),
    /** Stream, revision and the first 8 bytes of the hash of each covered event, packed: it names what is missing. */
    manifest: z.string(),
    /** SHA-256 (hex) of what the checkpoint before states; 64 zeros for the first. */
    previous: z.string(),
    signedAt: z.iso.datetime(),
    /**
     * How many of the events bear no MAC and were vouched for by a person; all others bore the right one. Absent in
     * checkpoints of older releases, which knew no MACs.
     */
    vouched: z.int().nonnegative().optional(),
    /** Ed25519, raw, base64. */
    publicKey: z.string(),
    signature: z.string(),
  }),
} as const;

export type CheckpointEvent = EventsOf<typeof checkpointEvents>;
export type Checkpoint = CheckpointEvent['data'];

/** The stream of all checkpoints. */
export const CHECKPOINT_STREAM = 'log-checkpoints';
