import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/** The details of a paid person that tax law requires: only those for certificates and the SARS file. */
export const taxPerson = z.object({
  title: z.string(),
  initials: z.string(),
  firstName: z.string(),
  surname: z.string(),
  idNumber: z.string(),
  countryOfIssue: z.string(),
  taxCountry: z.string(),
  taxNumber: z.string(),
  physicalAddressLine1: z.string(),
  physicalAddressLine2: z.string(),
  physicalAddressLine3: z.string(),
  postalCode: z.string(),
});

/**
 * Stream `retained-agent-{agentId}`: stored separately when an agent is erased, with a key of its own that is destroyed
 * after `until`.
 */
export const retentionEvents = {
  TaxRecordRetained: z.object({
    agentId: z.int().positive(),
    /** The last day of the retention period. */
    until: z.iso.date(),
    retainedAt: z.iso.datetime(),
    personal: taxPerson.nullable(),
  }),
  /** The retention period is over: the key is destroyed. */
  TaxRecordDestroyed: z.object({ agentId: z.int().positive(), destroyedAt: z.iso.datetime() }),
} as const;

export type RetentionEvent = EventsOf<typeof retentionEvents>;
export type TaxPerson = z.output<typeof taxPerson>;
