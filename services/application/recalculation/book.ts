import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { RecalculationReason } from '@fynbos/domain/recalculation/events.ts';
import { bare } from '@fynbos/domain/rewards-account/amounts.ts';
import type { CorrectReward } from '@fynbos/domain/rewards-account/commands.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import { simulateReward } from '@fynbos/domain/simulation/simulate-reward.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { handleMany, type StreamCommand } from '../handle-many.ts';
import type { Reevaluated } from '../simulation/reevaluate.ts';
import type { Booking } from '../simulation/totals.ts';

/** The id of a reservation's entry in a recalculation. It is deterministic, so that a repeated run books nothing twice. */
const entryId = (recalculationId: string, reservationNo: string): string => `${recalculationId}:${reservationNo}`;

/**
 * Books the corrections of a recalculation against the current accounts. Returns what was booked, now or by an earlier
 * run that was interrupted. Repeating it books nothing a second time. Throws as `handleMany`.
 */
export async function bookCorrections(
  log: EventLog,
  recalculationId: string,
  { reason, text }: { reason: RecalculationReason; text: string },
  decided: readonly Reevaluated[],
  context: CommandContext,
): Promise<readonly Booking[]> {
  const today = dayOf(context.now);
  const commands = decided.map(
    ({ agentId, reservationNo, assumption }): StreamCommand<RewardsAccount, CorrectReward> => {
      const adjustmentId = entryId(recalculationId, reservationNo);
      const command = (account: RewardsAccount): CorrectReward | null => {
        if (!assumption) return null;
        const { correction, payeRate } = simulateReward(account, assumption, today);
        const about = { agentId, today, adjustmentId, reason, text, reservationNo };
        return { type: 'CorrectReward', ...about, correction, payeRate };
      };
      return { streamId: accountStreamOf(agentId), command, context };
    },
  );
  const handled = await handleMany(log, rewardsAccountDecider, commands);
  return decided.flatMap(({ agentId, reservationNo }): Booking[] => {
    const account = handled.get(accountStreamOf(agentId))?.state;
    const entry = account?.adjustments.get(entryId(recalculationId, reservationNo));
    return entry ? [{ agentId, ...bare(entry) }] : [];
  });
}
