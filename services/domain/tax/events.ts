import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

const instant = z.iso.datetime();
const month = z.object({ month: z.string(), grossCents: z.int(), payeCents: z.int() });

/** Streams `tax-year-{year}`, and `tax-certificate-{agentId}-{taxYear}-{type}` for what an agent was certified. */
export const taxEvents = {
  /** Certificates of the year are to be made; a later version replaces those whose figures have changed. */
  CertificatesOrdered: z.object({ taxYear: z.int(), version: z.int(), orderedBy: z.string(), orderedAt: instant }),
  CertificateIssued: z.object({
    /** SARS 3010: 30 characters, never used again. */
    certificateNo: z.string().length(30),
    agentId: z.int(),
    taxYear: z.int(),
    version: z.int(),
    type: z.enum(['IRP5', 'IT3(a)']),
    /** SARS code of the income, and for an IT3(a) the reason why nothing was deducted (4150). */
    sourceCode: z.string(),
    reasonCode: z.string().nullable(),
    directiveNumbers: z.array(z.string()),
    grossCents: z.int(),
    payeCents: z.int(),
    months: z.array(month),
    issuedAt: instant,
  }),
  /** The same certificate given out again, marked as a duplicate. */
  CertificateReissued: z.object({ certificateNo: z.string(), copy: z.int(), reason: z.string(), reissuedAt: instant }),
  /**
   * What it certified came back, or was taken off, within its year: it holds no more. `version` is that of the order that
   * found it so, the amounts are what the year comes to instead: nothing, or less.
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
export type Certificate = Extract<TaxEvent, { type: 'CertificateIssued' }>['data'];
export type CertificateType = Certificate['type'];
export type TaxMonth = z.output<typeof month>;
