import type { Day } from '../calendar.ts';
import type { LedgerAccount } from '../ledger/journal.ts';
import { INITIAL_CHART } from './chart.ts';
import { LEDGER_ACCOUNT_NAMES, type LedgerSum } from './events.ts';
import { chartInForce, type Exported, type LedgerExport, type LedgerExports } from './state.ts';

/** Exports of another period to the same system with days of this one: they would be posted twice. */
export const overlapping = (
  { exports }: LedgerExports,
  { system, from, to }: Pick<Exported, 'system' | 'from' | 'to'>,
): readonly LedgerExport[] =>
  exports.filter(
    (each) => each.system === system && each.from <= to && each.to >= from && !(each.from === from && each.to === to),
  );

/** Debits less credits, cents. */
export interface SumDifference {
  readonly day: Day;
  readonly account: LedgerAccount;
  readonly beforeCents: number;
  readonly afterCents: number;
}

/** Changes by later postings, by day and account (L17). */
export function sumDifferences(before: readonly LedgerSum[], after: readonly LedgerSum[]): SumDifference[] {
  const differences = new Map<string, { day: Day; account: LedgerAccount; before: LedgerSum; after: LedgerSum }>();
  const zero = { debitCents: 0, creditCents: 0 };
  for (const [side, sums] of [['before', before] as const, ['after', after] as const])
    for (const sum of sums) {
      const { day, account } = sum;
      const key = `${day} ${account}`;
      const emptySum = { day, account, ...zero };
      differences.set(key, {
        ...(differences.get(key) ?? { day, account, before: emptySum, after: emptySum }),
        [side]: sum,
      });
    }
  return [...differences.values()]
    .filter(
      (each) => each.before.debitCents !== each.after.debitCents || each.before.creditCents !== each.after.creditCents,
    )
    .map(({ day, account, before: earlier, after: later }) => ({
      day,
      account,
      beforeCents: earlier.debitCents - earlier.creditCents,
      afterCents: later.debitCents - later.creditCents,
    }))
    .sort((a, b) => (a.day === b.day ? (a.account < b.account ? -1 : 1) : a.day < b.day ? -1 : 1));
}

/**
 * Accounts that an export used and that have another code or name in the present chart, and whether settings changed.
 */
export function chartChanges(state: LedgerExports, { chartVersion }: Pick<Exported, 'chartVersion'>) {
  const [before, { chart: now }] = [state.charts[chartVersion] ?? INITIAL_CHART, chartInForce(state)];
  const accounts = LEDGER_ACCOUNT_NAMES.filter(
    (account) =>
      before.accounts[account]?.code !== now.accounts[account]?.code ||
      before.accounts[account]?.name !== now.accounts[account]?.name,
  );
  return { accounts, settings: JSON.stringify(before.settings) !== JSON.stringify(now.settings) };
}
