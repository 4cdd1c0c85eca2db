import type { Amounts } from '@fynbos/domain/amounts.ts';
import { plus, ZERO } from '@fynbos/domain/amounts.ts';
import type { Month } from '@fynbos/domain/calendar.ts';
import { CAUSES, type Cause } from '@fynbos/domain/comparison/causes.ts';
import type { BridgeStep, ComparedAmounts, ComparisonResult } from '@fynbos/domain/comparison/comparison.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { movementOf } from '@fynbos/domain/rewards-account/movement.ts';
import type { ComparedEntry } from './store.ts';

/** A decision that took the invoice of a reservation into the compared months, or out of them. */
export interface MonthMove {
  /** Position of the decision in the log. */
  readonly position: string;
  readonly recordedAt: string;
  readonly reservationNo: string;
  readonly month: Month;
  readonly isIn: boolean;
  readonly promoCode: string | null;
  /** Kind and id of the actor. */
  readonly by: string;
  readonly reason: string | null;
}

/** The rewards that a move takes from one agent's month to another, or the other way. Cents. */
export interface MovedRewards extends Amounts {
  readonly move: MonthMove;
  readonly cause: Extract<Cause, 'moved-in' | 'moved-out'>;
  readonly agentId: number;
}

interface Rewards {
  isIn: boolean;
  month: Month;
  readonly ofAgents: Map<number, Amounts>;
}

/** The reservation of an account event that changes a reward; null for other events. */
export const reservationOf = ({ type, data }: RewardsAccountEvent): string | null =>
  type === 'RewardPosted' || type === 'RewardExpired' || type === 'AccountAdjusted' ? data.reservationNo : null;

/** Collects the moves of reservations between months from their decisions, in log order. */
export class MonthMoves {
  readonly found: MonthMove[] = [];
  private readonly isIn = new Map<string, boolean>();

  constructor(private readonly months: { readonly from: Month; readonly to: Month }) {}

  /** Adds a decision. Only reservations that were in the months at some time take memory. */
  add(decision: Omit<MonthMove, 'isIn'>): void {
    const { reservationNo, month } = decision;
    const isIn = month >= this.months.from && month <= this.months.to;
    const wasIn = this.isIn.get(reservationNo);
    if (isIn === (wasIn ?? false)) return;
    this.isIn.set(reservationNo, isIn);
    this.found.push({ ...decision, isIn });
  }
}

/**
 * In log order. A reward's month is that of its newest decision, as in the list: a decision takes it all along (L15).
 */
export class MonthRewards {
  private next = 0;
  private readonly rewards = new Map<string, Rewards>();

  constructor(private readonly moves: readonly MonthMove[]) {
    for (const { reservationNo, month } of moves)
      this.rewards.set(reservationNo, { isIn: false, month, ofAgents: new Map() });
  }

  /** Applies the moves before a position, or all that are left, and returns the rewards that they moved. */
  moveUntil(position?: string): MovedRewards[] {
    const moved: MovedRewards[] = [];
    for (let move = this.moves[this.next]; move; move = this.moves[++this.next]) {
      if (position !== undefined && move.position > position) break;
      const rewards = this.rewards.get(move.reservationNo);
      if (!rewards) continue;
      rewards.isIn = move.isIn;
      rewards.month = move.month;
      for (const [agentId, amounts] of rewards.ofAgents) {
        const { grossCents, payeCents } = amounts;
        if (grossCents === 0 && payeCents === 0) continue;
        moved.push(
          move.isIn
            ? { move, cause: 'moved-in', agentId, ...amounts }
            : {
                move,
                cause: 'moved-out',
                agentId,
                grossCents: -grossCents,
                payeCents: -payeCents,
                nettCents: -amounts.nettCents,
              },
        );
      }
    }
    return moved;
  }

  /** Adds an account event. Returns its month if its reward is in the months at this moment, otherwise null. */
  add(event: RewardsAccountEvent): Month | null {
    const rewards = this.rewards.get(reservationOf(event) ?? '');
    if (!rewards) return null;
    const { agentId } = event.data;
    rewards.ofAgents.set(agentId, plus(rewards.ofAgents.get(agentId) ?? ZERO, movementOf(event)));
    return rewards.isIn ? rewards.month : null;
  }
}

interface CauseSum {
  entries: number;
  amounts: ComparedAmounts;
  readonly agents: Set<number>;
}

/** The figures of a comparison, summed as its account events are read in log order. */
export class ComparisonSums {
  private opening: ComparedAmounts = ZERO;
  private closing: ComparedAmounts = ZERO;
  private entries = 0;
  private readonly agents = new Set<number>();
  private readonly reservations = new Set<string>();
  private readonly causes = new Map<Cause, CauseSum>();

  /** Adds an amount of the closing figure; `isOpening` also adds it to the opening figure. */
  addAmounts(amounts: ComparedAmounts, isOpening: boolean): void {
    this.closing = plus(this.closing, amounts);
    if (isOpening) this.opening = plus(this.opening, amounts);
  }

  addEntry({ cause, agentId, reservationNo, ...amounts }: ComparedEntry): void {
    const sum = this.causes.get(cause) ?? { entries: 0, amounts: ZERO, agents: new Set<number>() };
    sum.entries++;
    sum.amounts = plus(sum.amounts, amounts);
    sum.agents.add(agentId);
    this.causes.set(cause, sum);
    this.entries++;
    this.agents.add(agentId);
    if (reservationNo !== null) this.reservations.add(reservationNo);
  }

  result(): ComparisonResult {
    const bridge = (Object.keys(CAUSES) as Cause[]).flatMap((cause): BridgeStep[] => {
      const sum = this.causes.get(cause);
      return sum ? [{ cause, entries: sum.entries, agents: sum.agents.size, ...sum.amounts }] : [];
    });
    return {
      opening: this.opening,
      closing: this.closing,
      bridge,
      entries: this.entries,
      agents: this.agents.size,
      reservations: this.reservations.size,
    };
  }
}
