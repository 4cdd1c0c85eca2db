import type { EventStore, StoredEvent } from '@fynbos/event-store/port.ts';
import { appendAtEnd } from '@fynbos/event-store/testing/append-to.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import type { FoldEvent } from '../projection.ts';
import type { Reaction } from '../reaction.ts';
import { stored } from './tallies.ts';

function reaction(
  store: EventStore,
  name: string,
  from: string,
  to: string,
  streamOf: (event: FoldEvent) => string,
  data: (event: FoldEvent) => object,
): Reaction {
  return {
    name,
    eventTypes: [from],
    appends: [to],
    async react(batch, io) {
      for (const event of batch) {
        const answer: StoredEvent = { ...stored(to, data(event)), id: uuidV5(name, event.id) };
        io.appended((await appendAtEnd(store, streamOf(event), [answer])).position);
      }
    },
  };
}

/** Copies each posting to a stream `echo-{account}`. */
export const echoes = (store: EventStore): Reaction =>
  reaction(
    store,
    'echo',
    'Posted',
    'Echoed',
    (event) => `echo-${(event.data as { account: string }).account}`,
    (event) => event.data,
  );

/** Answers each echo with a posting to the account `answered`, except echoes of its own postings. */
export const answerReaction = (store: EventStore): Reaction => {
  const answers = reaction(
    store,
    'answer',
    'Echoed',
    'Posted',
    () => 'test-answered',
    () => ({ account: 'answered', cents: 1 }),
  );
  return {
    ...answers,
    react: (batch, io) =>
      answers.react(
        batch.filter((event) => event.streamId !== 'echo-answered'),
        io,
      ),
  };
};
