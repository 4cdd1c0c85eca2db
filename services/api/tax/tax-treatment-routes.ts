import { existingAgent } from '@fynbos/application/agents/load-agent.ts';
import { loadPolicy } from '@fynbos/application/reward-policy/current-policy.ts';
import { taxTreatments } from '@fynbos/application/tax/agent-tax.ts';
import { type TaxTreatment, taxTreatment } from '@fynbos/domain/agent/tax-treatment.ts';
import { addDays, taxYearOf } from '@fynbos/domain/calendar.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { formatPercent } from '@fynbos/domain/format.ts';
import { termsOn } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { z } from 'zod';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { day, reasonField } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { treatmentsAnswer } from './answers.ts';

/** Clients may send a rate with every kind, as earlier releases required. */
const sentTreatment = taxTreatment.and(z.object({ rate: z.number().optional() }));

const treatmentForm = z.object({
  effectiveFrom: day('Must be a date as YYYY-MM-DD.'),
  treatment: sentTreatment.refine(
    (treatment) => treatment.kind !== 'directive' || treatment.directiveNumber !== '',
    'A directive needs its number.',
  ),
  reason: reasonField('Say what the treatment is based on.'),
});

/** Throws `tax.rate` for a rate that the kind does not use (T1). `payeRate`: of the policy on the first day. */
function assertRate({ kind, rate }: z.output<typeof sentTreatment>, payeRate: number): void {
  if (rate === undefined || kind === 'directive' || kind === 'non-resident') return;
  const reject = (message: string) => fieldError('tax.rate', 'treatment', message);
  if (kind !== 'paye' && rate !== 0) throw reject('This treatment has no deduction. Its rate must be 0%.');
  if (kind === 'paye' && rate !== payeRate)
    throw reject(`Under PAYE the rate of the reward policy applies: ${formatPercent(payeRate)}.`);
}

/** A directive ends with the tax year in which it begins, unless an earlier day is given (T12). */
function withEnd(treatment: TaxTreatment, effectiveFrom: string): TaxTreatment {
  if (treatment.kind !== 'directive') return treatment;
  const yearEnd = addDays(`${taxYearOf(effectiveFrom)}-03-01`, -1);
  const until = treatment.until ?? yearEnd;
  if (until >= effectiveFrom && until <= yearEnd) return { ...treatment, until };
  const message = `A directive ends on or after its first day, and by the end of its tax year, ${yearEnd}.`;
  throw fieldError('tax.directive-end', 'treatment', message);
}

const path = '/admin/travel-agents/{id}/tax-treatment';
/** The tax treatment of an agent: its history, and changes with an approval (T1, X3). */
export const taxTreatmentRoutes = tagged('Tax', [
  route.get(path, {
    who: { admin: 'reports:see' },
    summary: 'Get the tax treatment of an agent today, and its history with evidence',
    answer: treatmentsAnswer,
    handle: async ({ params }, { log, now }) => ({ body: await taxTreatments(log, params.id, now()) }),
  }),
  route.post(path, {
    who: { admin: 'tax:change' },
    summary: 'Set the tax treatment of an agent from a day on. Needs approval',
    body: treatmentForm,
    ...pendingApproval,
    handle: async (call, services) => {
      const { id } = call.params;
      const { effectiveFrom, reason } = call.body;
      await existingAgent(services, id);
      assertRate(call.body.treatment, termsOn(await loadPolicy(services.log), effectiveFrom).payeRate);
      const treatment = withEnd(taxTreatment.parse(call.body.treatment), effectiveFrom);
      const rate = 'rate' in treatment ? `, ${formatPercent(treatment.rate)}` : '';
      return respondPendingApproval(services, call, {
        reason,
        kind: 'agent.tax-treatment',
        subject: `travel-agents/${id}`,
        summary: `Tax treatment of agent ${id} from ${effectiveFrom}: ${treatment.kind}${rate}`,
        fields: ['treatment'],
        payload: { agentId: id, effectiveFrom, treatment },
      });
    },
  }),
]);
