import { DomainError } from '@fynbos/domain/errors.ts';
import type { Certificate, TaxEvent } from '@fynbos/domain/tax/events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';

const streamOf = (id: string): string => `tax-certificate-${id}`;

/** A version of a certificate as it was issued, with what became of it. */
export interface CertificateVersion {
  readonly certificate: Certificate;
  /** How often it was given out again, as a duplicate. */
  readonly copies: number;
  /** The version that took its place, and when (ISO 8601 UTC); null for the newest. */
  readonly supersededBy: { readonly version: number; readonly certificateNo: string; readonly on: string } | null;
  /** When it was withdrawn, since nothing of it was left (ISO 8601 UTC); null for one that never was. */
  readonly withdrawnOn: string | null;
}

/** All versions of a certificate, the oldest first, from its events. */
export function versionsOf(events: readonly TaxEvent[]): CertificateVersion[] {
  const versions: CertificateVersion[] = [];
  for (const event of events) {
    const last = versions.at(-1);
    if (event.type === 'CertificateIssued') {
      const { version, certificateNo, issuedAt: on } = event.data;
      if (last) versions[versions.length - 1] = { ...last, supersededBy: { version, certificateNo, on } };
      versions.push({ certificate: event.data, copies: 0, supersededBy: null, withdrawnOn: null });
    } else if (event.type === 'CertificateReissued' && last)
      versions[versions.length - 1] = { ...last, copies: event.data.copy };
    else if (event.type === 'CertificateWithdrawn' && last)
      versions[versions.length - 1] = { ...last, withdrawnOn: event.data.withdrawnAt };
  }
  return versions;
}

/** The versions of a certificate by its id (`{agentId}-{taxYear}-{type}`). Throws a 404 where there is none. */
export async function certificateVersions(log: EventLog, id: string): Promise<CertificateVersion[]> {
  const { events } = await log.readStream(streamOf(id), { personal: false });
  const versions = versionsOf(events as unknown as readonly TaxEvent[]);
  if (versions.length === 0)
    throw new DomainError('not-found', 'tax.certificate-unknown', 'There is no such certificate.');
  return versions;
}

/** The version that `asked` (a query's `version`) names, or the newest, which holds unless it was withdrawn. Throws a 404 where there is none. */
export async function certificateVersion(
  log: EventLog,
  id: string,
  asked: number | undefined,
): Promise<CertificateVersion> {
  const versions = await certificateVersions(log, id);
  const found =
    asked === undefined ? versions.at(-1) : versions.find(({ certificate }) => certificate.version === asked);
  if (!found) throw new DomainError('not-found', 'tax.certificate-unknown', 'There is no such version.');
  return found;
}
