import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';
import { CONFLICT_NAMES } from './conflicts.ts';

/** Stream `duties`: the quarterly attestations of who holds conflicting duties. Administrators are named by their id. */
export const dutiesEvents = {
  /** `digest` covers the conflicts and their people as they were shown. `isOwn`: the attestor is one of them. */
  DutiesAttested: z.object({
    /** `2026-Q4` */
    quarter: z.string(),
    digest: z.string(),
    conflicts: z.array(z.object({ conflict: z.enum(CONFLICT_NAMES), adminIds: z.array(z.int()) })),
    note: z.string(),
    isOwn: z.boolean(),
    attestedBy: z.int(),
    attestedAt: z.iso.datetime(),
  }),
} as const;

export type DutiesEvent = EventsOf<typeof dutiesEvents>;
export type HeldConflict = DutiesEvent['data']['conflicts'][number];
