import { idFromStreamName } from '@fynbos/domain/decider.ts';
import { type CertificateEvent, certificateStreamOf } from '@fynbos/domain/tax/certificate.ts';
import type { Certificate } from '@fynbos/domain/tax/events.ts';
import { z } from 'zod';
import { json, text } from '../engine/columns.ts';
import { defineProjection, requireRow } from '../engine/projection.ts';

/** A certificate of an agent's tax year. A later version replaces the earlier one, which stays in the events. */
const taxCertificateRow = z.object({
  /** The stream without its prefix: `{agentId}-{taxYear}-{type}`. */
  id: z.string(),
  certificateNo: z.string(),
  agentId: z.int32(),
  taxYear: z.int32(),
  version: z.int32(),
  type: text<Certificate['type']>(),
  sourceCode: z.string(),
  reasonCode: z.string().nullable(),
  directiveNumbers: z.array(z.string()),
  grossCents: z.int(),
  payeCents: z.int(),
  months: json<Certificate['months']>(),
  issuedAt: z.string(),
  /** Number of duplicates issued. */
  copies: z.int32(),
  /** When it was withdrawn because its amounts were reversed (ISO 8601 UTC); null while it is valid. */
  withdrawnAt: z.string().nullable(),
});
export type TaxCertificateRow = z.output<typeof taxCertificateRow>;

export const taxCertificates = defineProjection<TaxCertificateRow, CertificateEvent>({
  name: 'tax-certificates',
  version: 2,
  row: taxCertificateRow,
  primaryKey: 'id',
  indexes: ['("taxYear", "agentId")', '("agentId")'],
  keys: ({ streamId }) => [idFromStreamName(certificateStreamOf, streamId)],
  handlers: {
    CertificateIssued: (_row, { data }, key) => ({ ...data, id: key, copies: 0, withdrawnAt: null }),
    CertificateReissued: (row, { data }) => ({ ...requireRow(row), copies: data.copy }),
    CertificateWithdrawn: (row, { data }) => ({ ...requireRow(row), withdrawnAt: data.withdrawnAt }),
  },
});
