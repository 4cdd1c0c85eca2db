import { CERTIFICATES_PER_FILE_PART, FILE_PARTS_PER_APPEND } from '../append-limits.ts';
import { type Day, dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { DataOf } from '../event-schema.ts';
import type { RefusalCode } from '../refusal-codes.ts';
import type { CertificateEvent } from './certificate.ts';
import { type ReconciliationPeriod, reconciliationPeriod } from './emp501.ts';
import type { FiledCertificate, TaxEvent } from './events.ts';
import {
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
  /** Oldest first. */
  readonly files: readonly SarsFileRecord[];
  /** By certificate number. */
  readonly submitted: ReadonlyMap<string, SubmittedCertificate>;
}

export type TaxYearCommand = { readonly taxYear: number } & (
  | { readonly type: 'OrderCertificates'; readonly by: string }
  | {
      readonly type: 'MakeSarsFile';
      readonly period: ReconciliationPeriod;
      readonly content: FileContent;
      readonly certificates: readonly FiledCertificate[];
      /** Of the text; null while the period runs. */
      readonly sha256: string | null;
    }
  | ({ readonly type: 'SubmitSarsFile' } & Pick<
      DataOf<TaxEvent, 'SarsFileSubmitted'>,
      'period' | 'fileNo' | 'submittedOn' | 'reference'
    >)
  | {
      /** Repeated until it leads to no event. */
      readonly type: 'ContinueSarsSubmission';
      readonly period: ReconciliationPeriod;
      readonly fileNo: number;
    }
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

/** Undefined if it was not made, or not completed. */
export const fileOf = ({ files }: TaxYearState, period: ReconciliationPeriod, fileNo: number) =>
  files.find((file) => file.period === period && file.fileNo === fileNo && file.openParts === 0);

function partsOf(certificates: readonly FiledCertificate[]): FiledCertificate[][] {
  return Array.from({ length: Math.ceil(certificates.length / CERTIFICATES_PER_FILE_PART) }, (_, part) =>
    certificates.slice(part * CERTIFICATES_PER_FILE_PART, (part + 1) * CERTIFICATES_PER_FILE_PART),
  );
}

/** Files of earlier releases have no checksum; those made while the period ran change with the day. */
const hasText = (
  { taxYear, period, sha256 }: CommandOf<'MakeSarsFile'>,
  file: Pick<SarsFileRecord, 'sha256' | 'madeAt'>,
): boolean =>
  file.sha256 === sha256 ||
  (file.sha256 === null && dayOf(new Date(file.madeAt)) > reconciliationPeriod(taxYear, period).lastDay);

/** A file that lacks parts is continued by the same content, unless a later one is complete. */
function make(command: CommandOf<'MakeSarsFile'>, { files }: TaxYearState, at: string): TaxYearEvent[] {
  const { taxYear, period, content, certificates, sha256 } = command;
  const parts = partsOf(certificates);
  const ofPeriod = files.filter((file) => file.period === period);
  const complete = ofPeriod.findLastIndex(({ openParts }) => openParts === 0);
  const own = ofPeriod.slice(Math.max(complete, 0)).find((file) => {
    const recorded = parts.slice(0, Math.max(parts.length - file.openParts, 0)).flat();
    return file.content === content && hasText(command, file) && isSameList(file.certificates, recorded);
  });
  const fileNo = own?.fileNo ?? (ofPeriod.at(-1)?.fileNo ?? 0) + 1;
  const from = own ? parts.length - own.openParts : 0;
  return parts.slice(from, from + FILE_PARTS_PER_APPEND).map((certificates, index) => {
    const common = { taxYear, period, content, fileNo, part: from + index, parts: parts.length };
    return { type: 'SarsFileMade', data: { ...common, certificates, ...(sha256 && { sha256 }), madeAt: at } };
  });
}

function partsOfSubmission(
  { taxYear, period, fileNo }: CommandOf<'SubmitSarsFile' | 'ContinueSarsSubmission'>,
  { certificates, submittedParts }: SarsFileRecord,
  { on: submittedOn, reference }: { readonly on: Day; readonly reference: string },
  at: string,
): TaxYearEvent[] {
  const parts = partsOf(certificates);
  return parts.slice(submittedParts, submittedParts + FILE_PARTS_PER_APPEND).map((certificates, index) => {
    const common = { taxYear, period, fileNo, part: submittedParts + index, parts: parts.length };
    return { type: 'SarsFileSubmitted', data: { ...common, certificates, submittedOn, reference, submittedAt: at } };
  });
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
  return partsOfSubmission(command, file, { on: submittedOn, reference }, at);
}

function continueSubmission(
  command: CommandOf<'ContinueSarsSubmission'>,
  state: TaxYearState,
  at: string,
): TaxYearEvent[] {
  const file = fileOf(state, command.period, command.fileNo);
  return file?.submitted ? partsOfSubmission(command, file, file.submitted, at) : [];
}

function cancel(command: CommandOf<'CancelCertificates'>, state: TaxYearState, at: string): TaxYearEvent[] {
  const { taxYear, certificateNos, valid, cancelledOn, reference } = command;
  if (certificateNos.length === 0)
    throw new DomainError('invalid', 'tax.not-submitted', 'Name at least one certificate.');
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

/** The first part begins the file. */
function withPart(
  files: readonly SarsFileRecord[],
  { period, fileNo, content, part, parts, certificates, sha256, madeAt }: DataOf<TaxEvent, 'SarsFileMade'>,
): SarsFileRecord[] {
  const openParts = parts - part - 1;
  const progress = { openParts, submitted: null, submittedParts: 0 };
  const firstPart = { period, fileNo, content, sha256: sha256 ?? null, madeAt, certificates, ...progress };
  if (part === 0) return [...files, firstPart];
  return files.map((file) =>
    file.period === period && file.fileNo === fileNo
      ? { ...file, openParts, certificates: [...file.certificates, ...certificates] }
      : file,
  );
}

/**
 * Orders certificates, each order being the next version; records files, submissions and cancellations (T15, T16).
 * Rejects with
 * `tax.{file-unknown,file-submitted,file-older,period-open,submission-day,not-submitted,cancelled,still-valid}`.
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
      case 'ContinueSarsSubmission':
        return continueSubmission(command, state, at);
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
        const { period, fileNo, part, submittedOn, reference, submittedAt: recordedAt } = data;
        const submitted = new Map(state.submitted);
        for (const certificate of data.certificates)
          submitted.set(certificate.certificateNo, { ...certificate, period, submittedOn, cancelledOn: null });
        const files = state.files.map((file) =>
          file.period === period && file.fileNo === fileNo
            ? { ...file, submitted: { on: submittedOn, reference, recordedAt }, submittedParts: part + 1 }
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
