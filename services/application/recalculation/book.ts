import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { fold } from '@fynbos/domain/decider.ts';
import type { RecalculationReason } from '@fynbos/domain/recalculation/events.ts';
import { bare } from '@fynbos/domain/rewards-account/amounts.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { simulateReward } from '@fynbos/domain/simulation/simulate-reward.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { Reevaluated } from '../simulation/reevaluate.ts';
import type { Booking } from '../simulation/totals.ts';

const ROUNDS = 8;

/** The entry of a reservation in a recalculation: the same however often it is done. */
const entryId = (recalculationId: string, reservationNo: string): string => `${recalculationId}:${reservationNo}`;

/**
 * Books what brings reservations to the assumed terms, against the accounts as they are now, in two round trips however
 * many there are, and gives what was booked, now or before it was cut off. Repeating it books nothing a second time. Throws `StoreUnavailable` where accounts stayed contended.
 */
export async function bookCorrections(
  log: EventLog,
  recalculationId: string,
  { reason, text }: { reason: RecalculationReason; text: string },
  decided: readonly Reevaluated[],
  context: CommandContext,
): Promise<readonly Booking[]> {
  const byAgent = new Map<number, Reevaluated[]>();
  for (const one of decided) {
    const own = byAgent.get(one.agentId);
    if (own) own.push(one);
    else byAgent.set(one.agentId, [one]);
  }
  const bookings: Booking[] = [];
  const today = dayOf(context.now);
  let rest = [...byAgent.keys()];
  for (let round = 0; rest.length > 0; round++) {
    if (round === ROUNDS) throw new StoreUnavailable('accounts stayed contended');
    const streams = await log.readStreams(rest.map(accountStreamOf));
    const works = rest.map((agentId) => {
      const stream = streams.get(accountStreamOf(agentId));
      if (!stream) throw new Error('a stream that was asked for was not answered');
      const known = stream.events as unknown as readonly RewardsAccountEvent[];
      let state = fold(rewardsAccountDecider, rewardsAccountDecider.initial, known);
      const events: RewardsAccountEvent[] = [];
      for (const { reservationNo, assumption } of byAgent.get(agentId) ?? []) {
        if (!assumption) continue;
        const adjustmentId = entryId(recalculationId, reservationNo);
        const { correction, payeRate } = simulateReward(state, assumption, today);
        const about = { agentId, today, adjustmentId, reason, text, reservationNo, correction, payeRate };
        const entries = rewardsAccountDecider.decide({ type: 'CorrectReward', ...about }, state);
        events.push(...entries);
        state = fold(rewardsAccountDecider, state, entries);
      }
      return { agentId, state, change: { stream, events, context } };
    });
    const changed = works.filter(({ change }) => change.events.length > 0);
    const outcomes = changed.length === 0 ? [] : await log.append(changed.map(({ change }) => change));
    const again = new Set(changed.filter((_, index) => !outcomes[index]?.ok).map(({ agentId }) => agentId));
    for (const { agentId, state } of works) {
      if (again.has(agentId)) continue;
      for (const { reservationNo } of byAgent.get(agentId) ?? []) {
        const entry = state.adjustments.get(entryId(recalculationId, reservationNo));
        if (entry) bookings.push({ agentId, ...bare(entry) });
      }
    }
    rest = [...again];
  }
  return bookings;
}
