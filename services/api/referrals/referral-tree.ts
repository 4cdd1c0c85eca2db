import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

/** Generations that are followed each way, and most people shown below an agent. */
const GENERATIONS = 12;
const MOST = 500;

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

const AGENTS = readModelTable(agents).sql;
const REFERRALS = readModelTable(referrals).sql;

// Only a referral that led to a registration makes somebody's agent: an invitation alone is a leaf.
const BELOW = `with recursive below as (
    select r.*, 1 as generation from ${REFERRALS} r where r."referredByAgentId" = $1
    union all
    select r.*, b.generation + 1 from below b join ${REFERRALS} r on r."referredByAgentId" = b."agentId"
    where b.generation < $2
  )
  select id, "referredByAgentId" as parent, "agentId", trim("firstName" || ' ' || surname) as name, "agencyName",
    "registrationStatus", "referredOn", generation
  from below order by generation, "referredOn", id limit $3`;

const ABOVE = `with recursive above as (
    select r."referredByAgentId", 1 as generation from ${REFERRALS} r where r."agentId" = $1
    union all
    select r."referredByAgentId", a.generation + 1 from above a join ${REFERRALS} r on r."agentId" = a."referredByAgentId"
    where a.generation < $2
  )
  select p.id as "agentId", trim(p."firstName" || ' ' || p.surname) as name, p."agencyName"
  from above a join ${AGENTS} p on p.id = a."referredByAgentId" order by a.generation desc`;

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
      const { rowCount } = await pool.query(`select from ${AGENTS} where id = $1`, [Number.isInteger(id) ? id : 0]);
      if (!rowCount) throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
      const [above, below] = await Promise.all([
        pool.query<z.output<typeof person>>(ABOVE, [id, GENERATIONS]),
        pool.query<z.output<typeof branch>>(BELOW, [id, GENERATIONS, MOST + 1]),
      ]);
      return { body: { above: above.rows, below: below.rows.slice(0, MOST), more: below.rows.length > MOST } };
    },
  });
