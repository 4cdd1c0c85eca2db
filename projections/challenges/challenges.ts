import {
  type Challenge,
  challengeDecider,
  challengeStreamOf,
  knownChallenge,
} from '@fynbos/domain/challenge/challenge.ts';
import type { ChallengeEvent } from '@fynbos/domain/challenge/events.ts';
import { idFromStreamName } from '@fynbos/domain/decider.ts';
import { z } from 'zod';
import { text } from '../engine/columns.ts';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';

/** A challenge; a query picks its state of a day and counts the rewards of its period. */
const challengeRow = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  from: z.string(),
  to: z.string(),
  measure: text<Challenge['measure']>(),
  target: z.int(),
  iataNumber: z.string().nullable(),
  badge: z.string(),
  isWithdrawn: z.boolean(),
  isEnded: z.boolean(),
  version: z.int32(),
});
export type ChallengeRow = z.output<typeof challengeRow>;

export const challengeOf = ({ id, isWithdrawn, isEnded, ...rest }: ChallengeRow): Challenge => ({
  ...rest,
  challengeId: id,
  status: isWithdrawn ? 'withdrawn' : isEnded ? 'ended' : 'open',
});

function change(row: ChallengeRow | null, event: FoldEvent<ChallengeEvent>, key: string): ChallengeRow {
  const before = row ? challengeOf(row) : challengeDecider.initial;
  const { challengeId: _id, status, ...rest } = knownChallenge(challengeDecider.evolve(before, event));
  return { ...rest, id: key, isWithdrawn: status === 'withdrawn', isEnded: status === 'ended' };
}

export const challenges = defineProjection<ChallengeRow, ChallengeEvent>({
  name: 'challenges',
  version: 1,
  row: challengeRow,
  primaryKey: 'id',
  keys: ({ streamId }) => [idFromStreamName(challengeStreamOf, streamId)],
  handlers: { ChallengeCreated: change, ChallengeChanged: change, ChallengeEnded: change },
});
