import { packEntry } from '@fynbos/application/audit-packs/content.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { z } from 'zod';

const day = z.iso.date();

export const auditPackAnswer = z.object({
  id: z.string(),
  from: day,
  to: day,
  /** Names of the records; empty for the whole programme. */
  records: z.array(z.string()),
  automatic: z.boolean(),
  createdAt: instant,
  createdBy: z.string(),
  expiresAt: instant,
  reason: z.string().nullable(),
  status: z.enum(['valid', 'expired', 'revoked']),
  views: z.int(),
  downloads: z.int(),
  lastOpenedAt: instant.nullable(),
});
export type AuditPack = z.output<typeof auditPackAnswer>;

/** `POST /admin/audit-packs`. `link` contains the secret and is shown once. */
export const createdPackAnswer = z.object({ id: z.string(), link: z.string(), expiresAt: instant });
export type CreatedPack = z.output<typeof createdPackAnswer>;

/** `POST /audit-packs/open`: the narrative behind a link. Personal data is masked. */
export const openedPackAnswer = z.object({
  programme: z.string(),
  from: day,
  to: day,
  records: z.array(z.string()),
  createdAt: instant,
  createdBy: z.string(),
  expiresAt: instant,
  /** The public key that signs the download, for comparison by another channel. */
  publicKey: z.string(),
  entries: z.array(packEntry),
});
export type OpenedPack = z.output<typeof openedPackAnswer>;
