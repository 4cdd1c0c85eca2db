import { recordsOf } from '@fynbos/application/erasure/records.ts';
import { handle, load } from '@fynbos/application/handle.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import { type AgentEvent, KEPT, type Kept } from '@fynbos/domain/agent/events.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { keptUntil } from '@fynbos/domain/retention/retention.ts';
import { AGENT_FINANCES_READS, type AgentFinances, agentFinances } from '@fynbos/projections/agents/queries.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

const tag = 'Travel agents';
const who = { admin: 'agents:change' } as const;
const reads = AGENT_FINANCES_READS;
const told = [...reads, enquiries.name, referrals.name];

/** `GET /admin/travel-agents/{id}/forgetting`. */
const erasurePreview = z.object({
  status: z.enum(['registered', 'active', 'suspended', 'forgotten']),
  /** When the agent requested the erasure; null without a request. */
  requestedAt: z.iso.datetime().nullable(),
  kept: z.array(z.enum(KEPT)),
  keptUntil: z.iso.date().nullable(),
  owedCents: z.int(),
  payoutUnderWay: z.boolean(),
  enquiries: z.int(),
  referrals: z.int(),
});

/** Returns the records of an agent that the law requires us to keep, and until when. */
function keptOf(
  { hasRewards, hasPayouts, hasTax }: AgentFinances,
  today: string,
): { kept: Kept[]; until: string | null } {
  const has: Readonly<Record<Kept, boolean>> = { rewards: hasRewards, payouts: hasPayouts, tax: hasTax };
  const kept = KEPT.filter((one) => has[one]);
  return { kept, until: hasPayouts || hasTax ? keptUntil(today) : null };
}

/** Erasure of an agent on request (K2): the records that are kept, the reasons against it, and the erasure itself. */
export function forgettingRoutes(services: Services): Route[] {
  const { log, auth } = services;

  const preview = route({
    method: 'get',
    paths: ['/admin/travel-agents/{id}/forgetting'],
    who,
    summary: 'What forgetting this agent would keep and take along, what is owed, and what stands in the way',
    tag,
    reads: told,
    answer: erasurePreview,
    handle: async ({ params, context }) => {
      const { state, stream } = await load(log, agentDecider, agentStream(params.id as string));
      if (state.status === 'none') throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
      const money = await agentFinances(services.pool, state.agentId);
      const { kept, until } = keptOf(money, dayOf(context.now));
      const events = stream.events as unknown as readonly AgentEvent[];
      const theirs = await recordsOf({ log, db: services.pool }, state.agentId, events);
      return {
        body: {
          ...{ status: state.status, requestedAt: state.deletionRequest?.requestedAt ?? null, kept, keptUntil: until },
          ...{ owedCents: money.owedCents, payoutUnderWay: money.payoutUnderWay },
          ...{ enquiries: theirs.enquiries.length, referrals: theirs.referrals.length },
        },
      };
    },
  });

  const forget = route({
    method: 'post',
    paths: ['/admin/travel-agents/{id}/forgetting'],
    who,
    summary:
      'Forget an agent who asked for it: destroys the key, and everything that names the person. It cannot be undone',
    tag,
    reads,
    status: 202,
    body: z.object({ reason: needed('A reason is required!', 500) }),
    answer: z.object({ message: z.string() }),
    handle: async ({ params, context, body: { reason } }) => {
      const person = agentStream(params.id as string);
      const { state } = await load(log, agentDecider, person, { personal: false });
      if (state.status === 'none') throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
      const money = await agentFinances(services.pool, state.agentId);
      if (money.payoutUnderWay)
        throw new DomainError(
          'conflict',
          'agent.payout-under-way',
          'A payout of this agent is under way. Settle it first.',
        );
      const { kept, until } = keptOf(money, dayOf(context.now));
      const command = { type: 'Forget', at: context.now.toISOString(), kept, keptUntil: until } as const;
      const { position } = await handle(log, agentDecider, person, command, { ...context, reason });
      await auth.sessions.endOthers(person, null);
      return {
        body: { message: 'The agent is being forgotten. Within a minute nothing names them any more.' },
        position: position ?? null,
      };
    },
  });

  return [preview, forget];
}
