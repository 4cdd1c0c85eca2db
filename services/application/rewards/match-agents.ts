import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { claimStreamId, ownerIn } from '@fynbos/event-store/claims/claims.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { blockedKeys } from '@fynbos/projections/engine/blocked-keys.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, type ReactionIo, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { reservationsWithoutAgent } from '@fynbos/projections/incentives/queries.ts';
import { causedBy } from '../caused-by.ts';
import { loadMany } from '../handle.ts';
import { recordRentalFacts } from '../rentals/record-rental-facts.ts';
import { TRACKING_CLAIM } from '../rentals/references.ts';
import type { Essentials } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-models.ts';

type Decided = Extract<RentalEvent, { type: 'RewardDecided' }>;
type AgentActivated = Extract<AgentEvent, { type: 'AgentActivated' }>;

/** Reservations that are decided again in one append. */
const RESERVATIONS_PER_APPEND = 1000;

/**
 * Decides rentals again once an agent has their unknown tracking number. An activation finds waiting reservations in
 * the read model; a decision that narrowly missed it comes later in the log and finds the claim.
 */
export function matchAgentsReaction(services: Essentials): Reaction {
  return reactionTo<AgentActivated | Decided>({
    name: 'match-agents',
    eventTypes: ['AgentActivated', 'RewardDecided'],
    appends: ['RewardDecided'],
    batchSize: 1000,
    async react(batch, io) {
      const activated = batch.filter((event) => event.type === 'AgentActivated');
      for (const event of activated) await decideAgain(services, event, await waitingFor(services, event, io), io);
      const decided = batch.filter((event) => event.type === 'RewardDecided');
      const missed = decided.filter(({ data }) => data.reason === 'UnknownTrackingNumber');
      if (missed.length > 0) await decideMissedRentals(services, missed, io);
    },
  });
}

async function waitingFor({ log, db }: Essentials, event: FoldEvent<AgentActivated>, io: ReactionIo) {
  await waitForReadModel(db, incentives.name, event.position, io.signal);
  const agentId = agentIdOf(event.streamId);
  const { loyaltyTrackingNo } = event.data;
  const waiting = await reservationsWithoutAgent(db, loyaltyTrackingNo, agentId);
  // A blocked key has no row or an outdated one, so the agent is read from the decision of the rental.
  const blocked = (await blockedKeys(db, incentives.name)).map(({ key }) => key);
  const rentals = await loadMany(log, rentalDecider, blocked.map(rentalStreamOf), { personal: false });
  const isMissing = (reservationNo: string): boolean => {
    const decision = rentals.get(rentalStreamOf(reservationNo))?.state.decision;
    return decision?.loyaltyTrackingNo === loyaltyTrackingNo && decision.agentId !== agentId;
  };
  return [...new Set([...waiting, ...blocked.filter(isMissing)])];
}

async function decideMissedRentals(
  services: Essentials,
  missed: readonly FoldEvent<Decided>[],
  io: ReactionIo,
): Promise<void> {
  const streamOf = ({ data }: FoldEvent<Decided>): string =>
    claimStreamId(services.log.keys, TRACKING_CLAIM, data.loyaltyTrackingNo ?? '');
  const claims = await services.log.readStreams([...new Set(missed.map(streamOf))]);
  for (const event of missed) {
    if (ownerIn(claims.get(streamOf(event))?.events ?? []) === null) continue;
    await decideAgain(services, event, [event.data.reservationNo], io);
  }
}

async function decideAgain(
  { log, now }: Essentials,
  event: FoldEvent,
  reservationNos: readonly string[],
  io: ReactionIo,
): Promise<void> {
  const context = causedBy(event, 'match-agents', now());
  for (let start = 0; start < reservationNos.length; start += RESERVATIONS_PER_APPEND) {
    const batch = reservationNos
      .slice(start, start + RESERVATIONS_PER_APPEND)
      .map((reservationNo) => ({ reservationNo, facts: [] }));
    const outcomes = await recordRentalFacts(log, batch, context, { anyReservation: true });
    if (outcomes.size < batch.length) throw new StoreUnavailable('reservations stayed contended');
    for (const { position } of outcomes.values()) if (position !== undefined) io.appended(position);
  }
}
