import { BANK_LIST_STREAM, type BankList, bankListDecider } from '@fynbos/domain/bank-list/bank-list.ts';
import { BUSINESS_DAYS_STREAM, type ExtraDays, extraDaysDecider } from '@fynbos/domain/business-days/extra-days.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { load } from '../handle.ts';

/** The bank list with its past and planned changes. Throws `StoreUnavailable`. */
export const loadBankList = async (log: EventLog): Promise<BankList> =>
  (await load(log, bankListDecider, BANK_LIST_STREAM, { personal: false })).state;

/** Days other than public holidays on which banks are closed. Throws `StoreUnavailable`. */
export const loadExtraDays = async (log: EventLog): Promise<ExtraDays> =>
  (await load(log, extraDaysDecider, BUSINESS_DAYS_STREAM, { personal: false })).state;
