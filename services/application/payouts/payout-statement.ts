import type { TreatmentUsed } from '@fynbos/domain/agent/tax-treatment.ts';
import { type Amounts, amountsOnly, plus, ZERO } from '@fynbos/domain/amounts.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';

/** A reward or a correction in a payout. Cents, PAYE as withheld. */
export interface StatementLine extends Amounts {
  readonly what: 'reward' | 'correction';
  /** Reservation number, or the reason of a correction. */
  readonly name: string;
  /** Month and code of a reward, or the description of a correction. */
  readonly detail: string;
}

/** The amounts that one run paid, or would pay, to one agent. */
export interface PayoutStatement extends Amounts {
  readonly status: 'prepared' | 'paid' | 'failed' | 'returned' | 'dropped';
  /** The status in words. */
  readonly state: string;
  readonly on: string | null;
  readonly treatment: TreatmentUsed;
  /** When the amounts were set aside. The payment goes into the account of that moment, or is dropped if it changed. */
  readonly reservedAt: string | null;
  readonly lines: readonly StatementLine[];
}

/** Returns an agent's line in a run from the account's events; null if the run has none for the account. */
export function payoutStatementOf(events: readonly RewardsAccountEvent[], runId: string): PayoutStatement | null {
  const details = new Map<string, string>();
  let statement = null as PayoutStatement | null;
  const names = new Map<string, string>([['opening', 'Opening balance']]);
  for (const event of events) {
    if (event.type === 'RewardPosted') {
      const { reservationNo, month, promoCode } = event.data;
      details.set(reservationNo, [month, promoCode].filter(Boolean).join(' · '));
    } else if (event.type === 'AccountAdjusted') {
      const { adjustmentId, reason, reservationNo, text } = event.data;
      names.set(adjustmentId, reason);
      details.set(adjustmentId, [reservationNo, text].filter(Boolean).join(' · '));
    } else if (!('runId' in event.data) || event.data.runId !== runId) continue;
    else if (event.type === 'PayoutReserved' || event.type === 'PayoutPaid') {
      const { part, rewards, adjustments, treatment } = event.data;
      const before: PayoutStatement | null = part === 1 ? null : statement;
      statement = {
        ...plus(before ?? ZERO, event.data),
        status: event.type === 'PayoutPaid' ? 'paid' : 'prepared',
        state: event.type === 'PayoutPaid' ? 'Paid' : 'In preparation',
        on: event.type === 'PayoutPaid' ? event.data.paidOn : null,
        treatment,
        reservedAt: event.type === 'PayoutReserved' ? event.data.reservedAt : (statement?.reservedAt ?? null),
        lines: [
          ...(before?.lines ?? []),
          ...rewards.map(({ reservationNo, ...amounts }) => ({
            what: 'reward' as const,
            name: reservationNo,
            detail: details.get(reservationNo) ?? '',
            ...amounts,
          })),
          ...adjustments.map(({ adjustmentId, ...amounts }) => ({
            what: 'correction' as const,
            name: names.get(adjustmentId) ?? 'Returned payment',
            detail: details.get(adjustmentId) ?? '',
            ...amountsOnly(amounts),
          })),
        ],
      };
    } else if (statement && event.type === 'PayoutReturned')
      statement = {
        ...statement,
        status: 'returned',
        state: 'Returned by the bank: it is owed again',
        on: event.data.returnedOn,
      };
    else if (statement && event.type === 'PayoutFailed')
      statement = { ...statement, status: 'failed', state: 'Not paid: it is owed again', on: event.data.on };
    else if (statement && event.type === 'PayoutReleased')
      statement = { ...statement, status: 'dropped', state: 'Dropped before payment: it is owed as before' };
  }
  if (!statement) return null;
  const rank = ({ what, name }: StatementLine): string => `${what === 'reward' ? 0 : 1} ${name}`;
  return { ...statement, lines: [...statement.lines].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)) };
}
