import type { Day } from '../calendar.ts';
import { fold } from '../decider.ts';
import { bare, minus, NOTHING } from '../rewards-account/amounts.ts';
import type { Amounts } from '../rewards-account/events.ts';
import { assess, firstInvoicedOn, type References } from './assess.ts';
import type { FactEvent, RentalEvent } from './events.ts';
import { rentalDecider } from './rental.ts';

/** The Johannesburg day that a fact is dated. */
function datedOn({ type, data }: FactEvent): Day {
  switch (type) {
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

/** What these facts give an agent; a reward on hold counts, since it is only waited for. */
function givenTo(agentId: number, facts: readonly FactEvent[], references: References): Amounts {
  const assessment = assess(fold(rentalDecider, rentalDecider.initial, facts as readonly RentalEvent[]), references);
  return assessment?.agentId === agentId ? bare(assessment) : NOTHING;
}

/**
 * By how much what a reservation gives an agent has changed since the day of the balance that has it (docs/decisions/0021):
 * what the rules give for all its facts, less what they give for those that are dated by that day. Null where the balance
 * does not have the reservation, because it was invoiced first on a later day or never. Cents.
 */
export function changeSinceTakeOver(
  events: readonly RentalEvent[],
  { agentId, takenOverOn, references }: { agentId: number; takenOverOn: Day; references: References },
): Amounts | null {
  const facts = events.filter((event): event is FactEvent => event.type !== 'RewardDecided');
  const first = firstInvoicedOn(fold(rentalDecider, rentalDecider.initial, facts as readonly RentalEvent[]));
  if (first === null || first > takenOverOn) return null;
  const byThen = facts.filter((fact) => datedOn(fact) <= takenOverOn);
  return minus(givenTo(agentId, facts, references), givenTo(agentId, byThen, references));
}
