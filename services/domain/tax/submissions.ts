import type { Day } from '../calendar.ts';
import { fieldError } from '../errors.ts';
import type { ReconciliationPeriod } from './emp501.ts';
import type { Certificate, FiledCertificate } from './events.ts';

export type FileContent = 'all' | 'changes';

export interface SarsFileRecord {
  readonly period: ReconciliationPeriod;
  /** From 1 in each period. */
  readonly fileNo: number;
  readonly content: FileContent;
  /** Of the text; null while its period runs, because the text then depends on the day, and in earlier releases. */
  readonly sha256: string | null;
  readonly madeAt: string;
  readonly certificates: readonly FiledCertificate[];
  /** Parts that are not recorded yet; 0 for a complete file. */
  readonly openParts: number;
  /** Null until finance records that SARS has the file. */
  readonly submitted: { readonly on: Day; readonly reference: string; readonly recordedAt: string } | null;
  /** Parts of which the submission is recorded. */
  readonly submittedParts: number;
}

export interface SubmittedCertificate extends FiledCertificate {
  readonly period: ReconciliationPeriod;
  readonly submittedOn: Day;
  /** The day on which it was cancelled at SARS; null while SARS has it. */
  readonly cancelledOn: Day | null;
}

export const filedOf = ({
  certificateNo,
  agentId,
  type,
  version,
  grossCents,
  payeCents,
}: Pick<Certificate, keyof FiledCertificate>): FiledCertificate => ({
  certificateNo,
  agentId,
  type,
  version,
  grossCents,
  payeCents,
});

const isSame = (a: FiledCertificate, b: FiledCertificate): boolean =>
  a.version === b.version && a.type === b.type && a.grossCents === b.grossCents && a.payeCents === b.payeCents;

/** Whether both lists have the same certificates in the same order. */
export const isSameList = (a: readonly FiledCertificate[], b: readonly FiledCertificate[]): boolean =>
  a.length === b.length &&
  a.every((each, at) => each.certificateNo === b[at]?.certificateNo && isSame(each, b[at] as FiledCertificate));

export interface SubmissionDifferences {
  readonly added: readonly FiledCertificate[];
  /** Valid, but SARS has other figures: resubmitted under their number (T14). */
  readonly corrected: readonly { readonly now: FiledCertificate; readonly submitted: SubmittedCertificate }[];
  /** At SARS, but no longer valid (T16). */
  readonly toCancel: readonly SubmittedCertificate[];
}

export function submissionDifferences(
  valid: readonly FiledCertificate[],
  submitted: readonly SubmittedCertificate[],
): SubmissionDifferences {
  const bySubmitted = new Map(
    submitted.filter(({ cancelledOn }) => cancelledOn === null).map((each) => [each.certificateNo, each]),
  );
  const numbers = new Set(valid.map(({ certificateNo }) => certificateNo));
  return {
    added: valid.filter(({ certificateNo }) => !bySubmitted.has(certificateNo)),
    corrected: valid.flatMap((now) => {
      const before = bySubmitted.get(now.certificateNo);
      return before && !isSame(now, before) ? [{ now, submitted: before }] : [];
    }),
    toCancel: [...bySubmitted.values()].filter(({ certificateNo }) => !numbers.has(certificateNo)),
  };
}

/** Rejects a reported day that is not between two days, both included. */
export function checkReportedDay(field: string, day: Day, earliest: Day, today: Day): void {
  const refuse = (message: string) => fieldError('tax.submission-day', field, message);
  if (day > today) throw refuse('The day must not be in the future.');
  if (day < earliest) throw refuse(`The day must not be before ${earliest}.`);
}
