import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { referralTree } from '@fynbos/projections/referrals/queries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

const person = z.object({ agentId: z.int(), name: z.string(), agencyName: z.string() });
/** A referral below the agent; `parent` is the agent who made it, so that the page hangs it where it belongs. */
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
  /** Who referred the agent, and who referred them, the first of all first. */
  above: z.array(person),
  below: z.array(branch),
  /** Whether there are more below than are given. */
  more: z.boolean(),
});

/** `GET /admin/travel-agents/{id}/referral-tree`: who brought the agent here, and whom the agent brought, in generations. */
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
