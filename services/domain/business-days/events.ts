import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/**
 * Stream `business-days`: days in addition to the twelve public holidays on which banks do not work, e.g. election
 * days.
 */
export const businessDayEvents = {
  ExtraHolidaySet: z.object({ day: z.iso.date(), name: z.string() }),
  ExtraHolidayRemoved: z.object({ day: z.iso.date() }),
} as const;

export type BusinessDayEvent = EventsOf<typeof businessDayEvents>;
