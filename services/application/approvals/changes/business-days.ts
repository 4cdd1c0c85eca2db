import { BUSINESS_DAYS_STREAM, extraDaysDecider } from '@fynbos/domain/business-days/business-days.ts';
import { z } from 'zod';
import { load } from '../../handle.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

/** Null makes it a business day again. */
const extraDay = z.object({ day: z.string(), name: z.string().nullable() });

export const businessDayCommand = ({ day, name }: z.output<typeof extraDay>) =>
  name === null ? ({ type: 'RemoveExtraHoliday', day } as const) : ({ type: 'SetExtraHoliday', day, name } as const);

export const changeBusinessDays = approvedChange({
  permission: 'policy:change',
  payload: extraDay,
  async execute({ log }, { payload }, context) {
    const command = businessDayCommand(payload);
    await handleOnce(log, { decider: extraDaysDecider, streamId: BUSINESS_DAYS_STREAM, command, context });
  },
  async compare({ log }, { payload: { day, name } }) {
    const { state } = await load(log, extraDaysDecider, BUSINESS_DAYS_STREAM);
    return { before: { name: state.get(day) ?? null }, after: { name } };
  },
});
