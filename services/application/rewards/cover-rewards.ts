import { firstInvoicedOn } from '@fynbos/domain/rental/assess.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { AccountEventOf } from '@fynbos/domain/rewards-account/events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { causedBy } from '../caused-by.ts';
import { loadMany } from '../handle.ts';
import type { Essentials } from '../services.ts';
import { loadAccounts } from './accounts.ts';
import { type DecisionToPost, RewardPoster } from './reward-poster.ts';

type Opened = AccountEventOf<'OpeningBalanceTaken'>;

/** Reservations loaded, and appended, in one batch. */
const RESERVATIONS_PER_APPEND = 500;

/** Most opening balances meet an account without rewards. */
const AGENTS_PER_BATCH = 100;

/** The rewards of agents that their opening balance may contain, from the accounts. */
async function* rewardsOf(log: EventLog, agentIds: readonly number[]) {
  for (let start = 0; start < agentIds.length; start += AGENTS_PER_BATCH) {
    const accounts = await loadAccounts(log, agentIds.slice(start, start + AGENTS_PER_BATCH));
    const rewards = [...accounts].flatMap(([agentId, account]) =>
      [...account.rewards.entries()].flatMap(([reservationNo, { status }]) =>
        status === 'Void' || status === 'Expired' ? [] : [{ agentId, reservationNo }],
      ),
    );
    for (let at = 0; at < rewards.length; at += RESERVATIONS_PER_APPEND)
      yield rewards.slice(at, at + RESERVATIONS_PER_APPEND);
  }
}

/**
 * An opening balance already includes their rentals: the account leaves what was invoiced by then to it
 * (docs/decisions/0004). A decision posted later meets the balance in the account itself.
 */
export const coverRewardsReaction = ({ log, now }: Essentials): Reaction =>
  reactionTo<Opened>({
    name: 'cover-rewards',
    eventTypes: ['OpeningBalanceTaken'],
    appends: ['RewardPosted', 'RewardCovered'],
    batchSize: 1000,
    async react(batch, io) {
      const opened = new Map(batch.map((event) => [event.data.agentId, event]));
      const at = now();
      for await (const slice of rewardsOf(log, [...opened.keys()])) {
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
