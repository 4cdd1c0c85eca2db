import { type Cents, timesRate } from '../money.ts';
import type { Amounts } from './events.ts';
import type { AccountReward } from './state.ts';

export const NOTHING: Amounts = { grossCents: 0, payeCents: 0, nettCents: 0 };

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

/** Only the three amounts of an object that has more fields. */
export const bare = ({ grossCents, payeCents, nettCents }: Amounts): Amounts => ({ grossCents, payeCents, nettCents });

export const sumOf = (all: Iterable<Amounts>): Amounts => {
  let grossCents = 0;
  let payeCents = 0;
  for (const each of all) {
    grossCents += each.grossCents;
    payeCents += each.payeCents;
  }
  return amountsOf(grossCents, payeCents);
};

/**
 * The amounts that a later decision, other than a refusal, owes for a paid reward, taxed at `rate`. While the rental is
 * on hold, an increase waits for the decision of the release (docs/decisions/0019).
 */
export function owedAfterPayment(
  reward: AccountReward,
  owed: Amounts & { readonly status: string },
  rate: number,
): Amounts {
  const { paid } = reward;
  const most = paid !== null && paid.grossCents > reward.grossCents ? paid : reward;
  const isMoreOnHold = owed.status === 'Pending' && owed.grossCents > most.grossCents;
  return taxedAt(isMoreOnHold ? most : owed, rate);
}
