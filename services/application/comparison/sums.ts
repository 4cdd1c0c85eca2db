import { CAUSES, type Cause } from '@fynbos/domain/comparison/causes.ts';
import type { BridgeStep, ComparedAmounts, ComparisonResult } from '@fynbos/domain/comparison/events.ts';
import { NOTHING, plus } from '@fynbos/domain/rewards-account/amounts.ts';
import type { ComparedEntry } from './store.ts';

interface CauseSum {
  entries: number;
  amounts: ComparedAmounts;
  readonly agents: Set<number>;
}

/** The figures of a comparison, summed as its account events are read in log order. */
export class ComparisonSums {
  private opening: ComparedAmounts = NOTHING;
  private closing: ComparedAmounts = NOTHING;
  private entries = 0;
  private readonly agents = new Set<number>();
  private readonly reservations = new Set<string>();
  private readonly causes = new Map<Cause, CauseSum>();

  /** Adds an amount of the closing figure; `isOpening` also adds it to the opening figure. */
  addAmounts(amounts: ComparedAmounts, isOpening: boolean): void {
    this.closing = plus(this.closing, amounts);
    if (isOpening) this.opening = plus(this.opening, amounts);
  }

  /** Adds a step between the two moments. */
  addEntry({ cause, agentId, reservationNo, ...amounts }: ComparedEntry): void {
    const sum = this.causes.get(cause) ?? { entries: 0, amounts: NOTHING, agents: new Set<number>() };
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
