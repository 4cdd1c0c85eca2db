import { assertTreatment, taxTreatments } from '@fynbos/application/tax/tax-treatments.ts';
import { type TaxTreatment, taxTreatment } from '@fynbos/domain/agent/tax-treatment.ts';
import { addDays, taxYearOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { z } from 'zod';
import { leaveForApproval, waitingAnswer } from '../approvals/waiting.ts';
import { day, needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
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

/** A directive ends with the tax year in which it begins, unless an earlier day is given (T12). */
function withEnd(treatment: TaxTreatment, effectiveFrom: string): TaxTreatment {
  if (treatment.kind !== 'directive') return treatment;
  const yearEnd = addDays(`${taxYearOf(effectiveFrom)}-03-01`, -1);
  const until = treatment.until ?? yearEnd;
  if (until >= effectiveFrom && until <= yearEnd) return { ...treatment, until };
  const message = `A directive ends on or after its first day, and by the end of its tax year, ${yearEnd}.`;
  throw new DomainError('invalid', 'tax.directive-end', message, [{ field: 'treatment', message }]);
}

const path = '/admin/travel-agents/{id}/tax-treatment';
/** The tax treatment of an agent: its history, and changes with an approval (T1, X3). */
export const taxTreatmentRoutes: readonly Route[] = [
  route.get(path, {
    who: { admin: 'reports:see' },
    summary: 'Show the tax treatment of an agent today, and its history with evidence',
    tag,
    answer: treatmentsAnswer,
    handle: async ({ params }, { log, now }) => ({ body: await taxTreatments(log, params.id, now()) }),
  }),
  route.post(path, {
    needsApproval: true,
    who: { admin: 'tax:change' },
    summary: 'Set the tax treatment of an agent from a day on. Needs approval',
    tag,
    status: 202,
    body: treatmentForm,
    answer: waitingAnswer,
    handle: async (call, services) => {
      const { id } = call.params;
      const { effectiveFrom, reason } = call.body;
      const treatment = withEnd(call.body.treatment, effectiveFrom);
      await assertTreatment(services.log, id, effectiveFrom, treatment);
      return leaveForApproval(services, call, {
        reason,
        kind: 'agent.tax-treatment',
        subject: `travel-agents/${id}`,
        summary: `Tax treatment of agent ${id} from ${effectiveFrom}: ${treatment.kind}, ${treatment.rate * 100} %`,
        fields: ['treatment'],
        payload: { agentId: id, effectiveFrom, treatment, reason },
      });
    },
  }),
];
