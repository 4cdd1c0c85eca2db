import { type BankList, bankOfCode, banksOn, type ListedBank } from '@fynbos/domain/bank-list/bank-list.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { loadBankList } from '../reward-policy/programme-lists.ts';
import type { Application } from '../services.ts';

/** Finds the listed bank of a branch code, or undefined. Banks are matched by branch code, never by name. */
export type KnownBank = (branchCode: string) => ListedBank | undefined;

/** The banks listed on a day. A bank removed from the list is known only by the name stored in the account. */
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
