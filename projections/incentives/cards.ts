import type { Month } from '@fynbos/domain/calendar.ts';
import { type Cents, randOfCents } from '@fynbos/domain/money.ts';
import { RULES } from '@fynbos/domain/rental/explain.ts';
import type { ShownReason, ShownStatus } from '@fynbos/domain/rental/reasons.ts';
import { basisShown, explanationOf } from './explanation.ts';
import type { IncentiveRow } from './incentives.ts';

/**
 * A reservation behind a card. Amounts are in Rand where the specification names the field, in cents where the product
 * adds the field.
 */
export interface IncentiveDetail {
  reservationNo: string;
  marketSector: string;
  /** Invoice date, Johannesburg. */
  date: string;
  grossAmount: number;
  paye: number;
  nettAmount: number;
  status: ShownStatus;
  reason: ShownReason | null;
  promoCode: string | null;
  rate: number | null;
  revenueAmount: number;
  policyVersion: number;
  explanation: string;
  rule: string | null;
}

/** One promotion, month and status; `amount` is nett. */
export interface IncentiveCard {
  title: string;
  month: Month;
  amount: number;
  status: ShownStatus;
  grossAmount: number;
  paye: number;
  nettAmount: number;
  details: IncentiveDetail[];
}

function detailOf(row: IncentiveRow): IncentiveDetail {
  const { reason } = row;
  const { rate, tkRevenueCents, policyVersion } = basisShown(row);
  return {
    reservationNo: row.reservationNo,
    marketSector: row.marketSector,
    date: row.invoiceDate,
    grossAmount: randOfCents(row.grossCents),
    paye: randOfCents(row.payeCents),
    nettAmount: randOfCents(row.nettCents),
    status: row.status,
    reason,
    promoCode: row.promoCode,
    rate,
    revenueAmount: randOfCents(tkRevenueCents),
    policyVersion,
    explanation: explanationOf(row),
    rule: reason === null ? null : RULES[reason],
  };
}

const sum = (rows: readonly IncentiveRow[], field: 'grossCents' | 'payeCents' | 'nettCents'): Cents =>
  rows.reduce((total, row) => total + row[field], 0);

/** Groups reservations into cards, ordered by each card's first reservation. */
export function cardsOf(rows: readonly IncentiveRow[]): IncentiveCard[] {
  const groups = new Map<string, IncentiveRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.promoCode, row.month, row.status]);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map((group) => {
    const first = group[0] as IncentiveRow;
    const nett = randOfCents(sum(group, 'nettCents'));
    return {
      title: first.promoCode ?? 'No promotion code',
      month: first.month,
      amount: nett,
      status: first.status,
      grossAmount: randOfCents(sum(group, 'grossCents')),
      paye: randOfCents(sum(group, 'payeCents')),
      nettAmount: nett,
      details: group.map(detailOf),
    };
  });
}
