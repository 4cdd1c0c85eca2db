import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { RewardsAccountCommand } from '@fynbos/domain/rewards-account/commands.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import { type EventLog, newStream } from '@fynbos/event-store/event-log.ts';
import { eventsOf, type Handled, type LoadedEvent, load, loadMany } from '../handle.ts';
import { handleMany, type Snapshot } from '../handle-many.ts';

/** An account after a command, with the events of that command. */
export type AccountOutcome = Handled<RewardsAccount, RewardsAccountEvent>;

const byAgent = <Value>(agentIds: readonly number[], values: ReadonlyMap<string, Value>): Map<number, Value> =>
  new Map(
    agentIds.flatMap((agentId) => {
      const value = values.get(accountStreamOf(agentId));
      return value === undefined ? [] : [[agentId, value] as const];
    }),
  );

/** An agent's account; the initial state without entries. Throws `StoreUnavailable`. */
export const loadAccount = async (log: EventLog, agentId: number): Promise<RewardsAccount> =>
  (await load(log, rewardsAccountDecider, accountStreamOf(agentId))).state;

/** The entries of an agent's account, oldest first. Throws `StoreUnavailable`. */
export const accountEntries = async (
  log: EventLog,
  agentId: number,
): Promise<readonly LoadedEvent<RewardsAccountEvent>[]> =>
  eventsOf(rewardsAccountDecider, await log.readStream(accountStreamOf(agentId)));

/** Many accounts by agent, in one round trip. Throws `StoreUnavailable`. */
export async function loadAccounts(
  log: EventLog,
  agentIds: readonly number[],
): Promise<ReadonlyMap<number, RewardsAccount>> {
  const loaded = await loadMany(log, rewardsAccountDecider, agentIds.map(accountStreamOf));
  return new Map([...byAgent(agentIds, loaded)].map(([agentId, { state }]) => [agentId, state]));
}

/**
 * Repeated until it leads to no more events: a large payout needs several appends. `commandOf`: null skips an account.
 */
export async function onAccounts(
  log: EventLog,
  agentIds: readonly number[],
  commandOf: (agentId: number, account: RewardsAccount) => RewardsAccountCommand | null,
  context: CommandContext,
): Promise<ReadonlyMap<number, AccountOutcome>> {
  const commands = agentIds.map((agentId) => ({
    streamId: accountStreamOf(agentId),
    command: (account: RewardsAccount) => commandOf(agentId, account),
    context,
  }));
  return byAgent(agentIds, await handleMany(log, rewardsAccountDecider, commands, { inSteps: true }));
}

/** The last event of each account, in one round trip. */
export async function accountEnds(
  log: EventLog,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, Snapshot<RewardsAccountEvent | undefined>>> {
  const ends = await log.store.readLast(streamIds);
  const events = eventsOf(rewardsAccountDecider, { events: await log.decode([...ends.values()]) });
  const lastOf = new Map(events.map((event) => [event.streamId, event]));
  const snapshotOf = (streamId: string): Snapshot<RewardsAccountEvent | undefined> => {
    const state = lastOf.get(streamId);
    if (!state) return { state, head: newStream(streamId) };
    return { state, head: { streamId, revision: state.revision, lastHash: state.metadata.hash } };
  };
  return new Map(streamIds.map((streamId) => [streamId, snapshotOf(streamId)]));
}
