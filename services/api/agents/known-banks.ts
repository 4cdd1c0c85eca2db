import { loadBankList } from '@fynbos/application/payouts/programme-lists.ts';
import { type BankList, bankOfCode, banksOn, type ListedBank } from '@fynbos/domain/bank-list/bank-list.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { Services } from '../http/services.ts';

/** The listed bank of a branch code, or undefined: banks are matched by branch code, never by name. */
export type KnownBank = (branchCode: string) => ListedBank | undefined;

/** Banks as the list has them on a day. One that was taken out of it is known by its account's own name alone. */
export function knownBankOf(list: BankList, day: Day): KnownBank {
  const listed = new Set(banksOn(list, day).map(({ name }) => name));
  return (branchCode) => {
    const bank = bankOfCode(list, branchCode, day);
    return bank && listed.has(bank.name) ? bank : undefined;
  };
}

/** Banks as the list has them now. */
export const knownBanks = async ({ log, now }: Pick<Services, 'log' | 'now'>): Promise<KnownBank> =>
  knownBankOf(await loadBankList(log), dayOf(now()));
