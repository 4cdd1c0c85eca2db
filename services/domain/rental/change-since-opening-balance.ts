import type { Amounts } from '../amounts.ts';
import { amountsOnly, minus, ZERO } from '../amounts.ts';
import type { Day } from '../calendar.ts';
import { fold } from '../decider.ts';
import { assess, firstInvoicedOn, type References } from './assess.ts';
import type { FactEvent, RentalEvent } from './events.ts';
import { rentalDecider } from './rental.ts';

function datedOn({ type, data }: FactEvent): Day {
  switch (type) {
    case 'ReservationRecorded':
      return data.reservation.reservedOn;
    case 'InvoiceRecorded':
      return data.invoiceDate;
    case 'CreditNoteRecorded':
      return data.creditDate;
    case 'CancellationRecorded':
      return data.cancelledOn;
    case 'NoShowRecorded':
      return data.noShowOn;
    case 'HoldPlaced':
      return data.placedOn;
    case 'HoldReleased':
      return data.releasedOn;
  }
}

/** A reward on hold counts: it is only delayed. */
function rewardFor(agentId: number, facts: readonly FactEvent[], references: References): Amounts {
  const assessment = assess(fold(rentalDecider, rentalDecider.initial, facts), references);
  return assessment?.agentId === agentId ? amountsOnly(assessment) : ZERO;
}

/**
 * The change since the day of the opening balance that contains the reservation: the reward for all facts, less that
 * for the facts dated by that day. Cents. Null where the balance does not contain it (docs/decisions/0004).
 */
export function changeSinceOpeningBalance(
  events: readonly RentalEvent[],
  { agentId, openedOn, references }: { agentId: number; openedOn: Day; references: References },
): Amounts | null {
  const facts = events.filter((event): event is FactEvent => event.type !== 'RewardDecided');
  const first = firstInvoicedOn(fold(rentalDecider, rentalDecider.initial, facts));
  if (first === null || first > openedOn) return null;
  const factsUpToBalance = facts.filter((fact) => datedOn(fact) <= openedOn);
  return minus(rewardFor(agentId, facts, references), rewardFor(agentId, factsUpToBalance, references));
}
