import { firstInvoicedOn } from '@fynbos/domain/rental/assess.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { rewardedReservations } from '@fynbos/projections/incentives/queries.ts';
import { loadMany } from '../handle.ts';
import { causedBy, waitForReadModel } from '../reaction-support.ts';
import type { Essentials } from '../services.ts';
import { type DecisionToPost, RewardPoster } from './post-rewards.ts';

type Opened = AccountEventOf<'OpeningBalanceTaken'>;

/** Reservations loaded, and appended, in one batch. */
const AT_ONCE = 500;

/**
 * Posts decisions again after an opening balance that already includes their rentals. The account then leaves
 * everything invoiced up to that day to the opening balance (docs/decisions/0004).
 * A decision posted later meets the opening balance in the account itself. A decision posted earlier comes before it
 * in the log, so the read model contains its reservation.
 */
export const coverRewards = ({ log, db, now }: Essentials): Reaction =>
  reactionTo<Opened>({
    name: 'cover-rewards',
    eventTypes: ['OpeningBalanceTaken'],
    appends: ['RewardPosted', 'RewardCovered'],
    batchSize: 1000,
    async react(batch, io) {
      const opened = new Map(batch.map((event) => [event.data.agentId, event]));
      const last = batch.at(-1);
      if (!last) return;
      await waitForReadModel(db, incentives.name, last.position, io.signal);
      const rows = await rewardedReservations(db, [...opened.keys()]);
      const at = now();
      for (let start = 0; start < rows.length; start += AT_ONCE) {
        const slice = rows.slice(start, start + AT_ONCE);
        const streamIds = slice.map(({ reservationNo }) => rentalStreamOf(reservationNo));
        const rentals = await loadMany(log, rentalDecider, streamIds, { personal: false });
        const decisions = slice.flatMap(({ reservationNo, agentId }): DecisionToPost[] => {
          const rental = rentals.get(rentalStreamOf(reservationNo))?.state ?? rentalDecider.initial;
          const event = opened.get(agentId);
          const first = firstInvoicedOn(rental);
          if (!event || rental.decision?.agentId !== agentId || first === null) return [];
          // Decisions of the first releases do not contain the day.
          const decision = { ...rental.decision, firstInvoicedOn: first };
          return [{ decision, context: causedBy(event, 'cover-rewards', at) }];
        });
        const position = await new RewardPoster(log).post(decisions);
        if (position !== undefined) io.appended(position);
      }
    },
  });
