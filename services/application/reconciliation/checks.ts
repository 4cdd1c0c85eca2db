import { linesOf } from '@fynbos/domain/ledger/journal.ts';
import type { ReconciliationCheck } from '@fynbos/domain/reconciliation/reconciliation.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import { rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { wholeJournal } from '@fynbos/projections/journal/queries.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { paidAndEarned } from '@fynbos/projections/payout-lines/queries.ts';
import { unmatchedDecisions } from '@fynbos/projections/rentals/queries.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import type pg from 'pg';
import { loadAccounts } from '../rewards/accounts.ts';

export interface CheckServices {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly signal: AbortSignal;
}

/** Differences that are listed at most; counts include all. */
const MAX_LISTED_DIFFERENCES = 50;
/** Accounts that are loaded in one round trip. */
const ACCOUNTS_PER_READ = 500;

const MONEY_READ_MODELS: readonly AnyProjection[] = [incentives, balances, payoutLines, tax];

/** Rebuilds the read models with amounts next to the live ones and compares them row by row (G2). */
export async function readModelsAgainstEvents({ log, db, signal }: CheckServices): Promise<ReconciliationCheck[]> {
  const results = await rebuild(foldPartsOf(log, db), MONEY_READ_MODELS, {
    compare: true,
    swap: 'never',
    signal,
  });
  return results.map(({ projection, comparison }) => {
    const first = (comparison?.first ?? []).map(({ key, kind, columns }) => ({
      key,
      what: `${kind} ${columns.join(', ')}`.trim(),
    }));
    const differences = comparison ? comparison.onlyLive + comparison.onlyRebuilt + comparison.different : 0;
    return {
      name: `read-model ${projection}`,
      examined: comparison?.liveRows ?? 0,
      differences,
      first: first.slice(0, MAX_LISTED_DIFFERENCES),
    };
  });
}

/** Checks that every rental with an invoice has a decision, and every decision an invoice (R2). */
export async function rewardsAgainstInvoices({ db }: CheckServices): Promise<ReconciliationCheck> {
  const { examined, found } = await unmatchedDecisions(db);
  return {
    name: 'rewards against invoices',
    examined,
    differences: found.length,
    first: found.slice(0, MAX_LISTED_DIFFERENCES).map(({ reservationNo, decided }) => ({
      key: reservationNo,
      what: decided ? 'a decision without an invoice' : 'an invoice without a decision',
    })),
  };
}

/** Paid amounts equal payout lines, earned ones rewards. Differing accounts are loaded to subtract opening balances. */
export async function accountsAgainstRuns({ log, db, signal }: CheckServices): Promise<ReconciliationCheck> {
  const rows = await paidAndEarned(db);
  const mismatched = rows.filter(({ same }) => !same);
  const found: { key: string; what: string }[] = [];
  for (let start = 0; start < mismatched.length; start += ACCOUNTS_PER_READ) {
    signal.throwIfAborted();
    const slice = mismatched.slice(start, start + ACCOUNTS_PER_READ);
    const accounts = await loadAccounts(
      log,
      slice.map(({ agentId }) => agentId),
    );
    for (const { agentId, paid, lines, earned, rewards } of slice) {
      const account = accounts.get(agentId);
      const opening = account?.adjustments.get('opening');
      const openingUnpaid = opening && opening.state !== 'settled' ? opening.nettCents : 0;
      const what = [
        ...(paid - (account?.opening?.paidCents ?? 0) === lines ? [] : ['paid differs from the runs']),
        ...(earned - openingUnpaid === rewards ? [] : ['earned differs from the reservations']),
      ];
      if (what.length > 0) found.push({ key: `agent ${agentId}`, what: what.join('; ') });
    }
  }
  return {
    name: 'accounts against runs',
    examined: rows.length,
    differences: found.length,
    first: found.slice(0, MAX_LISTED_DIFFERENCES),
  };
}

/** Checks the journal: the debits of each day equal its credits (L12), and every amount is exact (M7). */
export async function journalBalances({ db }: CheckServices): Promise<ReconciliationCheck> {
  const rows = await wholeJournal(db);
  const days = Map.groupBy(rows, ({ bookedOn }) => bookedOn);
  const found = [...days].flatMap(([key, own]) => {
    const lines = own.flatMap((row) => linesOf(row.kind, row));
    const difference = lines.reduce((sum, line) => sum + BigInt(line.debitCents) - BigInt(line.creditCents), 0n);
    const isExact = own.every(({ grossCents, payeCents, nettCents }) =>
      [grossCents, payeCents, nettCents].every(Number.isSafeInteger),
    );
    if (isExact && difference === 0n) return [];
    return [{ key, what: isExact ? `debits differ from credits by ${difference} cents` : 'an amount is not exact' }];
  });
  return {
    name: 'journal',
    examined: days.size,
    differences: found.length,
    first: found.slice(0, MAX_LISTED_DIFFERENCES),
  };
}

export async function allChecks(services: CheckServices): Promise<ReconciliationCheck[]> {
  return [
    ...(await readModelsAgainstEvents(services)),
    await rewardsAgainstInvoices(services),
    await accountsAgainstRuns(services),
    await journalBalances(services),
  ];
}
