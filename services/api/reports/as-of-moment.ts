import { endOfDay, isDay } from '@fynbos/domain/calendar.ts';
import { z } from 'zod';
import { day } from '../http/fields.ts';

/** An instant, or a date that means the end of that day in Johannesburg. Output in ISO 8601 UTC. */
export const asOfMoment = z
  .union([
    day().transform((text) => endOfDay(text).toISOString()),
    z.iso
      .datetime({ offset: true })
      .refine((instant) => isDay(instant.slice(0, 10)), 'Must not be before 1900.')
      .transform((instant) => new Date(instant).toISOString()),
  ])
  .optional();
