import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/** Stream `sars-rules`. The initial rules are `SARS_RULES`; these events are finance's changes. */
export const sarsRuleEvents = {
  /** A field of the file for SARS has this rule. `pattern`: a regular expression for the whole value. */
  SarsRuleSet: z.object({
    code: z.string(),
    of: z.enum(['employer', 'person']),
    text: z.string(),
    pattern: z.string(),
    isRequired: z.boolean(),
    source: z.string(),
  }),
} as const;

export type SarsRuleEvent = EventsOf<typeof sarsRuleEvents>;
