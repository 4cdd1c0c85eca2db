import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';

/** Streams `audit-pack-{id}`: an excerpt of the audit log that is shared with an outsider by a link. */
export const auditPackEvents = {
  AuditPackCreated: z.object({
    packId: z.string(),
    createdBy: z.int(),
    /** The first and last Johannesburg day of the excerpt. */
    from: z.iso.date(),
    to: z.iso.date(),
    /** Resources and ids, such as `travel-agents/7`; empty for the whole programme. */
    records: z.array(z.string()),
    /** Whether entries of the system and of integrators are included. */
    automatic: z.boolean(),
    /** SHA-256 of the secret in the link, in hexadecimal. */
    secretHash: z.string(),
    createdAt: instant,
    expiresAt: instant,
  }),
  AuditPackOpened: z.object({
    packId: z.string(),
    how: z.enum(['viewed', 'downloaded']),
    openedAt: instant,
    /** The network address of the reader. */
    personal: z.object({ address: z.string() }).nullable(),
  }),
  AuditPackRevoked: z.object({ packId: z.string(), revokedAt: instant }),
} as const;

export type AuditPackEvent = EventsOf<typeof auditPackEvents>;
