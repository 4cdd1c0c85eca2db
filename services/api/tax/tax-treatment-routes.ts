import { assertTreatment, taxTreatments } from '@fynbos/application/tax/tax-treatments.ts';
import { taxTreatment } from '@fynbos/domain/agent/tax-treatment.ts';
import { z } from 'zod';
import { leaveForApprovalBecause, waitingAnswer } from '../approvals/waiting.ts';
import { day, needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { treatmentsAnswer } from './answers.ts';

const tag = 'Tax';

const treatmentForm = z.object({
  effectiveFrom: day('Must be a day like 2026-03-31.'),
  treatment: taxTreatment.refine(
    ({ kind, directiveNumber }) => kind !== 'directive' || Boolean(directiveNumber),
    'A directive needs its number.',
  ),
  reason: needed('Say what the treatment is based on.'),
});
/** The tax treatment of an agent: its history, and changes with an approval (T1, X3). */
export function taxTreatmentRoutes(services: Services): Route[] {
  const { log, now } = services;
  const paths = ['/admin/travel-agents/{id}/tax-treatment'];
  return [
    route({
      method: 'get',
      paths,
      who: { admin: 'reports:see' },
      summary: 'The tax treatment of an agent today, and its history with evidence',
      tag,
      answer: treatmentsAnswer,
      handle: async ({ params }) => ({ body: await taxTreatments(log, params.id as string, now()) }),
    }),
    route({
      method: 'post',
      paths,
      secondPerson: true,
      who: { admin: 'tax:change' },
      summary: 'Set the tax treatment of an agent from a day on. Needs approval',
      tag,
      status: 202,
      body: treatmentForm,
      answer: waitingAnswer,
      handle: async (call) => {
        const id = call.params.id as string;
        const { effectiveFrom, treatment, reason } = call.body;
        await assertTreatment(log, id, effectiveFrom, treatment);
        return leaveForApprovalBecause(services, call, reason, {
          kind: 'agent.tax-treatment',
          subject: `travel-agents/${id}`,
          summary: `Tax treatment of agent ${id} from ${effectiveFrom}: ${treatment.kind}, ${treatment.rate * 100} %`,
          fields: ['treatment'],
          payload: { agentId: id, effectiveFrom, treatment, reason },
        });
      },
    }),
  ];
}
