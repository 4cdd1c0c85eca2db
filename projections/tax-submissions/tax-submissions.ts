import type { TaxEvent } from '@fynbos/domain/tax/events.ts';
import type { SubmittedCertificate } from '@fynbos/domain/tax/submissions.ts';
import { z } from 'zod';
import { text } from '../engine/columns.ts';
import { defineProjection, requireRow } from '../engine/projection.ts';

/** A certificate as SARS has it (T15). A later submission under the same number replaces it. */
const taxSubmissionRow = z.object({
  certificateNo: z.string(),
  taxYear: z.int32(),
  agentId: z.int32(),
  period: text<SubmittedCertificate['period']>(),
  type: text<SubmittedCertificate['type']>(),
  version: z.int32(),
  grossCents: z.int(),
  payeCents: z.int(),
  submittedOn: z.string(),
  cancelledOn: z.string().nullable(),
});
export type TaxSubmissionRow = z.output<typeof taxSubmissionRow>;

type SubmissionEvent = Extract<TaxEvent, { type: 'SarsFileSubmitted' | 'CertificatesCancelled' }>;

export const taxSubmissions = defineProjection<TaxSubmissionRow, SubmissionEvent>({
  name: 'tax-submissions',
  version: 1,
  row: taxSubmissionRow,
  primaryKey: 'certificateNo',
  indexes: ['("agentId")'],
  keys: ({ type, data }) =>
    type === 'SarsFileSubmitted' ? data.certificates.map(({ certificateNo }) => certificateNo) : data.certificateNos,
  handlers: {
    SarsFileSubmitted: (_row, { data: { taxYear, period, submittedOn, certificates } }, key) => {
      const own = certificates.find(({ certificateNo }) => certificateNo === key);
      if (!own) throw new Error(`the submission event does not contain certificate ${key}`);
      return { ...own, taxYear, period, submittedOn, cancelledOn: null };
    },
    CertificatesCancelled: (row, { data }) => ({ ...requireRow(row), cancelledOn: data.cancelledOn }),
  },
});
