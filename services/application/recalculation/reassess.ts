import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { causeOf } from '@fynbos/domain/rewards-account/adjustment-cause.ts';
import { NOTHING, sameAmounts } from '@fynbos/domain/rewards-account/amounts.ts';
import { movementOfAll } from '@fynbos/domain/rewards-account/movement.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { eventsOf, loadMany } from '../handle.ts';
import { recordRentalFacts } from '../rentals/record-rental-facts.ts';
import { RewardPoster } from '../rewards/post-rewards.ts';
import type { Reevaluated } from '../simulation/reevaluate.ts';
import type { Booking } from '../simulation/results.ts';

/** The decisions of a recalculation, found by the cause in their metadata. */
async function decisionsOf(
  log: EventLog,
  reservationNos: readonly string[],
  causationId: string | undefined,
): Promise<Decision[]> {
  const streams = await log.readStreams(reservationNos.map(rentalStreamOf));
  return [...streams.values()].flatMap((stream) =>
    eventsOf(rentalDecider, stream).flatMap((event) =>
      event.type === 'RewardDecided' && event.metadata.causationId === causationId ? [event.data] : [],
    ),
  );
}

/**
 * The amounts that decisions book, or will book, in their agents' accounts. Posted decisions are read from their
 * entries.
 */
async function bookedFor(log: EventLog, decisions: readonly Decision[], today: string): Promise<Booking[]> {
  const streamIds = [
    ...new Set(decisions.flatMap(({ agentId }) => (agentId === null ? [] : accountStreamOf(agentId)))),
  ];
  const accounts = await loadMany(log, rewardsAccountDecider, streamIds);
  return decisions.flatMap((decision): Booking[] => {
    const { agentId, reservationNo, decisionNo } = decision;
    const account = agentId === null ? undefined : accounts.get(accountStreamOf(agentId));
    if (agentId === null || !account) return [];
    const posted = eventsOf(rewardsAccountDecider, account.stream).filter(({ type, data }) => {
      if (type === 'RewardPosted') return data.reservationNo === reservationNo && data.decisionNo === decisionNo;
      if (type !== 'AccountAdjusted' || data.reservationNo !== reservationNo) return false;
      const cause = causeOf(data);
      return (cause.kind === 'decision' || cause.kind === 'reversal') && cause.decisionNo === decisionNo;
    });
    const command = { type: 'PostReward', agentId, decision, today } as const;
    const moved = movementOfAll(posted.length > 0 ? posted : rewardsAccountDecider.decide(command, account.state));
    // A reward on hold is decided again and books nothing yet.
    return sameAmounts(moved, NOTHING) ? [] : [{ agentId, ...moved }];
  });
}

/**
 * Decides reservations again under the terms at `termsAt`, and posts the decisions (R14). A repeated call decides nothing.
 * `context.causationId` names the recalculation. Throws `StoreUnavailable` when reservations stay contended.
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
