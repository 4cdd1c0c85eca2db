import { type Day, HOUR_MS, startOfDay } from '@fynbos/domain/calendar.ts';

/** A time of a Johannesburg day; `spread` (any whole number) varies the minutes. */
export const timeOf = (day: Day, hour: number, spread = 0): Date =>
  new Date(startOfDay(day).getTime() + hour * HOUR_MS + (spread % 3_000) * 1_171);

export const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
