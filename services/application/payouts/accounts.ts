import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { type AgentState, noAgent } from '@fynbos/domain/agent/state.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { fold } from '@fynbos/domain/decider.ts';
import type { RewardsAccountCommand } from '@fynbos/domain/rewards-account/commands.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { EventLog, StreamHead } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { loadMany } from '../handle.ts';

/** How often accounts that others changed meanwhile are read again. */
const ROUNDS = 8;

/** An account after a command, and what the command led to. */
export interface AccountOutcome {
  readonly state: RewardsAccount;
  readonly events: readonly RewardsAccountEvent[];
  readonly position: Position | undefined;
}

interface Standing {
  readonly agentId: number;
  readonly stream: StreamHead;
  readonly state: RewardsAccount;
  /** What the command led to so far. */
  readonly done: readonly RewardsAccountEvent[];
  readonly position: Position | undefined;
}

/** Accounts as their streams leave them, in one round trip. */
async function standings(log: EventLog, agentIds: readonly number[]): Promise<Standing[]> {
  const streams = await log.readStreams(agentIds.map(accountStreamOf));
  return agentIds.map((agentId) => {
    const stream = streams.get(accountStreamOf(agentId));
    if (!stream) throw new Error('a stream that was asked for was not answered');
    const events = stream.events as unknown as RewardsAccountEvent[];
    const state = fold(rewardsAccountDecider, rewardsAccountDecider.initial, events);
    return { agentId, stream, state, done: [], position: undefined };
  });
}

/** Accounts as they stand, in one round trip. */
export const loadAccounts = async (
  log: EventLog,
  agentIds: readonly number[],
): Promise<ReadonlyMap<number, RewardsAccount>> =>
  new Map(agentIds.length === 0 ? [] : (await standings(log, agentIds)).map(({ agentId, state }) => [agentId, state]));

/**
 * One command for each of many accounts, in two round trips however many there are. `commandOf` sees the account as it
 * is and may leave it alone; it is asked again until it leads to nothing more, since a large payout takes several appends,
 * and for accounts that others changed meanwhile. Throws `StoreUnavailable` where accounts stayed contended, and the
 * decider's `DomainError`.
 */
export async function onAccounts(
  log: EventLog,
  agentIds: readonly number[],
  commandOf: (agentId: number, account: RewardsAccount) => RewardsAccountCommand | null,
  context: CommandContext,
): Promise<ReadonlyMap<number, AccountOutcome>> {
  const outcomes = new Map<number, AccountOutcome>();
  const before = new Map<number, readonly RewardsAccountEvent[]>();
  let rounds = 0;
  let open = agentIds.length > 0 ? await standings(log, agentIds) : [];
  while (open.length > 0) {
    const changes = open.flatMap((standing) => {
      const { agentId, state, done, stream, position } = standing;
      const command = commandOf(agentId, state);
      const events = command ? rewardsAccountDecider.decide(command, state) : [];
      if (events.length > 0) return [{ standing, change: { stream, events, context } }];
      outcomes.set(agentId, { state, events: done, position });
      return [];
    });
    if (changes.length === 0) break;
    const appended = await log.append(changes.map(({ change }) => change));
    const contended: number[] = [];
    open = changes.flatMap(({ standing, change: { events } }, index): Standing[] => {
      const outcome = appended[index];
      const { agentId, state, done } = standing;
      if (!outcome?.ok) {
        before.set(agentId, done);
        contended.push(agentId);
        return [];
      }
      const next = fold(rewardsAccountDecider, state, events);
      const { head: stream, position } = outcome;
      return [{ agentId, stream, state: next, done: [...done, ...events], position }];
    });
    if (contended.length > 0) {
      if (++rounds === ROUNDS) throw new StoreUnavailable('accounts stayed contended');
      const again = await standings(log, contended);
      open.push(...again.map((standing) => ({ ...standing, done: before.get(standing.agentId) ?? [] })));
    }
  }
  return outcomes;
}

/** The last entry of an account and where its stream ends. */
interface AccountEnd {
  readonly stream: StreamHead;
  readonly last: RewardsAccountEvent;
}

/** The ends of many accounts in one round trip, however long they are; accounts without entries are left out. */
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
  return new Map(
    known.map(({ agentId, recorded: { streamId, revision, metadata } }, index) => [
      agentId,
      {
        stream: { streamId, revision, lastHash: metadata.hash },
        last: decoded[index] as unknown as RewardsAccountEvent,
      },
    ]),
  );
}

/** Many agents from their streams, in one round trip; `personal` opens names and bank details. */
export async function loadAgents(
  log: EventLog,
  agentIds: readonly number[],
  personal: boolean,
): Promise<ReadonlyMap<number, AgentState>> {
  const streamOf = (agentId: number) => `agent-${agentId}`;
  const agents = await loadMany(log, agentDecider, agentIds.map(streamOf), { personal });
  return new Map(agentIds.map((agentId) => [agentId, agents.get(streamOf(agentId))?.state ?? noAgent]));
}
