import { eraseAgent, previewErasure } from '@fynbos/application/erasure/erase-agent.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { z } from 'zod';
import { reasonField } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { erasureAnswer } from './answers.ts';

const who = { admin: 'agents:change' } as const;

const preview = route.get('/admin/travel-agents/{id}/forgetting', {
  who,
  summary: 'Preview an erasure: records kept and deleted, the amount owed, and what prevents it',
  reads: [enquiries.name, referrals.name],
  answer: erasureAnswer,
  handle: async ({ params, context }, services) => ({
    body: await previewErasure(services, params.id, context.now),
  }),
});

const forget = route.post('/admin/travel-agents/{id}/forgetting', {
  who,
  summary: 'Erase an agent at their request: destroys the key and deletes all personal data. This cannot be undone',
  status: 202,
  body: z.object({ reason: reasonField('A reason is required!', 500) }),
  message: 'Erasure started. Personal data will be removed within a minute.',
  run: ({ params, context, body: { reason } }, services) => eraseAgent(services, params.id, { ...context, reason }),
});

/** Erasure of an agent on request (K2): the records that are kept, the reasons against it, and the erasure itself. */
export const erasureRoutes = tagged('Travel agents', [preview, forget]);
