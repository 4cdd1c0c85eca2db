import { MEASURES } from '@fynbos/domain/challenge/events.ts';
import { z } from 'zod';

const shared = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  from: z.string(),
  to: z.string(),
  measure: z.enum(MEASURES),
  /** Rewards, or cents nett. */
  target: z.int(),
  badge: z.string(),
};

export const challengeRecord = z.object({
  ...shared,
  state: z.enum(['planned', 'active', 'ended', 'withdrawn']),
  iataNumber: z.string().nullable(),
  /** The name of the agency; null for all agents, and for an agency without agents. */
  agencyName: z.string().nullable(),
  version: z.int(),
});
export type ChallengeRecord = z.output<typeof challengeRecord>;

/** The result of a challenge so far, with the agents who are the furthest. */
export const challengeResults = z.object({
  participants: z.int(),
  started: z.int(),
  reached: z.int(),
  agents: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      agencyName: z.string(),
      progress: z.number(),
      isReached: z.boolean(),
    }),
  ),
});

const tier = z.object({ name: z.string(), fromCents: z.int() });

export const tiersAnswer = z.object({ tiers: z.array(tier), version: z.int() });
export type TiersAnswer = z.output<typeof tiersAnswer>;

/** `GET /agent/challenges`: the agent's tier and challenges with their progress. */
export const agentChallengesAnswer = z.object({
  tier: tier.extend({ nettCents: z.int(), from: z.string(), to: z.string(), next: tier.nullable() }),
  tiers: z.array(tier),
  challenges: z.array(
    z.object({
      ...shared,
      state: z.enum(['planned', 'active', 'ended', 'withdrawn']),
      /** Whether it is for the agents of one agency only. */
      isForAgency: z.boolean(),
      progress: z.int(),
      isReached: z.boolean(),
    }),
  ),
});
export type AgentChallengesAnswer = z.output<typeof agentChallengesAnswer>;
