import { randomUUID } from 'node:crypto';
import { dayOf } from '@fynbos/domain/calendar.ts';
import {
  type Challenge,
  type ChallengeCommand,
  type ChallengeFields,
  challengeDecider,
  challengeStream,
} from '@fynbos/domain/challenge/challenge.ts';
import type { ChallengeEvent } from '@fynbos/domain/challenge/events.ts';
import { TIERS_STREAM, type Tier, type Tiers, tiersDecider } from '@fynbos/domain/challenge/tiers.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { staleRecord } from '@fynbos/domain/errors.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { type Handled, handle, load } from '../handle.ts';
import type { Application } from '../services.ts';

type Parts = Pick<Application, 'log'>;
type Changed = Handled<Challenge, ChallengeEvent>;

/** Creates a challenge (H1). Throws the decider's `DomainError`. */
export function createChallenge({ log }: Parts, fields: ChallengeFields, context: CommandContext): Promise<Changed> {
  const challengeId = randomUUID();
  const command: ChallengeCommand = { type: 'CreateChallenge', challengeId, fields, today: dayOf(context.now) };
  return handle(log, challengeDecider, challengeStream(challengeId), command, context);
}

/** Changes fields of a challenge (H3). Throws `stale` if it has another version than the administrator saw. */
export function changeChallenge(
  { log }: Parts,
  challengeId: string,
  fields: Partial<ChallengeFields>,
  version: number,
  context: CommandContext,
): Promise<Changed> {
  const command = (state: Challenge): ChallengeCommand => {
    if (state.challengeId !== null && state.version !== version) throw staleRecord();
    return { type: 'ChangeChallenge', fields, today: dayOf(context.now) };
  };
  return handle(log, challengeDecider, challengeStream(challengeId), command, context);
}

/** Ends a challenge today, or withdraws it before its first day (H3). Throws the decider's `DomainError`. */
export function endChallenge({ log }: Parts, challengeId: string, context: CommandContext): Promise<Changed> {
  const command: ChallengeCommand = { type: 'EndChallenge', today: dayOf(context.now) };
  return handle(log, challengeDecider, challengeStream(challengeId), command, context);
}

/** A challenge as it is in the log. */
export const loadChallenge = async ({ log }: Parts, challengeId: string): Promise<Challenge> =>
  (await load(log, challengeDecider, challengeStream(challengeId))).state;

/** The tiers of agents (H4). */
export const loadTiers = async ({ log }: Parts): Promise<Tiers> => (await load(log, tiersDecider, TIERS_STREAM)).state;

/** Sets the tiers (H4). Throws the decider's `DomainError`. */
export async function setTiers(
  { log }: Parts,
  tiers: readonly Tier[],
  version: number,
  context: CommandContext,
): Promise<{ readonly tiers: Tiers; readonly position: Position | undefined }> {
  const command = { type: 'SetTiers', tiers, version } as const;
  const { state, position } = await handle(log, tiersDecider, TIERS_STREAM, command, context);
  return { tiers: state, position };
}
