import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { fold } from '@fynbos/domain/decider.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog, StreamHead } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';

/** A decision to be posted, with the context its entries are recorded under. */
export interface DecisionToPost {
  readonly decision: Decision;
  readonly context: CommandContext;
}

interface Account {
  readonly head: StreamHead;
  readonly state: RewardsAccount;
}

/** Accounts kept between batches hold at most this many rewards altogether. */
const KEPT_REWARDS = 300_000;
const ROUNDS = 6;

/** The agents whose accounts a decision moves: the one it credits and the one credited before. */
function agentsOf({ agentId, before }: Decision): number[] {
  const agents = new Set<number>();
  if (before !== null) agents.add(before.agentId);
  if (agentId !== null) agents.add(agentId);
  return [...agents];
}

/**
 * Brings accounts in line with decisions, many at once. Accounts stay in memory between batches; others change them too (other
 * processes, payouts), so none is believed unseen: an append is at its revision, and where there is nothing to append the
 * revision is looked up.
 */
export class RewardPoster {
  private readonly accounts = new Map<number, Account>();
  private kept = 0;

  constructor(private readonly log: EventLog) {}

  /** Posts decisions in the order given. Repeating it changes nothing. Gives the position of the last entry, if any. */
  async post(decisions: readonly DecisionToPost[]): Promise<Position | undefined> {
    const byAgent = new Map<number, DecisionToPost[]>();
    for (const each of decisions) {
      for (const agentId of agentsOf(each.decision)) {
        const list = byAgent.get(agentId);
        if (list) list.push(each);
        else byAgent.set(agentId, [each]);
      }
    }
    let last: Position | undefined;
    let rest = [...byAgent];
    for (let n = 0; rest.length > 0; n++) {
      if (n === ROUNDS) throw new StoreUnavailable('accounts stayed contended');
      const { again, position } = await this.round(rest);
      if (position !== undefined && (last === undefined || position > last)) last = position;
      rest = again;
    }
    return last;
  }

  private async round(
    work: [number, DecisionToPost[]][],
  ): Promise<{ again: [number, DecisionToPost[]][]; position: Position | undefined }> {
    const unknown = new Set(work.map(([agentId]) => agentId).filter((agentId) => !this.accounts.has(agentId)));
    await this.load([...unknown]);
    const quiet: [number, DecisionToPost[]][] = [];
    const changes = work.flatMap(([agentId, decisions]) => {
      const account = this.accounts.get(agentId) as Account;
      const { events, contexts, state } = entriesOf(agentId, account.state, decisions);
      if (events.length > 0)
        return [{ agentId, decisions, state, change: { stream: account.head, events, context: contexts } }];
      if (!unknown.has(agentId)) quiet.push([agentId, decisions]);
      return [];
    });
    const again = await this.outdated(quiet);
    const outcomes = await this.log.append(changes.map(({ change }) => change));
    let last: Position | undefined;
    changes.forEach(({ agentId, decisions, state }, index) => {
      const outcome = outcomes[index];
      if (!outcome?.ok) {
        this.forget(agentId);
        again.push([agentId, decisions]);
        return;
      }
      this.keep(agentId, { head: outcome.head, state });
      if (last === undefined || outcome.position > last) last = outcome.position;
    });
    return { again, position: last };
  }

  /** Of what an account in memory has nothing to do for: where others have changed the account since. Those are forgotten. */
  private async outdated(work: [number, DecisionToPost[]][]): Promise<[number, DecisionToPost[]][]> {
    if (work.length === 0) return [];
    const ends = await this.log.store.readLast(work.map(([agentId]) => accountStreamOf(agentId)));
    const moved = work.filter(
      ([agentId]) => ends.get(accountStreamOf(agentId))?.revision !== this.accounts.get(agentId)?.head.revision,
    );
    for (const [agentId] of moved) this.forget(agentId);
    return moved;
  }

  private async load(agentIds: readonly number[]): Promise<void> {
    if (agentIds.length === 0) return;
    const streams = await this.log.readStreams(agentIds.map(accountStreamOf));
    for (const agentId of agentIds) {
      const stream = streams.get(accountStreamOf(agentId));
      if (!stream) throw new Error('a stream that was asked for was not answered');
      const events = stream.events as readonly RewardsAccountEvent[];
      this.keep(agentId, { head: stream, state: fold(rewardsAccountDecider, rewardsAccountDecider.initial, events) });
    }
  }

  private keep(agentId: number, account: Account): void {
    this.forget(agentId);
    const { streamId, revision, lastHash } = account.head;
    this.accounts.set(agentId, { head: { streamId, revision, lastHash }, state: account.state });
    this.kept += account.state.rewards.size + 1;
  }

  private forget(agentId: number): void {
    const account = this.accounts.get(agentId);
    if (!account) return;
    this.accounts.delete(agentId);
    this.kept -= account.state.rewards.size + 1;
  }

  /** Gives up the accounts unused longest; called between batches, so that none goes while it is being worked on. */
  trim(): void {
    for (const agentId of this.accounts.keys()) {
      if (this.kept <= KEPT_REWARDS) return;
      this.forget(agentId);
    }
  }
}

function entriesOf(
  agentId: number,
  state: RewardsAccount,
  decisions: readonly DecisionToPost[],
): { events: RewardsAccountEvent[]; contexts: CommandContext[]; state: RewardsAccount } {
  const events: RewardsAccountEvent[] = [];
  const contexts: CommandContext[] = [];
  let next = state;
  for (const { decision, context } of decisions) {
    for (const event of rewardsAccountDecider.decide(
      { type: 'PostReward', agentId, decision, today: dayOf(context.now) },
      next,
    )) {
      events.push(event);
      contexts.push(context);
      next = rewardsAccountDecider.evolve(next, event);
    }
  }
  return { events, contexts, state: next };
}
