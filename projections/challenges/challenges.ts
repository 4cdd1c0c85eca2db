import { type Challenge, challengeDecider, challengeStreamOf } from '@fynbos/domain/challenge/challenge.ts';
import type { ChallengeEvent } from '@fynbos/domain/challenge/events.ts';
import { idInStream } from '@fynbos/domain/decider.ts';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';

/** A challenge; a query picks its state of a day and counts the rewards of its period. */
export interface ChallengeRow extends Omit<Challenge, 'challengeId'> {
  id: string;
}

/** The aggregate's state. */
export const challengeOf = ({ id, ...rest }: ChallengeRow): Challenge => ({ challengeId: id, ...rest });

/** The row after an event, by the aggregate's own rules. */
function change(row: ChallengeRow | null, event: FoldEvent<ChallengeEvent>, key: string): ChallengeRow {
  const before = row ? challengeOf(row) : challengeDecider.initial;
  const { challengeId: _id, ...rest } = challengeDecider.evolve(before, event);
  return { ...rest, id: key };
}

/** Read model `challenges`, by id. */
export const challenges = defineProjection<ChallengeRow, ChallengeEvent>({
  name: 'challenges',
  version: 1,
  table: {
    columns: {
      id: 'text',
      title: 'text',
      description: 'text',
      from: 'text',
      to: 'text',
      measure: 'text',
      target: 'bigint',
      iataNumber: 'text',
      badge: 'text',
      isWithdrawn: 'boolean',
      isEnded: 'boolean',
      version: 'integer',
    },
    primaryKey: 'id',
  },
  keys: ({ streamId }) => [idInStream(challengeStreamOf, streamId)],
  handlers: { ChallengeCreated: change, ChallengeChanged: change, ChallengeEnded: change },
});
