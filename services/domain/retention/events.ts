import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/** What the tax law wants known of somebody who was paid: enough for certificates and the file for SARS, and no more. */
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
 * Stream `retained-agent-{agentId}`: kept apart from the programme when an agent is forgotten, under a key of its own that
 * is destroyed after `until`.
 */
export const retentionEvents = {
  TaxRecordRetained: z.object({
    agentId: z.int().positive(),
    /** The last day on which it has to be kept. */
    until: z.iso.date(),
    retainedAt: z.iso.datetime(),
    personal: taxPerson.nullable(),
  }),
  /** Its time is over: the key is destroyed. */
  TaxRecordDestroyed: z.object({ agentId: z.int().positive(), destroyedAt: z.iso.datetime() }),
} as const;

export type RetentionEvent = EventsOf<typeof retentionEvents>;
export type TaxPerson = z.output<typeof taxPerson>;
