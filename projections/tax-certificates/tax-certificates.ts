import type { Certificate, TaxEvent } from '@fynbos/domain/tax/events.ts';
import type { Projection } from '../engine/projection.ts';

/** A certificate of an agent's tax year; a later version replaces the one before, which stays in the events. */
export interface TaxCertificateRow extends Omit<Certificate, 'certificateNo'> {
  /** The stream without its prefix: `{agentId}-{taxYear}-{type}`. */
  id: string;
  certificateNo: string;
  /** How often it was given out again, as a duplicate. */
  copies: number;
}

type CertificateEvent = Extract<TaxEvent, { type: 'CertificateIssued' | 'CertificateReissued' }>;

/** Read model `tax-certificates`, by agent, year and type. */
export const taxCertificates: Projection<TaxCertificateRow, CertificateEvent> = {
  name: 'tax-certificates',
  version: 1,
  eventTypes: ['CertificateIssued', 'CertificateReissued'],
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
    },
    primaryKey: 'id',
    indexes: ['("taxYear", "agentId")', '("agentId")'],
  },
  keys: ({ streamId }) => [streamId.slice('tax-certificate-'.length)],
  evolve: (row, event, key) => {
    if (event.type === 'CertificateIssued') return { ...(event.data as Certificate), id: key, copies: 0 };
    if (!row) throw new Error('a duplicate of a certificate that was not issued');
    return { ...row, copies: (event.data as Extract<TaxEvent, { type: 'CertificateReissued' }>['data']).copy };
  },
};
