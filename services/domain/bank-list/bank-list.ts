import { z } from 'zod';
import type { Day } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { fieldError } from '../errors.ts';
import type { EventsOf } from '../event-schema.ts';
import type { CodeOf } from '../refusal-codes.ts';
import { BANKS, isBranchCode, isOtherBank, OTHER_BANK } from './banks.ts';

/** Stream `bank-list`. The initial list is `BANKS`; these events are its changes. */
export const bankListEvents = {
  /** A new bank, or a new code of a listed one, from a Johannesburg day on. */
  BankListed: z.object({ name: z.string(), branchCode: z.string(), effectiveFrom: z.iso.date() }),
  /** A bank is no longer offered from that day on; its existing accounts are unchanged. */
  BankDelisted: z.object({ name: z.string(), effectiveFrom: z.iso.date() }),
} as const;

export type BankListEvent = EventsOf<typeof bankListEvents>;

export const BANK_LIST_STREAM = 'bank-list';

export interface ListedBank {
  readonly name: string;
  readonly branchCode: string;
}

/** The state of a bank from a day on (null: since always); without a code the bank is not in the list. */
interface Entry {
  readonly name: string;
  readonly branchCode: string | null;
  readonly effectiveFrom: Day | null;
}

export interface BankList {
  readonly entries: readonly Entry[];
}

export type BankListCommand =
  | { readonly type: 'ListBank'; readonly name: string; readonly branchCode: string; readonly effectiveFrom: Day }
  | { readonly type: 'DelistBank'; readonly name: string; readonly effectiveFrom: Day };

const nameKey = (name: string): string => name.trim().toLowerCase();

/** One entry by bank, ordered by when the banks were added. Of several entries for one day, the last one counts. */
function codesOn({ entries }: BankList, day: Day): Map<string, Entry> {
  const inForce = new Map<string, Entry>();
  for (const entry of entries) {
    const listed = inForce.get(nameKey(entry.name));
    const isLater = (entry.effectiveFrom ?? '') >= (listed?.effectiveFrom ?? '');
    if ((entry.effectiveFrom ?? '') <= day && isLater) inForce.set(nameKey(entry.name), entry);
  }
  return inForce;
}

/** The last code of each bank up to a day, whether or not the bank is still listed. */
const lastCodes = ({ entries }: BankList, day: Day): Map<string, Entry> =>
  codesOn({ entries: entries.filter(({ branchCode }) => branchCode !== null) }, day);

/** The banks as forms offer them: OTHER, which has no code, is last. */
export function banksOn(list: BankList, day: Day): ListedBank[] {
  const listed = [...codesOn(list, day).values()].flatMap(({ name, branchCode }) =>
    branchCode === null ? [] : [{ name, branchCode }],
  );
  return [...listed, { name: OTHER_BANK, branchCode: '' }];
}

/**
 * Matches by branch code, never by name. An earlier code leads to the bank's current code, or its last one where it is
 * no longer listed. Undefined for a code that was never in the list.
 */
export function bankOfCode(list: BankList, branchCode: string, day: Day): ListedBank | undefined {
  if (branchCode === '') return undefined;
  const inForce = codesOn(list, day);
  const own = list.entries.filter((entry) => entry.branchCode === branchCode && (entry.effectiveFrom ?? '') <= day);
  // A code that one bank gave up and another bank adopted belongs to the other bank.
  const bank = own.find((entry) => inForce.get(nameKey(entry.name))?.branchCode === branchCode) ?? own.at(-1);
  if (!bank) return undefined;
  const key = nameKey(bank.name);
  const current = inForce.get(key)?.branchCode ?? lastCodes(list, day).get(key)?.branchCode;
  return { name: bank.name, branchCode: current ?? branchCode };
}

/** The name as the list spells it, also of a delisted bank; a name that was never in the list is kept. */
export const nameInList = ({ entries }: BankList, name: string): string =>
  entries.find((entry) => nameKey(entry.name) === nameKey(name))?.name ?? name.trim();

const refuse = (field: CodeOf<'bank-list'>, message: string) => fieldError(`bank-list.${field}`, field, message);

/** Rejects a change with `bank-list.name` and `.branchCode`. */
export function checkBankChange({ entries }: BankList, command: BankListCommand): void {
  const key = nameKey(command.name);
  if (key === '' || command.name.length > 60) throw refuse('name', 'The name has 1 to 60 characters.');
  if (isOtherBank(command.name)) throw refuse('name', 'OTHER is always in the list and has no code.');
  const isKnown = entries.some(({ name }) => nameKey(name) === key);
  if (command.type === 'DelistBank') {
    if (!isKnown) throw refuse('name', 'The bank is not in the list.');
    return;
  }
  const { branchCode, effectiveFrom } = command;
  if (!isBranchCode(branchCode)) throw refuse('branchCode', 'A branch code has six digits.');
  const days = entries.flatMap((entry) =>
    (entry.effectiveFrom ?? '') > effectiveFrom ? [entry.effectiveFrom as Day] : [],
  );
  for (const day of [effectiveFrom, ...days]) {
    const other = banksOn({ entries }, day).find(
      (bank) => bank.branchCode === branchCode && nameKey(bank.name) !== key,
    );
    if (other) throw refuse('branchCode', `${other.name} has this branch code.`);
  }
}

/** Rejects as `checkBankChange`; a change that the list already has for that day leads to no event. */
export const bankListDecider: Decider<BankList, BankListCommand, BankListEvent> = {
  name: 'bank-list',
  initial: {
    entries: BANKS.filter(({ branchCode }) => branchCode !== '').map((bank) => ({ ...bank, effectiveFrom: null })),
  },

  decide(command, state) {
    checkBankChange(state, command);
    const { effectiveFrom } = command;
    const name = nameInList(state, command.name);
    const last = state.entries.findLast((entry) => entry.name === name && entry.effectiveFrom === effectiveFrom);
    const newCode = command.type === 'ListBank' ? command.branchCode : null;
    if (last && last.branchCode === newCode) return [];
    return newCode === null
      ? [{ type: 'BankDelisted', data: { name, effectiveFrom } }]
      : [{ type: 'BankListed', data: { name, branchCode: newCode, effectiveFrom } }];
  },

  evolve: ({ entries }, { type, data }) => ({
    entries: [
      ...entries,
      {
        name: data.name,
        branchCode: type === 'BankListed' ? data.branchCode : null,
        effectiveFrom: data.effectiveFrom,
      },
    ],
  }),
};
