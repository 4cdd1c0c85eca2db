import { sumOf } from '@fynbos/domain/amounts.ts';
import { randOfCents } from '@fynbos/domain/money.ts';
import { shownReasons, shownStatuses } from '@fynbos/domain/rental/reasons.ts';
import { RULES } from '@fynbos/domain/wording/explain-reward.ts';
import { z } from 'zod';
import { displayedBasis, explanationOf } from './explanation.ts';
import { displayedTreatment, type IncentiveRow, newestDecision } from './incentives.ts';

/** Rand where the specification names the field, cents where the product adds it. */
export const incentiveDetail = z.object({
  reservationNo: z.string(),
  marketSector: z.string(),
  /** Invoice date, Johannesburg. */
  date: z.string(),
  /** Day of the reservation, Johannesburg. */
  reservedOn: z.string(),
  grossAmount: z.number(),
  paye: z.number(),
  nettAmount: z.number(),
  status: z.enum(shownStatuses),
  reason: z.enum(shownReasons).nullable(),
  promoCode: z.string().nullable(),
  rate: z.number().nullable(),
  revenueCents: z.int(),
  policyVersion: z.int(),
  /** The tax treatment behind the amounts (T1 in docs/rules.md). */
  taxTreatment: z.string(),
  /** The rate of that treatment: 0.0725 is 7.25 %. */
  taxRate: z.number(),
  /** What a later decision changed about a paid reward, in cents before tax; null while nothing did. */
  correctionCents: z.int().nullable(),
  /** The decision in plain English. */
  explanation: z.string(),
  /** The programme rule behind a refusal. */
  rule: z.string().nullable(),
});
export type IncentiveDetail = z.output<typeof incentiveDetail>;

/** One promotion, month and status; `amount` is nett. */
export const incentiveCard = z.object({
  title: z.string(),
  month: z.string(),
  amount: z.number(),
  status: z.enum(shownStatuses),
  grossAmount: z.number(),
  paye: z.number(),
  nettAmount: z.number(),
  details: z.array(incentiveDetail),
});
export type IncentiveCard = z.output<typeof incentiveCard>;

function detailOf(row: IncentiveRow): IncentiveDetail {
  const { reason } = row;
  const { rate, tkRevenueCents, policyVersion } = displayedBasis(row);
  const treatment = displayedTreatment(row);
  return {
    reservationNo: row.reservationNo,
    marketSector: row.marketSector,
    date: row.invoiceDate,
    reservedOn: row.reservedOn,
    grossAmount: randOfCents(row.grossCents),
    paye: randOfCents(row.payeCents),
    nettAmount: randOfCents(row.nettCents),
    status: row.status,
    reason,
    promoCode: row.promoCode,
    rate,
    revenueCents: tkRevenueCents,
    policyVersion,
    taxTreatment: treatment.kind,
    taxRate: treatment.rate,
    correctionCents: row.status === 'Paid' ? newestDecision(row).grossCents - row.grossCents || null : null,
    explanation: explanationOf(row),
    rule: reason === null ? null : RULES[reason],
  };
}

/** Groups reservations into cards, ordered by each card's first reservation. */
export function cardsOf(rows: readonly IncentiveRow[]): IncentiveCard[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify([row.promoCode, row.month, row.status]));
  return [...groups.values()].map((group) => {
    const first = group[0] as IncentiveRow;
    const { grossCents, payeCents, nettCents } = sumOf(group);
    return {
      title: first.promoCode ?? 'No promotion code',
      month: first.month,
      amount: randOfCents(nettCents),
      status: first.status,
      grossAmount: randOfCents(grossCents),
      paye: randOfCents(payeCents),
      nettAmount: randOfCents(nettCents),
      details: group.map(detailOf),
    };
  });
}
