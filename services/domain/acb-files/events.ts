import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';

const generation = z.int();

/** Stream `acb-files`: the generation numbers of ACB files, by user code. Administrators are named by their id. */
export const acbFileEvents = {
  /** The ACB file of a run has this generation number. */
  AcbFileCounted: z.object({
    userCode: z.string(),
    generation,
    runId: z.string(),
    reference: z.string(),
    countedAt: instant,
  }),
  /** The next file has this number: another system sent files before, or the bank did not receive one. */
  AcbGenerationSet: z.object({
    userCode: z.string(),
    next: generation,
    reason: z.string(),
    setBy: z.int(),
    setAt: instant,
  }),
} as const;

export type AcbFileEvent = EventsOf<typeof acbFileEvents>;
