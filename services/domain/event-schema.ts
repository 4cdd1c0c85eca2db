import { z } from 'zod';

/** ISO 8601 UTC. */
export const instant = z.iso.datetime();

/** An administrator's id as text, as payout runs and orders of certificates store it. Other events store the number. */
export const adminIdText = z.string();

/** A reward's amounts. Cents. */
export const amounts = z.object({ grossCents: z.int(), payeCents: z.int(), nettCents: z.int() });

export type EventsOf<Schemas extends Record<string, z.ZodType>> = {
  [Type in keyof Schemas & string]: { readonly type: Type; readonly data: z.output<Schemas[Type]> };
}[keyof Schemas & string];

export type DataOf<
  Event extends { readonly type: string; readonly data: unknown },
  Type extends Event['type'],
> = Extract<Event, { readonly type: Type }>['data'];
