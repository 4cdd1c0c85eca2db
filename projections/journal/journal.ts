import { dayOf } from '@fynbos/domain/calendar.ts';
import { amounts } from '@fynbos/domain/event-schema.ts';
import { type JournalEntry, type JournalKind, journalEntryOf, transitEntryOf } from '@fynbos/domain/ledger/journal.ts';
import type { RunEventOf } from '@fynbos/domain/payout-run/events.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import { z } from 'zod';
import { text } from '../engine/columns.ts';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';

/** For the general ledger. A past day never changes, since events are only appended. */
export const journalRow = z.object({
  /** `{bookedOn}:{valueOn}:{kind}` */
  id: z.string(),
  /** The Johannesburg day on which it was recorded. */
  bookedOn: z.string(),
  /** The value date: the day of the payment, the correction or the expiry. */
  valueOn: z.string(),
  kind: text<JournalKind>(),
  /** Number of account entries in the sum. */
  entries: z.int32(),
  ...amounts.shape,
});
export type JournalRow = z.output<typeof journalRow>;

type JournalEvent =
  | AccountEventOf<
      'RewardPosted' | 'AccountAdjusted' | 'OpeningBalanceTaken' | 'PayoutPaid' | 'PayoutReturned' | 'RewardExpired'
    >
  | RunEventOf<'CashInTransitBooked'>;

const entryOf = (event: FoldEvent<JournalEvent>): JournalEntry | null =>
  event.type === 'CashInTransitBooked' ? transitEntryOf(event) : journalEntryOf(event);

function add(row: JournalRow | null, event: FoldEvent<JournalEvent>, key: string): JournalRow | null {
  const entry = entryOf(event);
  if (!entry) return row;
  return {
    id: key,
    bookedOn: key.slice(0, 10),
    valueOn: entry.valueOn,
    kind: entry.kind,
    entries: (row?.entries ?? 0) + 1,
    grossCents: (row?.grossCents ?? 0) + entry.grossCents,
    payeCents: (row?.payeCents ?? 0) + entry.payeCents,
    nettCents: (row?.nettCents ?? 0) + entry.nettCents,
  };
}

export const journal = defineProjection<JournalRow, JournalEvent>({
  name: 'journal',
  version: 2,
  row: journalRow,
  primaryKey: 'id',
  indexes: ['("bookedOn")'],
  keys: (event) => {
    const entry = entryOf(event);
    return entry ? [`${dayOf(new Date(event.metadata.recordedAt))}:${entry.valueOn}:${entry.kind}`] : [];
  },
  handlers: {
    RewardPosted: add,
    AccountAdjusted: add,
    OpeningBalanceTaken: add,
    PayoutPaid: add,
    PayoutReturned: add,
    RewardExpired: add,
    CashInTransitBooked: add,
  },
});
