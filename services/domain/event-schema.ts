import type { z } from 'zod';

/** The union of the events that a record of schemas, by event type, describes. */
export type EventsOf<Schemas extends Record<string, z.ZodType>> = {
  [Type in keyof Schemas & string]: { readonly type: Type; readonly data: z.output<Schemas[Type]> };
}[keyof Schemas & string];
