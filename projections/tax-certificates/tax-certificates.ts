import type { CertificateEvent } from '@fynbos/domain/tax/certificate.ts';
import type { Certificate } from '@fynbos/domain/tax/events.ts';
import type { Projection } from '../engine/projection.ts';

/** A certificate of an agent's tax year; a later version replaces the one before, which stays in the events. */
export interface TaxCertificateRow extends Omit<Certificate, 'certificateNo'> {
  /** The stream without its prefix: `{agentId}-{taxYear}-{type}`. */
  id: string;
  certificateNo: string;
  /** How often it was given out again, as a duplicate. */
  copies: number;
  /** When it was withdrawn, since nothing of it is left (ISO 8601 UTC); null where it holds. */
  withdrawnAt: string | null;
}

/** Read model `tax-certificates`, by agent, year and type. */
export const taxCertificates: Projection<TaxCertificateRow, CertificateEvent> = {
  name: 'tax-certificates',
  version: 2,
  eventTypes: ['CertificateIssued', 'CertificateReissued', 'CertificateWithdrawn'],
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
  keys: ({ streamId }) => [streamId.slice('tax-certificate-'.length)],
  evolve: (row, event, key) => {
    const { type, data } = event as CertificateEvent;
    if (type === 'CertificateIssued') return { ...data, id: key, copies: 0, withdrawnAt: null };
    if (!row) throw new Error('a duplicate or the withdrawal of a certificate that was not issued');
    return type === 'CertificateReissued' ? { ...row, copies: data.copy } : { ...row, withdrawnAt: data.withdrawnAt };
  },
};
