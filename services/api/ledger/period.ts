import { isDay } from '@fynbos/domain/calendar.ts';
import { z } from 'zod';

const day = (name: 'from' | 'to') =>
  z.string(`${name} is missing.`).refine(isDay, `${name} must be a day like 2026-03-31.`);

/** The days `from` and `to` of a query, both included. */
export const period = z
  .object({ from: day('from'), to: day('to') })
  .refine(({ from, to }) => from <= to, { error: 'from must not be after to.', path: ['from'] });
