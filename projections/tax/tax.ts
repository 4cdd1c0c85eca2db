import { monthOf, taxYearOf } from '@fynbos/domain/calendar.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import type { Projection } from '../engine/projection.ts';

/** What was paid to an agent in a month under one treatment, or one directive; payments that came back are taken off in the month in which they did. */
export interface TaxRow {
  /** `{agentId}:{month}:{kind}`, and `:{directiveNumber}` where there is one: a month may have two directives. */
  id: string;
  agentId: number;
  /** Month of payment, Johannesburg. */
  month: string;
  taxYear: number;
  /** The treatment; `opening` is what the old system had paid this tax year. */
  kind: string;
  directiveNumber: string | null;
  grossCents: number;
  payeCents: number;
  nettCents: number;
}

type TaxedEvent = AccountEventOf<'PayoutPaid' | 'PayoutReturned' | 'OpeningBalanceTaken'>;

/** The day, kind and amounts that an event brings to a year. */
function entryOf(
  event: TaxedEvent,
): Pick<TaxRow, 'agentId' | 'kind' | 'directiveNumber' | 'grossCents' | 'payeCents' | 'nettCents'> & { day: string } {
  const { data } = event;
  const { agentId } = data;
  if (event.type === 'OpeningBalanceTaken') {
    const { asOf, grossThisTaxYearCents: grossCents, payeThisTaxYearCents: payeCents } = event.data;
    return {
      agentId,
      day: asOf,
      kind: 'opening',
      directiveNumber: null,
      grossCents,
      payeCents,
      nettCents: grossCents - payeCents,
    };
  }
  const { kind, directiveNumber = null } = event.data.treatment;
  const { grossCents, payeCents, nettCents } = data;
  if (event.type === 'PayoutPaid')
    return { agentId, day: event.data.paidOn, kind, directiveNumber, grossCents, payeCents, nettCents };
  return {
    agentId,
    day: event.data.returnedOn,
    kind,
    directiveNumber,
    grossCents: -grossCents,
    payeCents: -payeCents,
    nettCents: -nettCents,
  };
}

/** Read model `tax`, by agent, month of payment and treatment, each directive by itself. */
export const tax: Projection<TaxRow, TaxedEvent> = {
  name: 'tax',
  version: 2,
  eventTypes: ['PayoutPaid', 'PayoutReturned', 'OpeningBalanceTaken'],
  table: {
    columns: {
      id: 'text',
      agentId: 'integer',
      month: 'text',
      taxYear: 'integer',
      kind: 'text',
      directiveNumber: 'text',
      grossCents: 'bigint',
      payeCents: 'bigint',
      nettCents: 'bigint',
    },
    primaryKey: 'id',
    indexes: ['("taxYear", "agentId")', '("agentId")'],
  },
  keys: (event) => {
    const { agentId, day, kind, directiveNumber } = entryOf(event as TaxedEvent);
    const key = `${agentId}:${monthOf(day)}:${kind}`;
    return [directiveNumber === null ? key : `${key}:${directiveNumber}`];
  },
  evolve: (row, event, key) => {
    const { day, agentId, kind, directiveNumber, grossCents, payeCents, nettCents } = entryOf(event as TaxedEvent);
    return {
      id: key,
      agentId,
      month: monthOf(day),
      taxYear: taxYearOf(day),
      kind,
      directiveNumber,
      grossCents: (row?.grossCents ?? 0) + grossCents,
      payeCents: (row?.payeCents ?? 0) + payeCents,
      nettCents: (row?.nettCents ?? 0) + nettCents,
    };
  },
};
