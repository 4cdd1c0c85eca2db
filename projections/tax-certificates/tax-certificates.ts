import { idInStream } from '@fynbos/domain/decider.ts';
import { type CertificateEvent, certificateStreamOf } from '@fynbos/domain/tax/certificate.ts';
import type { Certificate } from '@fynbos/domain/tax/events.ts';
import { defineProjection, existing } from '../engine/projection.ts';

/** A certificate of an agent's tax year. A later version replaces the earlier one, which stays in the events. */
export interface TaxCertificateRow extends Omit<Certificate, 'certificateNo'> {
  /** The stream without its prefix: `{agentId}-{taxYear}-{type}`. */
  id: string;
  certificateNo: string;
  /** Number of duplicates issued. */
  copies: number;
  /** When it was withdrawn because its amounts were reversed (ISO 8601 UTC); null while it is valid. */
  withdrawnAt: string | null;
}

/** Read model `tax-certificates`, by agent, year and type. */
export const taxCertificates = defineProjection<TaxCertificateRow, CertificateEvent>({
  name: 'tax-certificates',
  version: 2,
  table: {
    columns: {
      id: 'text',
      certificateNo: 'text',
      agentId: 'integer',
      taxYear: 'integer',
      version: 'integer',
      type: 'text',
      sourceCode: 'text',
      reasonCode: 'text',
      directiveNumbers: 'json',
      grossCents: 'bigint',
      payeCents: 'bigint',
      months: 'json',
      issuedAt: 'text',
      copies: 'integer',
      withdrawnAt: 'text',
    },
    primaryKey: 'id',
    indexes: ['("taxYear", "agentId")', '("agentId")'],
  },
  keys: ({ streamId }) => [idInStream(certificateStreamOf, streamId)],
  handlers: {
    CertificateIssued: (_row, { data }, key) => ({ ...data, id: key, copies: 0, withdrawnAt: null }),
    CertificateReissued: (row, { data }) => ({ ...existing(row), copies: data.copy }),
    CertificateWithdrawn: (row, { data }) => ({ ...existing(row), withdrawnAt: data.withdrawnAt }),
  },
});
