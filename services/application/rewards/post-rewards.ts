import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { causedBy } from '../caused-by.ts';
import type { Essentials } from '../services.ts';
import { RewardPoster } from './reward-poster.ts';

type Decided = Extract<RentalEvent, { type: 'RewardDecided' }>;

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
