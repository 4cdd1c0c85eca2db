import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import type { PostReward } from '@fynbos/domain/rewards-account/commands.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { LRUCache } from 'lru-cache';
import { handleMany, type Snapshot, type StreamCommand } from '../handle-many.ts';

/** A decision to be posted, with the context of its entries. */
export interface DecisionToPost {
  readonly decision: Decision;
  readonly context: CommandContext;
}

/** Rewards of all cached accounts. */
const MAX_CACHED_REWARDS = 300_000;

/** The agents with an account that a decision changes: the credited agent, and the previously credited agent. */
function agentsOf({ agentId, before }: Decision): Set<number> {
  const agents = new Set<number>();
  if (before !== null) agents.add(before.agentId);
  if (agentId !== null) agents.add(agentId);
  return agents;
}

/** Posts decisions in bulk. Accounts stay in memory; `handleMany` confirms them, because others change accounts too. */
export class RewardPoster {
  private readonly cache = new LRUCache<string, Snapshot<RewardsAccount>>({
    maxSize: MAX_CACHED_REWARDS,
    sizeCalculation: ({ state }) => state.rewards.size + 1,
  });

  constructor(private readonly log: EventLog) {}

  /** Posts in the given order. Repeatable. Returns the position of the last entry, if any. */
  async post(decisions: readonly DecisionToPost[]): Promise<Position | undefined> {
    const commands = decisions.flatMap(({ decision, context }) =>
      [...agentsOf(decision)].map(
        (agentId): StreamCommand<RewardsAccount, PostReward> => ({
          streamId: accountStreamOf(agentId),
          command: { type: 'PostReward', agentId, decision },
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
