import type { z } from 'zod';
import type { amounts } from './event-schema.ts';
import { type Cents, timesRate } from './money.ts';

export type Amounts = z.output<typeof amounts>;

export const ZERO: Amounts = { grossCents: 0, payeCents: 0, nettCents: 0 };

/** Gross with its PAYE; nett is the difference, so that gross = PAYE + nett always. */
export const amountsOf = (grossCents: Cents, payeCents: Cents): Amounts => ({
  grossCents,
  payeCents,
  nettCents: grossCents - payeCents,
});

/** The same gross at another PAYE rate, rounded half up to the cent. */
export const taxedAt = ({ grossCents }: Amounts, rate: number): Amounts =>
  amountsOf(grossCents, timesRate(grossCents, rate));

export const plus = (a: Amounts, b: Amounts): Amounts =>
  amountsOf(a.grossCents + b.grossCents, a.payeCents + b.payeCents);

export const minus = (a: Amounts, b: Amounts): Amounts =>
  amountsOf(a.grossCents - b.grossCents, a.payeCents - b.payeCents);

export const sameAmounts = (a: Amounts, b: Amounts): boolean =>
  a.grossCents === b.grossCents && a.payeCents === b.payeCents && a.nettCents === b.nettCents;

export const amountsOnly = ({ grossCents, payeCents, nettCents }: Amounts): Amounts => ({
  grossCents,
  payeCents,
  nettCents,
});

export const sumOf = (all: Iterable<Amounts>): Amounts => {
  let grossCents = 0;
  let payeCents = 0;
  for (const each of all) {
    grossCents += each.grossCents;
    payeCents += each.payeCents;
  }
  return amountsOf(grossCents, payeCents);
};
