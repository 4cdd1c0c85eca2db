import { RECONCILIATION_PERIODS } from '@fynbos/domain/tax/emp501.ts';
import { taxYearDecider, taxYearStreamOf } from '@fynbos/domain/tax/tax-year.ts';
import { z } from 'zod';
import { approvedChange, handleInSteps, handleOnce } from '../approved-change.ts';

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
    const stream = { decider: taxYearDecider, streamId: taxYearStreamOf(payload.taxYear), context };
    await handleOnce(log, { ...stream, command: { type: 'SubmitSarsFile', ...payload } });
    const { taxYear, period, fileNo } = payload;
    await handleInSteps(log, { ...stream, command: { type: 'ContinueSarsSubmission', taxYear, period, fileNo } });
  },
});
