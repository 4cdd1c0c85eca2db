import { monthOf, taxYearOf } from '@fynbos/domain/calendar.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import { isUntaxed } from '@fynbos/domain/tax/certificates.ts';
import type { Projection } from '../engine/projection.ts';

/** What was paid to an agent in a month under one treatment, or one directive; payments that came back are taken off in the month in which they did. */
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

/**
 * What the old system had paid, under the treatment of the day of the balance. Where it took PAYE, that belongs on an IRP5
 * though nothing is deducted any more; a balance of before treatments were recorded is taken as PAYE.
 */
function openingOf({ data }: AccountEventOf<'OpeningBalanceTaken'>): ReturnType<typeof entryOf> {
  const { agentId, asOf, grossThisTaxYearCents: grossCents, payeThisTaxYearCents: payeCents } = data;
  const { kind: known = 'paye', directiveNumber = null } = data.treatment ?? {};
  const kind = payeCents > 0 && isUntaxed(known) ? 'paye' : known;
  const nettCents = grossCents - payeCents;
  return { agentId, day: asOf, kind, isOpening: true, directiveNumber, grossCents, payeCents, nettCents };
}

/** The day, kind and amounts that an event brings to a year. */
function entryOf(event: TaxedEvent): Omit<TaxRow, 'id' | 'month' | 'taxYear'> & { day: string } {
  if (event.type === 'OpeningBalanceTaken') return openingOf(event);
  const { agentId, grossCents, payeCents, nettCents } = event.data;
  const { kind, directiveNumber = null } = event.data.treatment;
  const about = { agentId, kind, isOpening: false, directiveNumber };
  if (event.type === 'PayoutPaid') return { ...about, day: event.data.paidOn, grossCents, payeCents, nettCents };
  return {
    ...about,
    day: event.data.returnedOn,
    grossCents: -grossCents,
    payeCents: -payeCents,
    nettCents: -nettCents,
  };
}

/** Read model `tax`, by agent, month of payment and treatment, each directive by itself. */
export const tax: Projection<TaxRow, TaxedEvent> = {
  name: 'tax',
  version: 3,
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
  keys: (event) => {
    const { agentId, day, kind, isOpening, directiveNumber } = entryOf(event as TaxedEvent);
    if (isOpening) return [`${agentId}:${monthOf(day)}:opening`];
    const key = `${agentId}:${monthOf(day)}:${kind}`;
    return [directiveNumber === null ? key : `${key}:${directiveNumber}`];
  },
  evolve: (row, event, key) => {
    const { day, grossCents, payeCents, nettCents, ...about } = entryOf(event as TaxedEvent);
    return {
      id: key,
      ...about,
      month: monthOf(day),
      taxYear: taxYearOf(day),
      grossCents: (row?.grossCents ?? 0) + grossCents,
      payeCents: (row?.payeCents ?? 0) + payeCents,
      nettCents: (row?.nettCents ?? 0) + nettCents,
    };
  },
};
