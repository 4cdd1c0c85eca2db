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
  stateOn,
} from '@fynbos/domain/challenge/challenge.ts';
import type { ChallengeEvent } from '@fynbos/domain/challenge/events.ts';
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
import type { Cents } from '@fynbos/domain/money.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { challengeOf } from '@fynbos/projections/challenges/challenges.ts';
import { type Counted, challengesFor, countRewards } from '@fynbos/projections/challenges/queries.ts';
import { loadAgent } from '../agents/load-agent.ts';
import { type Handled, handle, load } from '../handle.ts';
import type { Application } from '../services.ts';

/** How long the result of an ended challenge is shown, in months. */
const SHOWN_MONTHS = 12;

interface AgentTier {
  readonly tier: Tier;
  readonly next: Tier | null;
  /** Nett rewards of the period. */
  readonly nettCents: Cents;
  readonly from: Day;
  readonly to: Day;
}

interface AgentChallenge {
  readonly challenge: Challenge;
  readonly state: ChallengeState;
  /** Rewards, or cents nett. */
  readonly progress: number;
  readonly isReached: boolean;
}

/** An agent's tier, all tiers, and the challenges that the agent takes part in. */
interface AgentChallenges {
  readonly tier: AgentTier;
  readonly tiers: readonly Tier[];
  readonly challenges: readonly AgentChallenge[];
}

/** An agent's tier (H4) and challenges with their progress (H2). Throws `StoreUnavailable`. */
export async function agentChallenges(
  services: Pick<Application, 'log' | 'db' | 'now'>,
  agentId: number,
): Promise<AgentChallenges> {
  const { db } = services;
  const today = dayOf(services.now());
  const [{ details }, { tiers }] = await Promise.all([loadAgent(services, agentId), loadTiers(services)]);
  const rows = await challengesFor(db, details.iataNumber, addMonths(today, -SHOWN_MONTHS));
  const period = tierPeriod(today);
  const [year, ...counted] = await countRewards(db, agentId, [period, ...rows]);
  const nettCents = year?.nettCents ?? 0;
  return {
    tier: { ...tierOf(tiers, nettCents), nettCents, ...period },
    tiers,
    challenges: rows.map((row, index) => progressOf(challengeOf(row), counted[index], today)),
  };
}

function progressOf(challenge: Challenge, counted: Counted | undefined, today: Day): AgentChallenge {
  const progress = (challenge.measure === 'rentals' ? counted?.rentals : counted?.nettCents) ?? 0;
  return { challenge, state: stateOn(challenge, today), progress, isReached: isReached(challenge, progress) };
}

type Parts = Pick<Application, 'log'>;
type Changed = Handled<Challenge, ChallengeEvent>;

/** Creates a challenge (H1). Throws the decider's `DomainError`. */
export function createChallenge({ log }: Parts, fields: ChallengeFields, context: CommandContext): Promise<Changed> {
  const challengeId = randomUUID();
  const command: ChallengeCommand = { type: 'CreateChallenge', challengeId, fields };
  return handle(log, challengeDecider, challengeStreamOf(challengeId), command, context);
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
    return { type: 'ChangeChallenge', fields };
  };
  return handle(log, challengeDecider, challengeStreamOf(challengeId), command, context);
}

/** Ends a challenge today, or withdraws it before its first day (H3). Throws the decider's `DomainError`. */
export function endChallenge({ log }: Parts, challengeId: string, context: CommandContext): Promise<Changed> {
  const command: ChallengeCommand = { type: 'EndChallenge' };
  return handle(log, challengeDecider, challengeStreamOf(challengeId), command, context);
}

export const loadChallenge = async ({ log }: Parts, challengeId: string): Promise<Challenge> =>
  (await load(log, challengeDecider, challengeStreamOf(challengeId))).state;

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
