import { monthOf, taxYearOf } from '@fynbos/domain/calendar.ts';
import { minus, sumOf } from '@fynbos/domain/rewards-account/amounts.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import { isUntaxed } from '@fynbos/domain/tax/certifiable-years.ts';
import type { Projection } from '../engine/projection.ts';

/**
 * What was paid to an agent in a month under one treatment, or one directive; payments that came back are taken off in the
 * month in which they did, and what a payment corrects of an earlier one belongs to the treatment of that one.
 */
export interface TaxRow {
  /** `{agentId}:{month}:{kind}`, and `:{directiveNumber}` where there is one: a month may have two directives; `{agentId}:{month}:opening`. */
  id: string;
  agentId: number;
  /** Month of payment, Johannesburg. */
  month: string;
  taxYear: number;
  /** The treatment. */
  kind: string;
  /** Whether it is what the old system had paid this tax year. */
  isOpening: boolean;
  directiveNumber: string | null;
  grossCents: number;
  payeCents: number;
  nettCents: number;
}

type TaxedEvent = AccountEventOf<'PayoutPaid' | 'PayoutReturned' | 'OpeningBalanceTaken'>;

type Entry = Omit<TaxRow, 'id' | 'month' | 'taxYear'> & { day: string };

/**
 * What the old system had paid, under the treatment of the day of the balance. Where it took PAYE, that belongs on an IRP5
 * though nothing is deducted any more; a balance of before treatments were recorded is taken as PAYE.
 */
function openingOf({ data }: AccountEventOf<'OpeningBalanceTaken'>): Entry {
  const { agentId, asOf, grossThisTaxYearCents: grossCents, payeThisTaxYearCents: payeCents } = data;
  const { kind: known = 'paye', directiveNumber = null } = data.treatment ?? {};
  const kind = payeCents > 0 && isUntaxed(known) ? 'paye' : known;
  const nettCents = grossCents - payeCents;
  return { agentId, day: asOf, kind, isOpening: true, directiveNumber, grossCents, payeCents, nettCents };
}

/** The days, kinds and amounts that an event brings to a year: what corrects a payment under its own treatment, apart. */
function entriesOf(event: TaxedEvent): Entry[] {
  if (event.type === 'OpeningBalanceTaken') return [openingOf(event)];
  const { agentId, treatment, adjustments } = event.data;
  const [day, sign] = event.type === 'PayoutPaid' ? [event.data.paidOn, 1] : [event.data.returnedOn, -1];
  const apart = adjustments.flatMap((each) => (each.treatment ? [{ ...each, treatment: each.treatment }] : []));
  return [{ ...minus(event.data, sumOf(apart)), treatment }, ...apart].map((each) => ({
    ...{ agentId, day, kind: each.treatment.kind, isOpening: false },
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

/** Read model `tax`, by agent, month of payment and treatment, each directive by itself. */
export const tax: Projection<TaxRow, TaxedEvent> = {
  name: 'tax',
  version: 4,
  eventTypes: ['PayoutPaid', 'PayoutReturned', 'OpeningBalanceTaken'],
  table: {
    columns: {
      id: 'text',
      agentId: 'integer',
      month: 'text',
      taxYear: 'integer',
      kind: 'text',
      isOpening: 'boolean',
      directiveNumber: 'text',
      grossCents: 'bigint',
      payeCents: 'bigint',
      nettCents: 'bigint',
    },
    primaryKey: 'id',
    indexes: ['("taxYear", "agentId")', '("agentId")'],
  },
  keys: (event) => [...new Set(entriesOf(event as TaxedEvent).map(keyOf))],
  evolve: (row, event, key) =>
    entriesOf(event as TaxedEvent)
      .filter((entry) => keyOf(entry) === key)
      .reduce<TaxRow | null>((known, { day, grossCents, payeCents, nettCents, ...about }) => {
        return {
          id: key,
          ...about,
          month: monthOf(day),
          taxYear: taxYearOf(day),
          grossCents: (known?.grossCents ?? 0) + grossCents,
          payeCents: (known?.payeCents ?? 0) + payeCents,
          nettCents: (known?.nettCents ?? 0) + nettCents,
        };
      }, row),
};
