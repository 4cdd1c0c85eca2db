import { RECONCILIATION_PERIODS } from '@fynbos/domain/tax/emp501.ts';
import { taxYearDecider, taxYearStreamOf } from '@fynbos/domain/tax/tax-year.ts';
import { z } from 'zod';
import { approvedChange, handleOnce } from '../approved-change.ts';

/** Records that SARS has a file (T15). */
export const submitSarsFile = approvedChange({
  permission: 'tax:change',
  payload: z.object({
    taxYear: z.int(),
    period: z.enum(RECONCILIATION_PERIODS),
    fileNo: z.int(),
    submittedOn: z.string(),
    reference: z.string(),
  }),
  async execute({ log }, { payload }, context) {
    const command = { type: 'SubmitSarsFile' as const, ...payload };
    await handleOnce(log, { decider: taxYearDecider, streamId: taxYearStreamOf(payload.taxYear), command, context });
  },
});
