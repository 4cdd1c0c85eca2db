import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import { claimStreamId, ownerIn } from '@fynbos/event-store/claims/claims.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction, ReactionIo } from '@fynbos/projections/engine/reaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { reservationsWithoutAgent } from '@fynbos/projections/incentives/queries.ts';
import { causedBy } from '../caused-by.ts';
import { recordRentalFacts } from '../rentals/record-rental-facts.ts';
import { TRACKING_CLAIM } from '../rentals/references.ts';
import type { Essentials } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';
import { RewardPoster } from './post-rewards.ts';

/** Posts every decision to the account of the credited agent and of the previously credited agent. */
export function postRewards({ log, now }: Essentials): Reaction {
  const poster = new RewardPoster(log);
  return {
    name: 'post-rewards',
    eventTypes: ['RewardDecided'],
    appends: ['RewardPosted', 'RewardCovered'],
    batchSize: 1000,
    async react(batch, io) {
      const at = now();
      const position = await poster.post(
        batch.map((event) => ({
          decision: event.data as Decision,
          context: causedBy(event, 'post-rewards', at),
        })),
      );
      if (position !== undefined) io.appended(position);
    },
  };
}

/** Reservations decided again in one batch. */
const CHUNK = 1000;

type Activated = FoldEvent & { readonly data: { readonly loyaltyTrackingNo: string } };

/**
 * Decides rentals with an unknown tracking number again once an agent has the number. It covers both orders.
 * If the decision came first, the activation finds the waiting reservations in the read model, after waiting for it to
 * pass the activation. If a decision narrowly missed the activation, it comes later in the log and finds the number's
 * claim when this reaction reaches it.
 */
export function matchAgents(deps: Essentials): Reaction {
  return {
    name: 'match-agents',
    eventTypes: ['AgentActivated', 'RewardDecided'],
    appends: ['RewardDecided'],
    batchSize: 1000,
    async react(batch, io) {
      const activated = batch.filter((event) => event.type === 'AgentActivated') as Activated[];
      for (const event of activated) await assessAgain(deps, event, await waitingFor(deps, event, io), io);
      const missed = batch.filter((event) => (event.data as Partial<Decision>).reason === 'UnknownTrackingNumber');
      if (missed.length > 0) await assessMissed(deps, missed, io);
    },
  };
}

async function waitingFor({ db }: Essentials, event: Activated, io: ReactionIo) {
  await waitForReadModel(db, incentives.name, event.position, io.signal);
  const agentId = agentIdOf(event.streamId);
  return reservationsWithoutAgent(db, event.data.loyaltyTrackingNo, agentId);
}

async function assessMissed(deps: Essentials, missed: readonly FoldEvent[], io: ReactionIo): Promise<void> {
  const streamOf = (event: FoldEvent): string =>
    claimStreamId(deps.log.keys, TRACKING_CLAIM, (event.data as Decision).loyaltyTrackingNo ?? '');
  const claims = await deps.log.readStreams([...new Set(missed.map(streamOf))]);
  for (const event of missed) {
    if (ownerIn(claims.get(streamOf(event))?.events ?? []) === null) continue;
    await assessAgain(deps, event, [(event.data as Decision).reservationNo], io);
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
