import { endOfDay } from '@fynbos/domain/calendar.ts';
import { z } from 'zod';

/** An instant, or a date, which means the end of that day in Johannesburg (edges.md, Reports and logs); ISO 8601 UTC. */
export const asOfMoment = z
  .union([
    z.iso.date().transform((day) => endOfDay(day).toISOString()),
    z.iso.datetime({ offset: true }).transform((instant) => new Date(instant).toISOString()),
  ])
  .optional();
