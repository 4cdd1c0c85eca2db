import type { RecalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import { amountsOf, plus } from '@fynbos/domain/rewards-account/amounts.ts';
import type { Amounts } from '@fynbos/domain/rewards-account/events.ts';

/** The correction of one reservation in its agent's account. */
export interface Booking extends Amounts {
  readonly agentId: number;
}

/** Sums of bookings. Each agent counts once. */
export class Totals {
  private readonly agents = new Set<number>();
  private reservations = 0;
  private amounts = amountsOf(0, 0);

  add(booking: Booking): void {
    this.agents.add(booking.agentId);
    this.reservations++;
    this.amounts = plus(this.amounts, booking);
  }

  totals(): RecalculationTotals {
    return { reservations: this.reservations, agents: this.agents.size, ...this.amounts };
  }
}
