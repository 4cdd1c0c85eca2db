import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { type AccountKind, journalEntryOf } from '@fynbos/domain/ledger/journal.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { runReferences } from '@fynbos/projections/payouts/queries.ts';
import { eventsOf } from '../handle.ts';
import type { Stores } from '../services.ts';

const ENTRY_NAMES: Readonly<Record<AccountKind, string>> = {
  reward: 'Reward',
  'reward-reversal': 'Reward reversed',
  adjustment: 'Correction',
  'tax-treatment': 'PAYE by the treatment of the payment',
  opening: 'Opening balance',
  payout: 'Payout',
  return: 'Payout returned',
  expiry: 'Reward expired',
};
/** The name of a run by its id, for example `Run FR261130K7`. */
export type RunName = (runId: string) => string;

const DEDUCTIONS: ReadonlySet<AccountKind> = new Set(['payout', 'expiry']);

function detailOf({ type, data }: RewardsAccountEvent, runName: RunName): string {
  if (type === 'RewardPosted') return [data.reservationNo, data.month, data.promoCode].filter(Boolean).join(' · ');
  if (type === 'RewardExpired') return data.reservationNo;
  if (type === 'AccountAdjusted') return [data.reason, data.reservationNo, data.text].filter(Boolean).join(' · ');
  if (type === 'PayoutReturned') return `${runName(data.runId)} · ${data.reason}`;
  if (type === 'PayoutPaid') return runName(data.runId);
  return '';
}

type RecordedEvent = RewardsAccountEvent & { readonly metadata: { readonly recordedAt: string } };

/**
 * Entries by day of recording, both days included (L1), with the balance after each line; entries of one day keep their
 * order. Cents nett; deductions are negative. `valueOn`: what the entry is about, e.g. the bank's day of a payment.
 */
export function accountStatementOf(events: readonly RecordedEvent[], from: Day, to: Day, runName: RunName) {
  const entries = events.flatMap((event) => {
    const entry = journalEntryOf(event);
    const on = dayOf(new Date(event.metadata.recordedAt));
    if (!entry || on > to) return [];
    const nettCents = DEDUCTIONS.has(entry.kind) ? -entry.nettCents : entry.nettCents;
    const { kind, valueOn } = entry;
    return [{ on, valueOn, what: ENTRY_NAMES[kind], detail: detailOf(event, runName), nettCents }];
  });
  const openingCents = entries.reduce((sum, { on, nettCents }) => sum + (on < from ? nettCents : 0), 0);
  let balanceCents = openingCents;
  const lines = entries
    .filter(({ on }) => on >= from)
    // Entries may be recorded out of the order of their days.
    .sort((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1))
    .map((entry) => {
      balanceCents += entry.nettCents;
      return { ...entry, balanceCents };
    });
  return { from, to, openingCents, closingCents: balanceCents, lines };
}

export async function accountStatement({ log, db }: Stores, agentId: number, from: Day, to: Day) {
  const events = eventsOf(rewardsAccountDecider, await log.readStream(accountStreamOf(agentId)));
  const references = await runReferences(
    db,
    events.flatMap(({ data }) => ('runId' in data ? [data.runId] : [])),
  );
  return accountStatementOf(events, from, to, (runId) => `Run ${references.get(runId) ?? runId}`);
}

export type AccountStatement = Awaited<ReturnType<typeof accountStatement>>;
