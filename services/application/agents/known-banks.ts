import { type BankList, bankOfCode, banksOn, type ListedBank } from '@fynbos/domain/bank-list/bank-list.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { loadBankList } from '../payouts/programme-lists.ts';
import type { Application } from '../services.ts';

/** The listed bank of a branch code, or undefined: banks are matched by branch code, never by name. */
export type KnownBank = (branchCode: string) => ListedBank | undefined;

/** The banks listed on a day. A bank that was removed from the list is known by the name on the account alone. */
export function knownBankOf(list: BankList, day: Day): KnownBank {
  const listed = new Set(banksOn(list, day).map(({ name }) => name));
  return (branchCode) => {
    const bank = bankOfCode(list, branchCode, day);
    return bank && listed.has(bank.name) ? bank : undefined;
  };
}

/** The banks listed now. Throws `StoreUnavailable`. */
export const knownBanks = async ({ log, now }: Pick<Application, 'log' | 'now'>): Promise<KnownBank> =>
  knownBankOf(await loadBankList(log), dayOf(now()));
