import { type Day, dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { DataOf } from '../event-schema.ts';
import type { RefusalCode } from '../refusal-codes.ts';
import type { CertificateEvent } from './certificate.ts';
import { type ReconciliationPeriod, reconciliationPeriod } from './emp501.ts';
import type { FiledCertificate, TaxEvent } from './events.ts';
import {
  CERTIFICATES_OF_PART,
  checkReportedDay,
  type FileContent,
  isSameList,
  type SarsFileRecord,
  type SubmittedCertificate,
} from './submissions.ts';

export const taxYearStreamOf = (taxYear: number): string => `tax-year-${taxYear}`;

export interface TaxYearState {
  /** The version of the last order of certificates. */
  readonly version: number;
  /** Files for SARS, oldest first. */
  readonly files: readonly SarsFileRecord[];
  /** What SARS has, by certificate number. */
  readonly submitted: ReadonlyMap<string, SubmittedCertificate>;
}

export type TaxYearCommand = { readonly taxYear: number } & (
  | { readonly type: 'OrderCertificates'; readonly by: string }
  | {
      readonly type: 'MakeSarsFile';
      readonly period: ReconciliationPeriod;
      readonly content: FileContent;
      readonly certificates: readonly FiledCertificate[];
    }
  | ({ readonly type: 'SubmitSarsFile' } & Pick<
      DataOf<TaxEvent, 'SarsFileSubmitted'>,
      'period' | 'fileNo' | 'submittedOn' | 'reference'
    >)
  | {
      readonly type: 'CancelCertificates';
      readonly certificateNos: readonly string[];
      /** Numbers of the year's valid certificates, which cannot be cancelled. */
      readonly valid: ReadonlySet<string>;
      readonly cancelledOn: Day;
      readonly reference: string;
    }
);

export type TaxYearEvent = Exclude<TaxEvent, CertificateEvent>;
type CommandOf<Type extends TaxYearCommand['type']> = Extract<TaxYearCommand, { type: Type }>;

const conflict = (code: RefusalCode, message: string): never => {
  throw new DomainError('conflict', code, message);
};

/** The file of a period with a number; undefined if it was not made. */
export const fileOf = ({ files }: TaxYearState, period: ReconciliationPeriod, fileNo: number) =>
  files.find((file) => file.period === period && file.fileNo === fileNo);

/** Splits certificates into the parts of an event. */
function partsOf(certificates: readonly FiledCertificate[]): FiledCertificate[][] {
  return Array.from({ length: Math.ceil(certificates.length / CERTIFICATES_OF_PART) }, (_, part) =>
    certificates.slice(part * CERTIFICATES_OF_PART, (part + 1) * CERTIFICATES_OF_PART),
  );
}

function make(
  { taxYear, period, content, certificates }: CommandOf<'MakeSarsFile'>,
  state: TaxYearState,
  at: string,
): TaxYearEvent[] {
  const last = state.files.findLast((file) => file.period === period);
  if (certificates.length === 0) return [];
  if (last?.content === content && isSameList(last.certificates, certificates)) return [];
  const parts = partsOf(certificates);
  return parts.map((own, part) => ({
    type: 'SarsFileMade',
    data: {
      taxYear,
      period,
      content,
      fileNo: (last?.fileNo ?? 0) + 1,
      part,
      parts: parts.length,
      certificates: own,
      madeAt: at,
    },
  }));
}

function submit(command: CommandOf<'SubmitSarsFile'>, state: TaxYearState, at: string): TaxYearEvent[] {
  const { taxYear, period, fileNo, submittedOn, reference } = command;
  const today = dayOf(new Date(at));
  const file = fileOf(state, period, fileNo);
  if (!file) throw new DomainError('not-found', 'tax.file-unknown', 'The file was not found. Create it first.');
  if (file.submitted) conflict('tax.file-submitted', 'This file is already recorded as submitted.');
  const { lastDay } = reconciliationPeriod(taxYear, period);
  if (today <= lastDay) conflict('tax.period-open', `The period ends on ${lastDay}. Submit its file after that day.`);
  checkReportedDay('submittedOn', submittedOn, dayOf(new Date(file.madeAt)), today);
  const newer = state.files.find((other) => other.period === period && other.submitted && other.fileNo > fileNo);
  if (newer) conflict('tax.file-older', `File ${newer.fileNo} is newer and was submitted. An older file is not.`);
  const parts = partsOf(file.certificates);
  return parts.map((certificates, part) => ({
    type: 'SarsFileSubmitted',
    data: { taxYear, period, fileNo, part, parts: parts.length, certificates, submittedOn, reference, submittedAt: at },
  }));
}

function cancel(command: CommandOf<'CancelCertificates'>, state: TaxYearState, at: string): TaxYearEvent[] {
  const { taxYear, certificateNos, valid, cancelledOn, reference } = command;
  let earliest = '';
  for (const certificateNo of certificateNos) {
    const certificate = state.submitted.get(certificateNo);
    if (!certificate) throw new DomainError('not-found', 'tax.not-submitted', `SARS does not have ${certificateNo}.`);
    if (certificate.cancelledOn) conflict('tax.cancelled', `Certificate ${certificateNo} is already cancelled.`);
    if (valid.has(certificateNo))
      conflict('tax.still-valid', `Certificate ${certificateNo} is valid. Correct it under its number instead.`);
    if (certificate.submittedOn > earliest) earliest = certificate.submittedOn;
  }
  checkReportedDay('cancelledOn', cancelledOn, earliest, dayOf(new Date(at)));
  return [
    {
      type: 'CertificatesCancelled',
      data: { taxYear, certificateNos: [...new Set(certificateNos)], cancelledOn, reference, cancelledAt: at },
    },
  ];
}

/** Adds a part to the last file, or begins a file with its first part. */
function withPart(
  files: readonly SarsFileRecord[],
  { period, fileNo, content, part, certificates, madeAt }: DataOf<TaxEvent, 'SarsFileMade'>,
): SarsFileRecord[] {
  if (part === 0) return [...files, { period, fileNo, content, madeAt, certificates, submitted: null }];
  return files.map((file, at) =>
    at === files.length - 1 ? { ...file, certificates: [...file.certificates, ...certificates] } : file,
  );
}

/**
 * Orders the certificates of a tax year, each order being the next version, and records the files for SARS, their
 * submission and cancellations (T15, T16). Rejects with `tax.file-unknown`, `tax.file-submitted`,
 * `tax.file-older`, `tax.period-open`, `tax.submission-day`, `tax.not-submitted`, `tax.cancelled`, `tax.still-valid`.
 */
export const taxYearDecider: Decider<TaxYearState, TaxYearCommand, TaxYearEvent> = {
  name: 'tax-year',
  initial: { version: 0, files: [], submitted: new Map() },
  decide(command, state, at) {
    switch (command.type) {
      case 'OrderCertificates': {
        const { taxYear, by } = command;
        const version = state.version + 1;
        return [{ type: 'CertificatesOrdered', data: { taxYear, version, orderedBy: by, orderedAt: at } }];
      }
      case 'MakeSarsFile':
        return make(command, state, at);
      case 'SubmitSarsFile':
        return submit(command, state, at);
      case 'CancelCertificates':
        return cancel(command, state, at);
    }
  },
  evolve(state, { type, data }) {
    switch (type) {
      case 'CertificatesOrdered':
        return { ...state, version: data.version };
      case 'SarsFileMade':
        return { ...state, files: withPart(state.files, data) };
      case 'SarsFileSubmitted': {
        const { period, fileNo, submittedOn, reference, submittedAt: recordedAt } = data;
        const submitted = new Map(state.submitted);
        for (const certificate of data.certificates)
          submitted.set(certificate.certificateNo, { ...certificate, period, submittedOn, cancelledOn: null });
        const files = state.files.map((file) =>
          file.period === period && file.fileNo === fileNo
            ? { ...file, submitted: { on: submittedOn, reference, recordedAt } }
            : file,
        );
        return { ...state, files, submitted };
      }
      case 'CertificatesCancelled': {
        const submitted = new Map(state.submitted);
        for (const certificateNo of data.certificateNos) {
          const certificate = submitted.get(certificateNo);
          if (certificate) submitted.set(certificateNo, { ...certificate, cancelledOn: data.cancelledOn });
        }
        return { ...state, submitted };
      }
    }
  },
};
