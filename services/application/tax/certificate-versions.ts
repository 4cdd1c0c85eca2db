import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { type CertificateVersion, certificateDecider, certificateStream } from '@fynbos/domain/tax/certificate.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle, load } from '../handle.ts';
import type { Application } from '../services.ts';

/** The versions of a certificate by its id (`{agentId}-{taxYear}-{type}`), oldest first. Throws `tax.certificate-unknown`. */
export async function certificateVersions(
  { log }: Pick<Application, 'log'>,
  certificateId: string,
): Promise<readonly CertificateVersion[]> {
  const { state } = await load(log, certificateDecider, certificateStream(certificateId));
  if (state.versions.length === 0)
    throw new DomainError('not-found', 'tax.certificate-unknown', 'Certificate not found.');
  return state.versions;
}

/** One version of a certificate; the newest if `version` is undefined. Throws `tax.certificate-unknown`. */
export async function certificateVersion(
  application: Pick<Application, 'log'>,
  certificateId: string,
  version: number | undefined,
): Promise<CertificateVersion> {
  const versions = await certificateVersions(application, certificateId);
  const found =
    version === undefined ? versions.at(-1) : versions.find(({ certificate }) => certificate.version === version);
  if (!found) throw new DomainError('not-found', 'tax.certificate-unknown', 'Version not found.');
  return found;
}

/** Records that a duplicate of the newest version is issued. Throws `tax.certificate-unknown`, `tax.certificate-withdrawn`. */
export async function reissueCertificate(
  application: Pick<Application, 'log'>,
  certificateId: string,
  reason: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const { certificate } = await certificateVersion(application, certificateId, undefined);
  const { certificateNo } = certificate;
  const command = { type: 'ReissueCertificate', certificateNo, reason, at: context.now.toISOString() } as const;
  const stream = certificateStream(certificateId);
  return (await handle(application.log, certificateDecider, stream, command, { ...context, reason })).position;
}
