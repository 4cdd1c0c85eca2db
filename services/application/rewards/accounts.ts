import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { RewardsAccountCommand } from '@fynbos/domain/rewards-account/commands.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog, StreamHead } from '@fynbos/event-store/event-log.ts';
import { eventsOf, type Handled, load, loadMany, type StoredEvent } from '../handle.ts';
import { handleMany } from '../handle-many.ts';

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
  (await load(log, rewardsAccountDecider, accountStreamOf(agentId), { personal: false })).state;

/** The entries of an agent's account, oldest first. Throws `StoreUnavailable`. */
export const accountEntries = async (
  log: EventLog,
  agentId: number,
): Promise<readonly StoredEvent<RewardsAccountEvent>[]> =>
  eventsOf(rewardsAccountDecider, await log.readStream(accountStreamOf(agentId)));

/** Many accounts by agent, in one round trip. Throws `StoreUnavailable`. */
export async function loadAccounts(
  log: EventLog,
  agentIds: readonly number[],
): Promise<ReadonlyMap<number, RewardsAccount>> {
  const loaded = await loadMany(log, rewardsAccountDecider, agentIds.map(accountStreamOf), { personal: false });
  return new Map([...byAgent(agentIds, loaded)].map(([agentId, { state }]) => [agentId, state]));
}

/**
 * Carries out one command for each of many accounts, repeated until it leads to no more events, because a large payout
 * needs several appends. `commandOf` receives the current account; null skips it. Throws as `handleMany`.
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
  const options = { personal: false, repeat: true } as const;
  return byAgent(agentIds, await handleMany(log, rewardsAccountDecider, commands, options));
}

/** The last entry of an account and the end of its stream. */
interface AccountEnd {
  readonly stream: StreamHead;
  readonly last: RewardsAccountEvent;
}

/** The ends of many accounts, in one round trip; accounts without entries are absent. */
export async function accountEnds(
  log: EventLog,
  agentIds: readonly number[],
): Promise<ReadonlyMap<number, AccountEnd>> {
  const ends = await log.store.readLast(agentIds.map(accountStreamOf));
  const known = agentIds.flatMap((agentId) => {
    const recorded = ends.get(accountStreamOf(agentId));
    return recorded ? [{ agentId, recorded }] : [];
  });
  const decoded = await log.decode(known.map(({ recorded }) => recorded));
  const events = eventsOf(rewardsAccountDecider, { events: decoded });
  return new Map(
    known.flatMap(({ agentId, recorded: { streamId, revision, metadata } }, index) => {
      const last = events[index];
      return last ? [[agentId, { stream: { streamId, revision, lastHash: metadata.hash }, last }] as const] : [];
    }),
  );
}
