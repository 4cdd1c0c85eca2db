import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { taxTreatment, treatmentOn } from '@fynbos/domain/agent/tax-treatment.ts';
import type { TaxEvent } from '@fynbos/domain/tax/events.ts';
import { taxYearDecider, taxYearStreamOf } from '@fynbos/domain/tax/tax-year.ts';
import { z } from 'zod';
import { approvedChange } from '../approvable/approved-change.ts';
import { once } from '../approvable/once.ts';
import { handle, load } from '../handle.ts';

const reason = z.string().exactOptional();

export const setTaxTreatment = approvedChange({
  permission: 'tax:change',
  payload: z.object({ agentId: z.string(), effectiveFrom: z.string(), treatment: taxTreatment, reason }),
  personal: z.object({}),
  async execute({ log }, { payload: { agentId, effectiveFrom, treatment } }, context) {
    const command = { type: 'SetTaxTreatment', at: context.now.toISOString(), effectiveFrom, treatment } as const;
    const set = once<AgentEvent>(log, context, 'TaxTreatmentSet');
    await handle(log, agentDecider, agentStream(agentId), command, context, set);
  },
  async compare({ log }, { payload: { agentId, effectiveFrom, treatment } }) {
    const { state } = await load(log, agentDecider, agentStream(agentId), { personal: false });
    return { before: { treatment: treatmentOn(state.treatments, effectiveFrom) }, after: { treatment } };
  },
});

export const orderCertificates = approvedChange({
  permission: 'tax:change',
  payload: z.object({ taxYear: z.int(), reason }),
  personal: z.object({}),
  async execute({ log }, { payload: { taxYear } }, context) {
    const at = context.now.toISOString();
    const command = { type: 'OrderCertificates', taxYear, by: context.actor.id, at } as const;
    const ordered = once<TaxEvent>(log, context, 'CertificatesOrdered');
    await handle(log, taxYearDecider, taxYearStreamOf(taxYear), command, context, ordered);
  },
});
