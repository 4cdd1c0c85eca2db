import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { taxTreatment, treatmentOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { z } from 'zod';
import { load } from '../../handle.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

export const setTaxTreatment = approvedChange({
  permission: 'tax:change',
  payload: z.object({ agentId: z.string(), effectiveFrom: z.string(), treatment: taxTreatment }),
  async execute({ log }, { payload: { agentId, effectiveFrom, treatment } }, context) {
    const command = { type: 'SetTaxTreatment', effectiveFrom, treatment } as const;
    await handleOnce(log, { decider: agentDecider, streamId: agentStreamOf(agentId), command, context });
  },
  async compare({ log }, { payload: { agentId, effectiveFrom, treatment } }) {
    const { state } = await load(log, agentDecider, agentStreamOf(agentId), { personal: false });
    return { before: { treatment: treatmentOn(state.treatments, effectiveFrom) }, after: { treatment } };
  },
});
