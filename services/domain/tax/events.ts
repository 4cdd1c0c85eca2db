import { z } from 'zod';
import { adminIdText, type DataOf, type EventsOf, instant } from '../event-schema.ts';

const day = z.iso.date();
const period = z.enum(['interim', 'final']);
/** As a file for SARS states it. */
const filed = z.object({
  certificateNo: z.string(),
  agentId: z.int(),
  type: z.enum(['IRP5', 'IT3(a)']),
  version: z.int(),
  grossCents: z.int(),
  payeCents: z.int(),
});
const month = z.object({ month: z.string(), grossCents: z.int(), payeCents: z.int() });

/** Streams `tax-year-{year}`, and `tax-certificate-{agentId}-{taxYear}-{type}`. */
export const taxEvents = {
  /** A later version replaces certificates with changed figures. */
  CertificatesOrdered: z.object({ taxYear: z.int(), version: z.int(), orderedBy: adminIdText, orderedAt: instant }),
  /** In parts, so that an event stays small. `changes`: only certificates that SARS does not have as they are now. */
  SarsFileMade: z.object({
    taxYear: z.int(),
    period,
    fileNo: z.int(),
    content: z.enum(['all', 'changes']),
    part: z.int(),
    parts: z.int(),
    certificates: z.array(filed),
    /** Of the text, hexadecimal. Absent before the end of the period, and in earlier releases. */
    sha256: z.string().optional(),
    madeAt: instant,
  }),
  /** By finance. Parts and certificates are those of the file. */
  SarsFileSubmitted: z.object({
    taxYear: z.int(),
    period,
    fileNo: z.int(),
    part: z.int(),
    parts: z.int(),
    certificates: z.array(filed),
    submittedOn: day,
    /** SARS's reference of the submission. */
    reference: z.string(),
    submittedAt: instant,
  }),
  /** Finance recorded that certificates which SARS had are cancelled there (EMP601). */
  CertificatesCancelled: z.object({
    taxYear: z.int(),
    certificateNos: z.array(z.string()),
    cancelledOn: day,
    reference: z.string(),
    cancelledAt: instant,
  }),
  CertificateIssued: z.object({
    /** SARS 3010: 30 characters. Kept, unless the certificate was withdrawn or its type changed (T14). */
    certificateNo: z.string().length(30),
    agentId: z.int(),
    taxYear: z.int(),
    version: z.int(),
    type: z.enum(['IRP5', 'IT3(a)']),
    /** `reasonCode`: why an IT3(a) has no deduction (4150). */
    sourceCode: z.string(),
    reasonCode: z.string().nullable(),
    directiveNumbers: z.array(z.string()),
    grossCents: z.int(),
    payeCents: z.int(),
    months: z.array(month),
    issuedAt: instant,
  }),
  CertificateReissued: z.object({ certificateNo: z.string(), copy: z.int(), reason: z.string(), reissuedAt: instant }),
  /**
   * Payments were returned or recovered within the year. `version`: of the order that detected it. The amounts are the
   * year's new sums, zero or less.
   */
  CertificateWithdrawn: z.object({
    certificateNo: z.string(),
    version: z.int(),
    grossCents: z.int(),
    payeCents: z.int(),
    withdrawnAt: instant,
  }),
} as const;

export type TaxEvent = EventsOf<typeof taxEvents>;
export type Certificate = DataOf<TaxEvent, 'CertificateIssued'>;
/** Cents. */
export type FiledCertificate = z.output<typeof filed>;
export type CertificateType = Certificate['type'];
export type TaxMonth = z.output<typeof month>;
