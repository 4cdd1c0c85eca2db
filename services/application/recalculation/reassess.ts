import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { fold } from '@fynbos/domain/decider.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import { causeOf } from '@fynbos/domain/rewards-account/adjustment-cause.ts';
import { NOTHING, sameAmounts } from '@fynbos/domain/rewards-account/amounts.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { movementOfAll } from '@fynbos/domain/rewards-account/movement.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { recordRentalFacts, rentalStreamOf } from '../rentals/rentals.ts';
import { RewardPoster } from '../rewards/post-rewards.ts';
import type { Reevaluated } from '../simulation/reevaluate.ts';
import type { Booking } from '../simulation/totals.ts';

/** The decisions that this recalculation took, by the cause in their metadata. */
async function decisionsOf(
  log: EventLog,
  reservationNos: readonly string[],
  causationId: string | undefined,
): Promise<Decision[]> {
  const streams = await log.readStreams(reservationNos.map(rentalStreamOf));
  return [...streams.values()].flatMap(({ events }) =>
    events
      .filter(({ type, metadata }) => type === 'RewardDecided' && metadata.causationId === causationId)
      .map(({ data }) => data as Decision),
  );
}

/** What decisions moved, or will move, in the accounts that they credit: read from the entries where they are posted. */
async function bookedFor(log: EventLog, decisions: readonly Decision[], today: string): Promise<Booking[]> {
  const agentIds = [...new Set(decisions.map(({ agentId }) => agentId).filter((id) => id !== null))];
  const streams = await log.readStreams(agentIds.map(accountStreamOf));
  return decisions.flatMap((decision): Booking[] => {
    const { agentId, reservationNo, decisionNo } = decision;
    if (agentId === null) return [];
    const events = (streams.get(accountStreamOf(agentId))?.events ?? []) as unknown as RewardsAccountEvent[];
    const posted = events.filter(({ type, data }) => {
      if (type === 'RewardPosted') return data.reservationNo === reservationNo && data.decisionNo === decisionNo;
      if (type !== 'AccountAdjusted' || data.reservationNo !== reservationNo) return false;
      const cause = causeOf(data);
      return (cause.kind === 'decision' || cause.kind === 'reversal') && cause.decisionNo === decisionNo;
    });
    const account = fold(rewardsAccountDecider, rewardsAccountDecider.initial, events);
    const command = { type: 'PostReward', agentId, decision, today } as const;
    const moved = movementOfAll(posted.length > 0 ? posted : rewardsAccountDecider.decide(command, account));
    // A reward on hold is decided again and moves nothing yet.
    return sameAmounts(moved, NOTHING) ? [] : [{ agentId, ...moved }];
  });
}

/**
 * Takes the decisions of reservations again by the terms as they stood at `termsAt`, and posts them. Repeating it decides
 * nothing a second time. `context.causationId` names the recalculation. Throws `StoreUnavailable` where reservations stayed contended.
 */
export async function reassess(
  log: EventLog,
  slice: readonly Reevaluated[],
  termsAt: Position,
  context: CommandContext,
): Promise<readonly Booking[]> {
  const due = slice.filter(({ next }) => next !== null).map(({ reservationNo }) => ({ reservationNo, facts: [] }));
  if (due.length > 0) {
    const outcomes = await recordRentalFacts(log, due, context, { anyReservation: true, termsAt });
    if (outcomes.size < due.length) throw new StoreUnavailable('reservations stayed contended');
  }
  const numbers = slice.map(({ reservationNo }) => reservationNo);
  const decisions = await decisionsOf(log, numbers, context.causationId);
  if (decisions.length === 0) return [];
  await new RewardPoster(log).post(decisions.map((decision) => ({ decision, context })));
  return bookedFor(log, decisions, dayOf(context.now));
}
