import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { type JournalEntry, type JournalKind, journalEntryOf } from '@fynbos/domain/ledger/journal.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import type { FoldEvent, Projection } from '../engine/projection.ts';

/**
 * What was entered in all accounts on one day, of one kind, for one value date: what the general ledger needs. A day that
 * is over never changes again, for events are only ever added.
 */
export interface JournalRow {
  /** `{bookedOn}:{valueOn}:{kind}` */
  id: string;
  /** The Johannesburg day on which it was recorded. */
  bookedOn: Day;
  /** The day that it belongs to: of the payment, the correction, the expiry. */
  valueOn: Day;
  kind: JournalKind;
  /** How many entries of accounts it adds up. */
  entries: number;
  grossCents: number;
  payeCents: number;
  nettCents: number;
}

const made = new WeakMap<object, JournalEntry | null>();
/** Asked for the keys and again for the fold of each event. */
function entryOf(event: FoldEvent<RewardsAccountEvent>): JournalEntry | null {
  let entry = made.get(event.data);
  if (entry === undefined) {
    entry = journalEntryOf(event as unknown as RewardsAccountEvent);
    made.set(event.data, entry);
  }
  return entry;
}

/** Read model `journal`, by day, value date and kind. */
export const journal: Projection<JournalRow, RewardsAccountEvent> = {
  name: 'journal',
  version: 1,
  eventTypes: [
    'RewardPosted',
    'AccountAdjusted',
    'OpeningBalanceTaken',
    'PayoutPaid',
    'PayoutReturned',
    'RewardExpired',
  ],
  table: {
    columns: {
      id: 'text',
      bookedOn: 'text',
      valueOn: 'text',
      kind: 'text',
      entries: 'integer',
      grossCents: 'bigint',
      payeCents: 'bigint',
      nettCents: 'bigint',
    },
    primaryKey: 'id',
    indexes: ['("bookedOn")'],
  },
  keys: (event) => {
    const entry = entryOf(event);
    return entry ? [`${dayOf(new Date(event.metadata.recordedAt))}:${entry.valueOn}:${entry.kind}`] : [];
  },
  evolve: (row, event, key) => {
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
  },
};
