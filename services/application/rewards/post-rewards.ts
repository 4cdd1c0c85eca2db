import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import { rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { PostReward } from '@fynbos/domain/rewards-account/commands.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { LRUCache } from 'lru-cache';
import { handleMany, type Snapshot, type StreamCommand } from '../handle-many.ts';
import type { Application } from '../services.ts';

/** The id of the event of a reservation's nth decision; null without one, or while the event store is unavailable. */
export async function decisionEventId(
  { log }: Pick<Application, 'log'>,
  reservationNo: string,
  decisionNo: number,
): Promise<string | null> {
  try {
    const { events } = await log.readStream(rentalStreamOf(reservationNo));
    return events.filter(({ type }) => type === 'RewardDecided')[decisionNo - 1]?.id ?? null;
  } catch (error) {
    if (error instanceof StoreUnavailable) return null;
    throw error;
  }
}

/** A decision to be posted, with the context of its entries. */
export interface DecisionToPost {
  readonly decision: Decision;
  readonly context: CommandContext;
}

/** The cached accounts hold at most this many rewards altogether. */
const CACHED_REWARDS = 300_000;

/** The agents with an account that a decision changes: the credited agent, and the previously credited agent. */
function agentsOf({ agentId, before }: Decision): Set<number> {
  const agents = new Set<number>();
  if (before !== null) agents.add(before.agentId);
  if (agentId !== null) agents.add(agentId);
  return agents;
}

/**
 * Posts decisions to the accounts, many at once. Accounts stay in memory between batches; `handleMany` confirms them,
 * because other processes and payouts change accounts too.
 */
export class RewardPoster {
  private readonly cache = new LRUCache<string, Snapshot<RewardsAccount>>({
    maxSize: CACHED_REWARDS,
    sizeCalculation: ({ state }) => state.rewards.size + 1,
  });

  constructor(private readonly log: EventLog) {}

  /**
   * Posts decisions in the given order. Repeating it changes nothing. Returns the position of the last entry, if any.
   * Throws `StoreUnavailable`.
   */
  async post(decisions: readonly DecisionToPost[]): Promise<Position | undefined> {
    const commands = decisions.flatMap(({ decision, context }) =>
      [...agentsOf(decision)].map(
        (agentId): StreamCommand<RewardsAccount, PostReward> => ({
          streamId: accountStreamOf(agentId),
          command: { type: 'PostReward', agentId, decision, today: dayOf(context.now) },
          context,
        }),
      ),
    );
    const handled = await handleMany(this.log, rewardsAccountDecider, commands, { cache: this.cache });
    let last: Position | undefined;
    for (const { position } of handled.values())
      if (position !== undefined && (last === undefined || position > last)) last = position;
    return last;
  }
}
