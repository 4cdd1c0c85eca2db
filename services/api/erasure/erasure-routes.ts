import { eraseAgent, previewErasure } from '@fynbos/application/erasure/erase-agent.ts';
import { AGENT_FINANCES_READS } from '@fynbos/projections/agent-finances/queries.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import { erasureAnswer } from './answers.ts';

const tag = 'Travel agents';
const who = { admin: 'agents:change' } as const;
const reads = AGENT_FINANCES_READS;

const preview = route.get('/admin/travel-agents/{id}/forgetting', {
  who,
  summary: 'Preview an erasure: records kept and deleted, the amount owed, and what prevents it',
  tag,
  reads: [...reads, enquiries.name, referrals.name],
  answer: erasureAnswer,
  handle: async ({ params, context }, services) => ({
    body: await previewErasure(services, params.id, context.now),
  }),
});

const forget = route.post('/admin/travel-agents/{id}/forgetting', {
  who,
  summary: 'Erase an agent at their request: destroys the key and deletes all personal data. This cannot be undone',
  tag,
  reads,
  status: 202,
  body: z.object({ reason: needed('A reason is required!', 500) }),
  answer: z.object({ message: z.string() }),
  handle: async ({ params, context, body: { reason } }, services) => {
    const position = await eraseAgent(services, params.id, { ...context, reason });
    return {
      body: { message: 'Erasure started. Personal data will be removed within a minute.' },
      position,
    };
  },
});

/** Erasure of an agent on request (K2): the records that are kept, the reasons against it, and the erasure itself. */
export const forgettingRoutes: readonly Route[] = [preview, forget];
