import { amountsOnly } from '@fynbos/domain/amounts.ts';
import { dayOf, type Month, monthOf } from '@fynbos/domain/calendar.ts';
import { type Cause, entryCauseOf } from '@fynbos/domain/comparison/causes.ts';
import { amounts } from '@fynbos/domain/event-schema.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { movementOf } from '@fynbos/domain/rewards-account/movement.ts';
import { z } from 'zod';
import { text } from '../engine/columns.ts';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';

/** Account entries of one month that belong to an earlier one, by cause. Cents; deductions are negative. */
export const latePostingRow = z.object({
  /** `{bookedIn}:{belongsTo}:{cause}` */
  id: z.string(),
  bookedIn: z.string(),
  /** Month of the invoice, of the opening balance, or of the payment; null for a correction of a payment. */
  belongsTo: z.string().nullable(),
  cause: text<Cause>(),
  entries: z.int32(),
  ...amounts.shape,
});
export type LatePostingRow = z.output<typeof latePostingRow>;

type LateEvent = Extract<
  RewardsAccountEvent,
  { type: 'RewardPosted' | 'AccountAdjusted' | 'OpeningBalanceTaken' | 'PayoutPaid' | 'PayoutReturned' }
>;

/** The month to which an entry belongs; null if it corrects an earlier payment, undefined if it is never late. */
function monthOfEntry({ type, data }: LateEvent): Month | null | undefined {
  switch (type) {
    case 'RewardPosted':
      return data.month;
    case 'AccountAdjusted':
      // Returns of earlier releases do not name the day of the payment.
      if (data.cause.kind === 'tax-difference') return monthOf(data.paidOn ?? data.dated);
      return data.reservationNo === null ? undefined : null;
    case 'OpeningBalanceTaken':
      return monthOf(data.asOf);
    case 'PayoutPaid':
      return monthOf(data.paidOn);
    case 'PayoutReturned':
      // Its PAYE leaves the month of the payment (T8). Returns of earlier releases do not name that day.
      return monthOf(data.paidOn ?? data.returnedOn);
  }
}

function keyOf(event: FoldEvent<LateEvent>): string | null {
  const belongsTo = monthOfEntry(event);
  const bookedIn = monthOf(dayOf(new Date(event.metadata.recordedAt)));
  if (belongsTo === undefined || (belongsTo !== null && belongsTo >= bookedIn)) return null;
  const { grossCents, payeCents } = movementOf(event);
  return grossCents === 0 && payeCents === 0 ? null : `${bookedIn}:${belongsTo ?? ''}:${entryCauseOf(event)}`;
}

function add(row: LatePostingRow | null, event: FoldEvent<LateEvent>, key: string): LatePostingRow {
  const [bookedIn = '', belongsTo = '', cause] = key.split(':');
  const { grossCents, payeCents, nettCents } = amountsOnly(movementOf(event));
  return {
    id: key,
    bookedIn,
    belongsTo: belongsTo || null,
    cause: cause as Cause,
    entries: (row?.entries ?? 0) + 1,
    grossCents: (row?.grossCents ?? 0) + grossCents,
    payeCents: (row?.payeCents ?? 0) + payeCents,
    nettCents: (row?.nettCents ?? 0) + nettCents,
  };
}

/** What was posted for an earlier month, by month of posting (L16). */
export const latePostings = defineProjection<LatePostingRow, LateEvent>({
  name: 'late-postings',
  version: 4,
  row: latePostingRow,
  primaryKey: 'id',
  indexes: ['("bookedIn")'],
  keys: (event) => {
    const key = keyOf(event);
    return key === null ? [] : [key];
  },
  handlers: {
    RewardPosted: add,
    AccountAdjusted: add,
    OpeningBalanceTaken: add,
    PayoutPaid: add,
    PayoutReturned: add,
  },
});
