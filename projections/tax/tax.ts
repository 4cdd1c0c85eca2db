import { minus, sumOf } from '@fynbos/domain/amounts.ts';
import { monthOf, taxYearOf } from '@fynbos/domain/calendar.ts';
import { amounts } from '@fynbos/domain/event-schema.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import { isUntaxed } from '@fynbos/domain/tax/certifiable-years.ts';
import { z } from 'zod';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';

/**
 * One treatment, or one directive. A returned payment leaves its month (T8); a correction of an earlier payment counts
 * under that payment's treatment.
 */
export const taxRow = z.object({
  /**
   * `{agentId}:{month}:{kind}`, for a directive with `:{directiveNumber}`, since a month may have two;
   * `{agentId}:{month}:opening` for the previous system.
   */
  id: z.string(),
  agentId: z.int32(),
  /** Month of payment, Johannesburg. */
  month: z.string(),
  taxYear: z.int32(),
  /** The tax treatment. */
  kind: z.string(),
  /** The amounts are those that the previous system paid in this tax year. */
  isOpening: z.boolean(),
  directiveNumber: z.string().nullable(),
  ...amounts.shape,
});
export type TaxRow = z.output<typeof taxRow>;

type TaxedEvent = AccountEventOf<'PayoutPaid' | 'PayoutReturned' | 'OpeningBalanceTaken'>;

type Entry = Omit<TaxRow, 'id' | 'month' | 'taxYear'> & { day: string };

/**
 * Under the treatment on the day of the balance: PAYE that was deducted belongs on an IRP5 even if no longer deducted.
 * PAYE for a balance from before treatments existed.
 */
function openingOf({ data }: AccountEventOf<'OpeningBalanceTaken'>): Entry {
  const { agentId, asOf, grossThisTaxYearCents: grossCents, payeThisTaxYearCents: payeCents } = data;
  const { kind: known = 'paye', directiveNumber = null } = data.treatment ?? {};
  const kind = payeCents > 0 && isUntaxed(known) ? 'paye' : known;
  const nettCents = grossCents - payeCents;
  return { agentId, day: asOf, kind, isOpening: true, directiveNumber, grossCents, payeCents, nettCents };
}

/** The entries of an event: one for the payment, and one for each correction under another treatment. */
function entriesOf(event: TaxedEvent): Entry[] {
  if (event.type === 'OpeningBalanceTaken') return [openingOf(event)];
  const { agentId, treatment, adjustments, paidOn } = event.data;
  // Returns of earlier releases do not name the day of the payment.
  const day = paidOn ?? (event as AccountEventOf<'PayoutReturned'>).data.returnedOn;
  const sign = event.type === 'PayoutPaid' ? 1 : -1;
  const apart = adjustments.flatMap((each) => (each.treatment ? [{ ...each, treatment: each.treatment }] : []));
  return [{ ...minus(event.data, sumOf(apart)), treatment }, ...apart].map((each) => ({
    agentId,
    day,
    kind: each.treatment.kind,
    isOpening: false,
    directiveNumber: each.treatment.directiveNumber ?? null,
    grossCents: sign * each.grossCents,
    payeCents: sign * each.payeCents,
    nettCents: sign * each.nettCents,
  }));
}

const keyOf = ({ agentId, day, kind, isOpening, directiveNumber }: Entry): string => {
  if (isOpening) return `${agentId}:${monthOf(day)}:opening`;
  const key = `${agentId}:${monthOf(day)}:${kind}`;
  return directiveNumber === null ? key : `${key}:${directiveNumber}`;
};

const add = (row: TaxRow | null, event: FoldEvent<TaxedEvent>, key: string): TaxRow | null =>
  entriesOf(event)
    .filter((entry) => keyOf(entry) === key)
    .reduce<TaxRow | null>(
      (before, { day, grossCents, payeCents, nettCents, ...about }) => ({
        id: key,
        ...about,
        month: monthOf(day),
        taxYear: taxYearOf(day),
        grossCents: (before?.grossCents ?? 0) + grossCents,
        payeCents: (before?.payeCents ?? 0) + payeCents,
        nettCents: (before?.nettCents ?? 0) + nettCents,
      }),
      row,
    );

/** Read model `tax`, by agent, month of payment and treatment, each directive by itself. */
export const tax = defineProjection<TaxRow, TaxedEvent>({
  name: 'tax',
  version: 5,
  row: taxRow,
  primaryKey: 'id',
  indexes: ['("taxYear", "agentId")', '("agentId")'],
  keys: (event) => [...new Set(entriesOf(event).map(keyOf))],
  handlers: { PayoutPaid: add, PayoutReturned: add, OpeningBalanceTaken: add },
});
