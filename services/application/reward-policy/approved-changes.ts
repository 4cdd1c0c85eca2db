import {
  BANK_LIST_STREAM,
  type BankListCommand,
  bankListDecider,
  banksOn,
} from '@fynbos/domain/bank-list/bank-list.ts';
import { BUSINESS_DAYS_STREAM, extraDaysDecider } from '@fynbos/domain/business-days/business-days.ts';
import { rewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import { REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { z } from 'zod';
import { approvedChange, handleOnce, withRequestReason } from '../approved-change.ts';
import { load } from '../handle.ts';

const reason = z.string().exactOptional();

export const changeRewardPolicy = approvedChange({
  permission: 'policy:change',
  payload: z.object({ effectiveFrom: z.string(), terms: rewardPolicyTerms, reason }),
  async execute({ log }, { payload: { effectiveFrom, terms, ...request } }, context) {
    const command = { type: 'SetRewardPolicy', effectiveFrom, terms } as const;
    const because = withRequestReason(context, request);
    await handleOnce(log, {
      decider: rewardPolicyDecider,
      streamId: REWARD_POLICY_STREAM,
      command,
      context: because,
      makes: ['RewardPolicySet'],
    });
  },
});

/** A bank of the list with its branch code from a day on; null removes it from the list. */
const bank = z.object({ name: z.string(), branchCode: z.string().nullable(), effectiveFrom: z.string() });

export const bankListCommand = ({ name, branchCode, effectiveFrom }: z.output<typeof bank>): BankListCommand =>
  branchCode === null
    ? { type: 'DelistBank', name, effectiveFrom }
    : { type: 'ListBank', name, branchCode, effectiveFrom };

export const changeBankList = approvedChange({
  permission: 'policy:change',
  payload: bank.extend({ reason }),
  async execute({ log }, { payload }, context) {
    const because = withRequestReason(context, payload);
    const command = bankListCommand(payload);
    await handleOnce(log, {
      decider: bankListDecider,
      streamId: BANK_LIST_STREAM,
      command,
      context: because,
      makes: ['BankListed', 'BankDelisted'],
    });
  },
  async compare({ log }, { payload: { name, branchCode, effectiveFrom } }) {
    const { state } = await load(log, bankListDecider, BANK_LIST_STREAM);
    const listed = banksOn(state, effectiveFrom).find((one) => one.name === name);
    return { before: { branchCode: listed?.branchCode ?? null }, after: { branchCode } };
  },
});

/** An extra holiday with its name; null makes it a business day again. */
const extraDay = z.object({ day: z.string(), name: z.string().nullable() });

export const businessDayCommand = ({ day, name }: z.output<typeof extraDay>) =>
  name === null ? ({ type: 'RemoveExtraHoliday', day } as const) : ({ type: 'SetExtraHoliday', day, name } as const);

export const changeBusinessDays = approvedChange({
  permission: 'policy:change',
  payload: extraDay.extend({ reason }),
  async execute({ log }, { payload }, context) {
    const command = businessDayCommand(payload);
    const because = withRequestReason(context, payload);
    const makes = ['ExtraHolidaySet', 'ExtraHolidayRemoved'] as const;
    await handleOnce(log, {
      decider: extraDaysDecider,
      streamId: BUSINESS_DAYS_STREAM,
      command,
      context: because,
      makes,
    });
  },
  async compare({ log }, { payload: { day, name } }) {
    const { state } = await load(log, extraDaysDecider, BUSINESS_DAYS_STREAM);
    return { before: { name: state.get(day) ?? null }, after: { name } };
  },
});
