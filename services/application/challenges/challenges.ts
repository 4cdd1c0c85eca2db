import { randomUUID } from 'node:crypto';
import { addMonths, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import {
  type Challenge,
  type ChallengeCommand,
  type ChallengeFields,
  type ChallengeState,
  challengeDecider,
  challengeStreamOf,
  isReached,
  knownChallenge,
  stateOn,
} from '@fynbos/domain/challenge/challenge.ts';
import {
  TIERS_STREAM,
  type Tier,
  type Tiers,
  tierOf,
  tierPeriod,
  tiersDecider,
} from '@fynbos/domain/challenge/tiers.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { staleRecord } from '@fynbos/domain/errors.ts';
import { challengeOf } from '@fynbos/projections/challenges/challenges.ts';
import { challengesFor, countRewards, type RewardCount } from '@fynbos/projections/challenges/queries.ts';
import { loadAgent } from '../agents/load-agent.ts';
import { handle, load } from '../handle.ts';
import type { Essentials, WithLog } from '../services.ts';

/** How long the result of an ended challenge is shown, in months. */
const MONTHS_SHOWN_AFTER_END = 12;

/** An agent's tier (H4) and challenges with their progress (H2). Throws `StoreUnavailable`. */
export async function agentChallenges(services: Essentials, agentId: number) {
  const { db } = services;
  const today = dayOf(services.now());
  const [{ details }, { tiers }] = await Promise.all([loadAgent(services, agentId), loadTiers(services)]);
  const rows = await challengesFor(db, details.iataNumber, addMonths(today, -MONTHS_SHOWN_AFTER_END));
  const period = tierPeriod(today);
  const [year, ...counted] = await countRewards(db, agentId, [period, ...rows]);
  const nettCents = year?.nettCents ?? 0;
  return {
    tier: { ...tierOf(tiers, nettCents), nettCents, ...period },
    tiers,
    challenges: rows.map((row, index) => progressOf(challengeOf(row), counted[index], today)),
  };
}

/** An agent's progress in a challenge: rewards, or cents nett. */
function progressOf(challenge: Challenge, counted: RewardCount | undefined, today: Day) {
  const progress = (challenge.measure === 'rentals' ? counted?.rentals : counted?.nettCents) ?? 0;
  return { challenge, state: stateOn(challenge, today), progress, isReached: isReached(challenge, progress) };
}

async function sendToChallenge(
  { log }: WithLog,
  challengeId: string,
  command: ChallengeCommand | ((state: ChallengeState) => ChallengeCommand),
  context: CommandContext,
) {
  const streamId = challengeStreamOf(challengeId);
  const { state, position } = await handle(log, { decider: challengeDecider, streamId, command, context });
  return { state: knownChallenge(state), position };
}

/** Creates a challenge (H1). Throws the decider's `DomainError`. */
export function createChallenge(services: WithLog, fields: ChallengeFields, context: CommandContext) {
  const challengeId = randomUUID();
  return sendToChallenge(services, challengeId, { type: 'CreateChallenge', challengeId, fields }, context);
}

/** Changes fields of a challenge (H3). Throws `stale` if it has another `version` than the administrator saw. */
export function changeChallenge(
  services: WithLog,
  { challengeId, version }: { readonly challengeId: string; readonly version: number },
  fields: Partial<ChallengeFields>,
  context: CommandContext,
) {
  const command = (state: ChallengeState): ChallengeCommand => {
    if (state.status !== 'none' && state.version !== version) throw staleRecord();
    return { type: 'ChangeChallenge', fields };
  };
  return sendToChallenge(services, challengeId, command, context);
}

/** Ends a challenge today, or withdraws it before its first day (H3). Throws the decider's `DomainError`. */
export const endChallenge = (services: WithLog, challengeId: string, context: CommandContext) =>
  sendToChallenge(services, challengeId, { type: 'EndChallenge' }, context);

/** Throws `challenge.unknown`. */
export const loadChallenge = async ({ log }: WithLog, challengeId: string): Promise<Challenge> =>
  knownChallenge((await load(log, challengeDecider, challengeStreamOf(challengeId))).state);

/** The tiers of agents (H4). */
export const loadTiers = async ({ log }: WithLog): Promise<Tiers> =>
  (await load(log, tiersDecider, TIERS_STREAM)).state;

/** Sets the tiers (H4). Throws the decider's `DomainError`. */
export async function setTiers({ log }: WithLog, tiers: readonly Tier[], version: number, context: CommandContext) {
  const command = { type: 'SetTiers', tiers, version } as const;
  const { state, position } = await handle(log, { decider: tiersDecider, streamId: TIERS_STREAM, command, context });
  return { tiers: state, position };
}
