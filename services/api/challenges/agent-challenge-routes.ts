import { agentOf } from '@fynbos/application/caller.ts';
import { agentChallenges } from '@fynbos/application/challenges/agent-challenges.ts';
import { challenges } from '@fynbos/projections/challenges/challenges.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { type Route, route } from '../http/route.ts';
import { type AgentChallengesAnswer, agentChallengesAnswer } from './answers.ts';

/** An agent's tier and challenges (H2, H4). */
export const agentChallengeRoute: Route = route.get('/agent/challenges', {
  who: 'agent',
  tag: 'Incentives',
  summary: 'Read your tier and your challenges with their progress',
  reads: [challenges.name, incentives.name],
  answer: agentChallengesAnswer,
  handle: async ({ caller }, services) => {
    const found = await agentChallenges(services, agentOf(caller).agentId);
    const { tier, next, ...period } = found.tier;
    const body: AgentChallengesAnswer = {
      tier: { ...tier, ...period, next },
      tiers: [...found.tiers],
      challenges: found.challenges.map(({ challenge, ...progress }) => {
        const { challengeId, title, description, from, to, measure, target, badge, iataNumber } = challenge;
        const shown = { title, description, from, to, measure, target, badge, isForAgency: iataNumber !== null };
        return { id: challengeId ?? '', ...shown, ...progress };
      }),
    };
    return { body };
  },
});
