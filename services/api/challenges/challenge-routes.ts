import { agentOf } from '@fynbos/application/caller.ts';
import {
  agentChallenges,
  changeChallenge,
  createChallenge,
  endChallenge,
  loadChallenge,
  loadTiers,
  setTiers,
} from '@fynbos/application/challenges/challenges.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { type Challenge, isReached, stateOn } from '@fynbos/domain/challenge/challenge.ts';
import { MEASURES } from '@fynbos/domain/challenge/events.ts';
import { MAX_CENTS } from '@fynbos/domain/money.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { challengeOf, challenges } from '@fynbos/projections/challenges/challenges.ts';
import {
  agencyNames,
  allChallenges,
  challengeById,
  challengeCounts,
  challengeRanking,
} from '@fynbos/projections/challenges/queries.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { z } from 'zod';
import { day, requiredLine, requiredText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { answerMemoryList, type MemoryList } from '../lists/memory-list.ts';
import { LIST_QUERY } from '../lists/table-routes.ts';
import {
  type AgentChallengesAnswer,
  agentChallengesAnswer,
  type ChallengeRecord,
  challengeRecord,
  challengeResults,
  tiersAnswer,
} from './answers.ts';

/** An agent's tier and challenges (H2, H4). */
export const agentChallengeRoutes = tagged('Incentives', [
  route.get('/agent/challenges', {
    who: 'agent',
    summary: 'Get your tier and your challenges with their progress',
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
          return { id: challengeId, ...shown, ...progress };
        }),
      };
      return { body };
    },
  }),
]);

const list: MemoryList<ChallengeRecord> = {
  filters: { title: 'contains', state: 'equals', measure: 'equals', iataNumber: 'equals' },
  search: ['title', 'description', 'badge', 'agencyName'],
  sorts: ['title', 'from', 'to', 'target', 'state'],
};

const form = z.object({
  title: requiredLine('A title is required!', 80),
  description: requiredText('A description is required!', 500),
  from: day('The first day is required!'),
  to: day('The last day is required!'),
  measure: z.enum(MEASURES, 'Choose what counts.'),
  target: z
    .int('The target is a whole number.')
    .min(1, 'The target is at least 1.')
    .max(MAX_CENTS, 'The target is too high.'),
  iataNumber: z
    .string()
    .trim()
    .regex(/^\d{7,8}$/, 'An IATA number has 7 or 8 digits.')
    .nullable(),
  badge: requiredLine('A badge is required!', 40),
});
const tiersForm = z.object({
  tiers: z.array(
    z.object({
      name: requiredLine('A name is required!', 40),
      fromCents: z.int('Enter an amount.').min(0, 'Enter an amount of R0 or more.').max(MAX_CENTS),
    }),
  ),
});

const maySee = { admin: 'promotions:see' } as const;
const mayChange = { admin: 'promotions:change' } as const;
/** Agents in the results of a challenge. */
const MAX_RANKED_AGENTS = 50;

const records = async ({ db }: Services, found: readonly Challenge[], at: Date): Promise<ChallengeRecord[]> => {
  const names = await agencyNames(
    db,
    found.flatMap(({ iataNumber }) => iataNumber ?? []),
  );
  const today = dayOf(at);
  return found.map((challenge) => {
    const { challengeId, status: _status, ...rest } = challenge;
    const agencyName = names.get(challenge.iataNumber ?? '') ?? null;
    return { id: challengeId, ...rest, state: stateOn(challenge, today), agencyName };
  });
};
const record = async (services: Services, challenge: Challenge): Promise<ChallengeRecord> =>
  (await records(services, [challenge], services.now()))[0] as ChallengeRecord;

/** The resource `challenges` of the dashboard, and the tiers of agents (H1 to H4). */
export const challengeRoutes = tagged('Challenges', [
  route.get('/admin/challenges', {
    who: maySee,
    summary: 'List challenges: all of them, or a page with filter, range and sort',
    reads: [challenges.name, agents.name],
    query: LIST_QUERY,
    answer: z.array(challengeRecord),
    handle: ({ query }, services) =>
      answerMemoryList(services, query, challenges, list, async (table, at) =>
        records(services, (await allChallenges(services.db, table)).map(challengeOf), at ?? services.now()),
      ),
  }),
  route.get('/admin/challenges/{id}', {
    who: maySee,
    summary: 'Get a challenge',
    reads: [challenges.name, agents.name],
    answer: challengeRecord,
    handle: async ({ params }, services) => ({
      body: await record(services, challengeOf(await challengeById(services.db, params.id))),
    }),
  }),
  route.get('/admin/challenges/{id}/results', {
    who: maySee,
    summary: 'Get the progress of the agents of a challenge',
    reads: [challenges.name, incentives.name, agents.name],
    answer: challengeResults,
    handle: async ({ params }, { db }) => {
      const challenge = await challengeById(db, params.id);
      const [counts, ranking] = await Promise.all([
        challengeCounts(db, challenge),
        challengeRanking(db, challenge, MAX_RANKED_AGENTS),
      ]);
      const ranked = ranking.map(({ agentId, firstName, surname, agencyName, progress }) => {
        const name = [firstName, surname].filter(Boolean).join(' ') || 'Erased agent';
        return { id: agentId, name, agencyName, progress, isReached: isReached(challenge, progress) };
      });
      return { body: { ...counts, agents: ranked } };
    },
  }),
  route.post('/admin/challenges', {
    who: mayChange,
    summary: 'Create a challenge',
    body: form,
    answer: challengeRecord,
    status: 201,
    handle: async ({ body, context }, services) => {
      const { state, position } = await createChallenge(services, body, context);
      return { body: await record(services, state), position };
    },
  }),
  route.put('/admin/challenges/{id}', {
    ifMatch: 'required',
    who: mayChange,
    summary: 'Change a challenge',
    body: form.partial(),
    answer: challengeRecord,
    handle: async ({ params, body, version, context }, services) => {
      const seenChallenge = { challengeId: params.id, version };
      const { state, position } = await changeChallenge(services, seenChallenge, body, context);
      return { body: await record(services, state), position };
    },
    current: async ({ params }, services) => record(services, await loadChallenge(services, params.id)),
  }),
  route.post('/admin/challenges/{id}/end', {
    who: mayChange,
    summary: 'End a challenge today, or withdraw it before its first day',
    answer: challengeRecord,
    handle: async ({ params, context }, services) => {
      const { state, position } = await endChallenge(services, params.id, context);
      return { body: await record(services, state), position };
    },
  }),
  route.get('/admin/tiers', {
    who: maySee,
    summary: 'Get the tiers of agents',
    answer: tiersAnswer,
    handle: async (_call, services) => {
      const { tiers, version } = await loadTiers(services);
      return { body: { tiers: [...tiers], version } };
    },
  }),
  route.put('/admin/tiers', {
    ifMatch: 'required',
    who: mayChange,
    summary: 'Set the tiers of agents',
    body: tiersForm,
    answer: tiersAnswer,
    handle: async ({ body, version, context }, services) => {
      const { tiers, position } = await setTiers(services, body.tiers, version, context);
      return { body: { tiers: [...tiers.tiers], version: tiers.version }, position };
    },
    current: (_call, services) => loadTiers(services),
  }),
]);
