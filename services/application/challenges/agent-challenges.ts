import { addMonths, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { type Challenge, type ChallengeState, isReached, stateOn } from '@fynbos/domain/challenge/challenge.ts';
import { type Tier, tierOf, tierPeriod } from '@fynbos/domain/challenge/tiers.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import { challengeOf } from '@fynbos/projections/challenges/challenges.ts';
import { type Counted, challengesFor, countRewards } from '@fynbos/projections/challenges/queries.ts';
import { loadAgent } from '../agents/load-agent.ts';
import type { Application } from '../services.ts';
import { loadTiers } from './manage-challenges.ts';

/** How long the result of an ended challenge is shown, in months. */
const SHOWN_MONTHS = 12;

export interface AgentTier {
  readonly tier: Tier;
  readonly next: Tier | null;
  /** Nett rewards of the period. */
  readonly nettCents: Cents;
  readonly from: Day;
  readonly to: Day;
}

export interface AgentChallenge {
  readonly challenge: Challenge;
  readonly state: ChallengeState;
  /** Rewards, or cents nett. */
  readonly progress: number;
  readonly isReached: boolean;
}

/** An agent's tier, all tiers, and the challenges that the agent takes part in. */
export interface AgentChallenges {
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
