import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import { type CertifiableYear, COMMISSION_SOURCE_CODE, UNTAXED_REASONS } from './certifiable-years.ts';
import { type ReconciliationPeriod, reconciliationPeriod } from './emp501.ts';
import type { Certificate, TaxEvent } from './events.ts';
import type { SubmittedCertificate } from './submissions.ts';

type YearKind = Pick<CertifiableYear, 'reasonCode' | 'sourceCode'>;

/** One stream, whether it leads to an IRP5 or, with no PAYE deducted, to an IT3(a). */
const isOfPaye = ({ sourceCode }: YearKind): boolean => sourceCode === COMMISSION_SOURCE_CODE;

/**
 * 30 characters (3010, T6): PAYE reference (10), reconciliation as year and month (6), agent id (9), type (1), version
 * that begins with it (4). Corrections keep it (T14).
 */
export function certificateNumber(
  payeReference: string,
  { taxYear, agentId, version }: { readonly taxYear: number; readonly agentId: number; readonly version: number },
  year: YearKind,
  period: ReconciliationPeriod = 'final',
): string {
  const { code } = reconciliationPeriod(taxYear, period);
  const type = isOfPaye(year) ? '0' : (year.reasonCode ?? '').slice(-1);
  return `${payeReference}${code}${String(agentId).padStart(9, '0')}${type}${String(version).padStart(4, '0')}`;
}

/** The first version whose number SARS has not cancelled, and does not have for the other type (T6, T14). */
export function firstUsable(
  submitted: ReadonlyMap<string, Pick<SubmittedCertificate, 'type' | 'cancelledOn'>>,
  make: (version: number) => Certificate,
): Certificate {
  for (let version = 1; ; version++) {
    const certificate = make(version);
    const atSars = submitted.get(certificate.certificateNo);
    if (!atSars || (atSars.cancelledOn === null && atSars.type === certificate.type)) return certificate;
  }
}

/** All versions of a certificate share this id. */
export const certificateIdOf = (agentId: number, taxYear: number, year: YearKind): string =>
  `${agentId}-${taxYear}-${isOfPaye(year) ? 'irp5' : year.reasonCode}`;

export const certificateIdsOf = (agentId: number, taxYear: number): string[] =>
  ['irp5', ...UNTAXED_REASONS].map((kind) => `${agentId}-${taxYear}-${kind}`);

export const certificateStreamOf = (certificateId: string): string => `tax-certificate-${certificateId}`;

/** Instants are ISO 8601 UTC. */
export interface CertificateVersion {
  readonly certificate: Certificate;
  /** Oldest first. */
  readonly duplicates: readonly string[];
  /** The order (its version) that withdrew it; null while it is valid. */
  readonly withdrawn: { readonly order: number; readonly at: string } | null;
  /** The version that replaced it; null for the newest. */
  readonly supersededBy: { readonly version: number; readonly certificateNo: string; readonly on: string } | null;
}

export interface CertificateState {
  /** Oldest first. */
  readonly versions: readonly CertificateVersion[];
}

export type CertificateCommand =
  | { readonly type: 'IssueCertificate'; readonly certificate: Certificate }
  | ({ readonly type: 'WithdrawCertificate' } & Pick<Certificate, 'version' | 'grossCents' | 'payeCents'>)
  | { readonly type: 'ReissueCertificate'; readonly certificateNo: string; readonly reason: string };

export type CertificateEvent = Extract<
  TaxEvent,
  { type: 'CertificateIssued' | 'CertificateReissued' | 'CertificateWithdrawn' }
>;

const sameFigures = (a: Certificate, b: Certificate): boolean =>
  a.type === b.type &&
  a.grossCents === b.grossCents &&
  a.payeCents === b.payeCents &&
  JSON.stringify(a.months) === JSON.stringify(b.months) &&
  a.directiveNumbers.join() === b.directiveNumbers.join();

/**
 * A correction keeps the valid version's number (T14). New: the first version, one after a withdrawal, one of the other
 * type. SARS refuses the number of a cancelled certificate.
 */
const numberFor = (next: Certificate, last: CertificateVersion | undefined): string =>
  last && last.withdrawn === null && last.certificate.type === next.type
    ? last.certificate.certificateNo
    : next.certificateNo;

function reissue(
  { certificateNo, reason }: Extract<CertificateCommand, { type: 'ReissueCertificate' }>,
  last: CertificateVersion | undefined,
  at: string,
): CertificateEvent {
  if (last?.certificate.certificateNo !== certificateNo) {
    throw new DomainError(
      'not-found',
      'tax.certificate-unknown',
      'The certificate was not found, or a later version replaced it.',
    );
  }
  if (last.withdrawn)
    throw new DomainError(
      'conflict',
      'tax.certificate-withdrawn',
      'This certificate was withdrawn and is no longer valid.',
    );
  const copy = last.duplicates.length + 1;
  return { type: 'CertificateReissued', data: { certificateNo, copy, reason, reissuedAt: at } };
}

const withLast = ({ versions }: CertificateState, change: Partial<CertificateVersion>): CertificateVersion[] =>
  versions.map((version, at) => (at === versions.length - 1 ? { ...version, ...change } : version));

/**
 * A version is issued where its figures differ from the last valid one (T5); a correction keeps the number (T14). A
 * duplicate rejects with `tax.certificate-unknown` or `tax.certificate-withdrawn`.
 */
export const certificateDecider: Decider<CertificateState, CertificateCommand, CertificateEvent> = {
  name: 'tax-certificate',
  initial: { versions: [] },
  decide(command, state, at) {
    const last = state.versions.at(-1);
    if (command.type === 'ReissueCertificate') return [reissue(command, last, at)];
    const lastVersion = Math.max(last?.certificate.version ?? 0, last?.withdrawn?.order ?? 0);
    const isValid = last !== undefined && last.withdrawn === null;
    if (command.type === 'IssueCertificate') {
      const { certificate } = command;
      if (lastVersion >= certificate.version) return [];
      if (isValid && sameFigures(last.certificate, certificate)) return [];
      return [{ type: 'CertificateIssued', data: { ...certificate, certificateNo: numberFor(certificate, last) } }];
    }
    if (!isValid || lastVersion >= command.version) return [];
    const { version, grossCents, payeCents } = command;
    const { certificateNo } = last.certificate;
    return [{ type: 'CertificateWithdrawn', data: { certificateNo, version, grossCents, payeCents, withdrawnAt: at } }];
  },
  evolve(state, { type, data }) {
    const last = state.versions.at(-1);
    if (type === 'CertificateReissued')
      return { versions: withLast(state, { duplicates: [...(last?.duplicates ?? []), data.reissuedAt] }) };
    if (type === 'CertificateWithdrawn')
      return { versions: withLast(state, { withdrawn: { order: data.version, at: data.withdrawnAt } }) };
    const { version, certificateNo, issuedAt: on } = data;
    const before = withLast(state, { supersededBy: { version, certificateNo, on } });
    return { versions: [...before, { certificate: data, duplicates: [], withdrawn: null, supersededBy: null }] };
  },
};
