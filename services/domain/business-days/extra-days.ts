import type { Day } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { BusinessDayEvent } from './events.ts';

export const BUSINESS_DAYS_STREAM = 'business-days';

/** The names of the extra days, by day. */
export type ExtraDays = ReadonlyMap<Day, string>;

/** `today` is the Johannesburg day of the command. */
type ExtraDayCommand =
  | { readonly type: 'SetExtraHoliday'; readonly day: Day; readonly name: string; readonly today: Day }
  | { readonly type: 'RemoveExtraHoliday'; readonly day: Day; readonly today: Day };

/**
 * The rules of extra days on which banks do not work. Rejects with `business-days.day` a past day and with `.name` a
 * blank name.
 */
export const extraDaysDecider: Decider<ExtraDays, ExtraDayCommand, BusinessDayEvent> = {
  name: 'business-days',
  initial: new Map(),

  decide(command, state) {
    const refuse = (field: string, message: string): never => {
      throw new DomainError('invalid', `business-days.${field}`, message, [{ field, message }]);
    };
    const { day } = command;
    if (day < command.today) refuse('day', 'The day has passed.');
    if (command.type === 'RemoveExtraHoliday')
      return state.has(day) ? [{ type: 'ExtraHolidayRemoved', data: { day } }] : [];
    const name = command.name.trim();
    if (name === '' || name.length > 60) refuse('name', 'The name has 1 to 60 characters.');
    return state.get(day) === name ? [] : [{ type: 'ExtraHolidaySet', data: { day, name } }];
  },

  evolve(state, { type, data }) {
    const next = new Map(state);
    if (type === 'ExtraHolidaySet') next.set(data.day, data.name);
    else next.delete(data.day);
    return next;
  },
};
