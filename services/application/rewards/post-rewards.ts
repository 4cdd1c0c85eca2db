import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Decision, RentalEvent } from '@fynbos/domain/rental/events.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { PostReward } from '@fynbos/domain/rewards-account/commands.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import { claimStreamId, ownerIn } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { blockedKeys } from '@fynbos/projections/engine/blocked-keys.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, type ReactionIo, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { reservationsWithoutAgent } from '@fynbos/projections/incentives/queries.ts';
import { LRUCache } from 'lru-cache';
import { loadMany } from '../handle.ts';
import { handleMany, type Snapshot, type StreamCommand } from '../handle-many.ts';
import { causedBy, waitForReadModel } from '../reaction-support.ts';
import { recordRentalFacts } from '../rentals/record-rental-facts.ts';
import { TRACKING_CLAIM } from '../rentals/references.ts';
import type { Essentials, WithLog } from '../services.ts';

type Decided = Extract<RentalEvent, { type: 'RewardDecided' }>;
type AgentActivated = Extract<AgentEvent, { type: 'AgentActivated' }>;

/** Posts every decision to the account of the credited agent and of the previously credited agent. */
export function postRewardsReaction({ log, now }: Essentials): Reaction {
  const poster = new RewardPoster(log);
  return reactionTo<Decided>({
    name: 'post-rewards',
    eventTypes: ['RewardDecided'],
    appends: ['RewardPosted', 'RewardCovered'],
    batchSize: 1000,
    async react(batch, io) {
      const at = now();
      const position = await poster.post(
        batch.map((event) => ({
          decision: event.data,
          context: causedBy(event, 'post-rewards', at),
        })),
      );
      if (position !== undefined) io.appended(position);
    },
  });
}

/** Reservations decided again in one batch. */
const CHUNK = 1000;

/**
 * Rentals with an unknown tracking number, once an agent has it, in both orders: an activation finds waiting
 * reservations in the read model; a decision that narrowly missed it comes later in the log and finds the claim.
 */
export function matchAgentsReaction(services: Essentials): Reaction {
  return reactionTo<AgentActivated | Decided>({
    name: 'match-agents',
    eventTypes: ['AgentActivated', 'RewardDecided'],
    appends: ['RewardDecided'],
    batchSize: 1000,
    async react(batch, io) {
      const activated = batch.filter((event) => event.type === 'AgentActivated');
      for (const event of activated) await assessAgain(services, event, await waitingFor(services, event, io), io);
      const decided = batch.filter((event) => event.type === 'RewardDecided');
      const missed = decided.filter(({ data }) => data.reason === 'UnknownTrackingNumber');
      if (missed.length > 0) await assessMissed(services, missed, io);
    },
  });
}

async function waitingFor({ log, db }: Essentials, event: FoldEvent<AgentActivated>, io: ReactionIo) {
  await waitForReadModel(db, incentives.name, event.position, io.signal);
  const agentId = agentIdOf(event.streamId);
  const { loyaltyTrackingNo } = event.data;
  const waiting = await reservationsWithoutAgent(db, loyaltyTrackingNo, agentId);
  // A blocked key has no row, or an earlier one, so its rental tells for which agent it was decided.
  const blocked = (await blockedKeys(db, incentives.name)).map(({ key }) => key);
  const rentals = await loadMany(log, rentalDecider, blocked.map(rentalStreamOf), { personal: false });
  const isMissing = (reservationNo: string): boolean => {
    const decision = rentals.get(rentalStreamOf(reservationNo))?.state.decision;
    return decision?.loyaltyTrackingNo === loyaltyTrackingNo && decision.agentId !== agentId;
  };
  return [...new Set([...waiting, ...blocked.filter(isMissing)])];
}

async function assessMissed(
  services: Essentials,
  missed: readonly FoldEvent<Decided>[],
  io: ReactionIo,
): Promise<void> {
  const streamOf = ({ data }: FoldEvent<Decided>): string =>
    claimStreamId(services.log.keys, TRACKING_CLAIM, data.loyaltyTrackingNo ?? '');
  const claims = await services.log.readStreams([...new Set(missed.map(streamOf))]);
  for (const event of missed) {
    if (ownerIn(claims.get(streamOf(event))?.events ?? []) === null) continue;
    await assessAgain(services, event, [event.data.reservationNo], io);
  }
}

async function assessAgain(
  { log, now }: Essentials,
  event: FoldEvent,
  reservationNos: readonly string[],
  io: ReactionIo,
): Promise<void> {
  const context = causedBy(event, 'match-agents', now());
  for (let start = 0; start < reservationNos.length; start += CHUNK) {
    const batch = reservationNos.slice(start, start + CHUNK).map((reservationNo) => ({ reservationNo, facts: [] }));
    const outcomes = await recordRentalFacts(log, batch, context, { anyReservation: true });
    if (outcomes.size < batch.length) throw new StoreUnavailable('reservations stayed contended');
    for (const { position } of outcomes.values()) if (position !== undefined) io.appended(position);
  }
}

/** The id of the event of a reservation's nth decision; null without one, or while the event store is unavailable. */
export async function decisionEventId(
  { log }: WithLog,
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

/** Many at once. Accounts stay in memory; `handleMany` confirms them, because others change accounts too. */
export class RewardPoster {
  private readonly cache = new LRUCache<string, Snapshot<RewardsAccount>>({
    maxSize: CACHED_REWARDS,
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
