import { amountsOf, amountsOnly, sameAmounts, ZERO } from '../amounts.ts';
import { type Day, taxYearOf } from '../calendar.ts';
import { DomainError, fieldError } from '../errors.ts';
import { formatRand } from '../format.ts';
import { type Cents, grossOf, MAX_CENTS, timesRate } from '../money.ts';
import type { CodeOf } from '../refusal-codes.ts';
import type { AccountCommandOf, AdjustAccount, CorrectReward } from './commands.ts';
import type { RewardsAccountEvent } from './events.ts';
import type { RewardsAccount } from './state.ts';

/**
 * The rate, and whether it is taxed again on the day of payment. The PAYE follows the corrected reward: a paid one
 * keeps its payment's rate, an unpaid one is taxed with its correction (docs/decisions/0019). Without a reward, a
 * credit is taxed on the day of its payment, and a deduction was taxed before.
 */
function taxOf(
  { grossCents, reservationNo, payeRate, treatmentRate }: AdjustAccount,
  state: RewardsAccount,
): { readonly rate: number; readonly isRetaxed: boolean } {
  const reward = reservationNo === null ? undefined : state.rewards.get(reservationNo);
  const paidRate = reward?.status === 'Paid' ? reward.paid.rate : undefined;
  const rate = payeRate ?? paidRate ?? treatmentRate;
  return { rate, isRetaxed: reward === undefined ? grossCents > 0 : paidRate === undefined };
}

const refuse = (code: CodeOf<'rewards-account'>, message: string, field = 'grossCents') =>
  fieldError(`rewards-account.${code}`, field, message);

/** Above `MAX_CENTS`, or a balance that is not exact (M7): `rewards-account.amounts`. */
function checkAmount(grossCents: Cents, { balanceCents }: RewardsAccount, field?: string): void {
  if (!Number.isSafeInteger(grossCents) || Math.abs(grossCents) > MAX_CENTS)
    throw refuse('amounts', `The gross amount must be at most ${formatRand(MAX_CENTS)}.`, field);
  if (!Number.isSafeInteger(balanceCents + grossCents))
    throw refuse('amounts', 'The balance would be too large to be exact.', field);
}

/**
 * Once per id. Rejects with `rewards-account.amounts` (zero or out of bounds) and `rewards-account.reservation` for one
 * that the account does not have (L13).
 */
export function adjustAccount(command: AdjustAccount, state: RewardsAccount, today: Day): RewardsAccountEvent[] {
  const { agentId, adjustmentId, reason, text, reservationNo, grossCents } = command;
  if (state.adjustments.get(adjustmentId)) return [];
  if (grossCents === 0) throw refuse('amounts', 'The gross amount must not be zero.');
  checkAmount(grossCents, state);
  if (reservationNo !== null && !state.rewards.get(reservationNo) && state.covered.get(reservationNo) === undefined)
    throw refuse('reservation', `This agent has no reward of reservation ${reservationNo}.`, 'reservationNo');
  const { rate, isRetaxed } = taxOf(command, state);
  return [
    {
      type: 'AccountAdjusted',
      data: {
        agentId,
        adjustmentId,
        cause: { kind: 'correction' },
        reason,
        text,
        reservationNo,
        decisionNo: null,
        payeRate: isRetaxed ? rate : null,
        dated: today,
        ...amountsOf(grossCents, timesRate(grossCents, rate)),
      },
    },
  ];
}

/** Once per id; a zero correction leads to no entry. */
export function correctReward(command: CorrectReward, state: RewardsAccount, today: Day): RewardsAccountEvent[] {
  const { agentId, adjustmentId, reason, text, reservationNo, correction, payeRate } = command;
  if (state.adjustments.get(adjustmentId) || sameAmounts(correction, ZERO)) return [];
  const common = { agentId, adjustmentId, reason, text, reservationNo, decisionNo: null, payeRate, dated: today };
  return [{ type: 'AccountAdjusted', data: { ...common, cause: { kind: 'correction' }, ...amountsOnly(correction) } }];
}

/**
 * Owed and paid by the previous system; the gross follows from the nett by the treatment. The same figures again lead
 * to no event, others reject with `rewards-account.opening`. A treatment that withholds everything rejects with
 * `rewards-account.amounts`.
 */
export function recordOpeningBalance(
  command: AccountCommandOf<'RecordOpeningBalance'>,
  state: RewardsAccount,
): RewardsAccountEvent[] {
  const { agentId, asOf, earnedCents, paidCents, grossThisTaxYearCents, payeThisTaxYearCents, treatment } = command;
  const { opening } = state;
  if (opening) {
    const isSame =
      opening.asOf === asOf &&
      opening.earnedCents === earnedCents &&
      opening.paidCents === paidCents &&
      opening.grossThisTaxYearCents === grossThisTaxYearCents &&
      opening.payeThisTaxYearCents === payeThisTaxYearCents;
    if (isSame) return [];
    throw new DomainError('conflict', 'rewards-account.opening', 'This agent already has another opening balance.');
  }
  const { rate: payeRate } = treatment;
  if (earnedCents !== 0 && payeRate === 1)
    throw new DomainError(
      'invalid',
      'rewards-account.amounts',
      'The whole amount is withheld as tax, so no nett amount can be owed.',
    );
  const grossCents = earnedCents === 0 ? 0 : grossOf(earnedCents, payeRate);
  checkAmount(grossCents, state, 'earned');
  const amounts = amountsOf(grossCents, grossCents - earnedCents);
  const common = { agentId, asOf, payeRate, treatment, taxYear: taxYearOf(asOf) };
  return [
    {
      type: 'OpeningBalanceTaken',
      data: { ...common, paidCents, grossThisTaxYearCents, payeThisTaxYearCents, ...amounts },
    },
  ];
}
