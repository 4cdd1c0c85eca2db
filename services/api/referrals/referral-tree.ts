import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { referralTree } from '@fynbos/projections/referrals/queries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

const person = z.object({ agentId: z.int(), name: z.string(), agencyName: z.string() });
/** A referral below the agent. `parent`: the agent who made it, which gives its place in the tree. */
const branch = z.object({
  id: z.string(),
  parent: z.int(),
  agentId: z.int().nullable(),
  name: z.string(),
  agencyName: z.string(),
  registrationStatus: z.string(),
  referredOn: z.string(),
  generation: z.int(),
});
const answer = z.object({
  /** The chain of referrers above the agent, the first referrer first. */
  above: z.array(person),
  below: z.array(branch),
  /** Whether more referrals exist below than are returned. */
  more: z.boolean(),
});

/**
 * `GET /admin/travel-agents/{id}/referral-tree`: the referrers of the agent and the agent's referrals, by generation.
 */
export const referralTreeRoute = ({ pool }: Services): Route =>
  route({
    method: 'get',
    paths: ['/admin/travel-agents/{id}/referral-tree'],
    who: { admin: 'agents:see' },
    summary: 'The referrals above and below an agent',
    tag: 'Travel agents',
    reads: [referrals.name, agents.name],
    answer,
    handle: async ({ params }) => {
      const id = Number(params.id);
      const tree = await referralTree(pool, Number.isInteger(id) ? id : 0);
      if (!tree) throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
      return { body: tree };
    },
  });
