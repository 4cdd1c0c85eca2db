import type { RecalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import { amountsOf, plus } from '@fynbos/domain/rewards-account/amounts.ts';
import type { Amounts } from '@fynbos/domain/rewards-account/events.ts';

/** What one reservation moves in the account of its agent. */
export interface Booking extends Amounts {
  readonly agentId: number;
}

/** Sums of bookings, an agent counted once. */
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
