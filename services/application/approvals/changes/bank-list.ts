import {
  BANK_LIST_STREAM,
  type BankListCommand,
  bankListDecider,
  banksOn,
  nameInList,
} from '@fynbos/domain/bank-list/bank-list.ts';
import { z } from 'zod';
import { load } from '../../handle.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

/** From a day on; null removes the bank from the list. */
const bank = z.object({ name: z.string(), branchCode: z.string().nullable(), effectiveFrom: z.string() });

export const bankListCommand = ({ name, branchCode, effectiveFrom }: z.output<typeof bank>): BankListCommand =>
  branchCode === null
    ? { type: 'DelistBank', name, effectiveFrom }
    : { type: 'ListBank', name, branchCode, effectiveFrom };

export const changeBankList = approvedChange({
  permission: 'policy:change',
  payload: bank,
  async execute({ log }, { payload }, context) {
    const command = bankListCommand(payload);
    await handleOnce(log, { decider: bankListDecider, streamId: BANK_LIST_STREAM, command, context });
  },
  async compare({ log }, { payload: { branchCode, effectiveFrom, ...payload } }) {
    const { state } = await load(log, bankListDecider, BANK_LIST_STREAM);
    const name = nameInList(state, payload.name);
    const listed = banksOn(state, effectiveFrom).find((one) => one.name === name);
    return { before: { branchCode: listed?.branchCode ?? null }, after: { branchCode } };
  },
});
