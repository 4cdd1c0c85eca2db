import { hash } from 'node:crypto';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { RECONCILIATION_PERIODS, type ReconciliationPeriod, reconciliationPeriod } from '@fynbos/domain/tax/emp501.ts';
import type { Certificate } from '@fynbos/domain/tax/events.ts';
import {
  type FileContent,
  filedOf,
  type SarsFileRecord,
  submissionDifferences,
} from '@fynbos/domain/tax/submissions.ts';
import {
  fileOf,
  type TaxYearCommand,
  type TaxYearState,
  taxYearDecider,
  taxYearStreamOf,
} from '@fynbos/domain/tax/tax-year.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { certificatesOfYear } from '@fynbos/projections/tax-certificates/queries.ts';
import { taxCertificates } from '@fynbos/projections/tax-certificates/tax-certificates.ts';
import { load } from '../handle.ts';
import { handleMany } from '../handle-many.ts';
import type { Application, WithLog } from '../services.ts';
import { waitForCompleteFigures } from '../wait-for-read-models.ts';
import { certificatesOf, interimCertificates } from './emp501.ts';
import { sarsFileOf } from './sars-file.ts';

type SubmissionServices = Pick<Application, 'log' | 'db' | 'config' | 'now'>;

const loadTaxYear = async ({ log }: WithLog, taxYear: number): Promise<TaxYearState> =>
  (await load(log, taxYearDecider, taxYearStreamOf(taxYear))).state;

const submittedIn = ({ submitted }: TaxYearState, period: ReconciliationPeriod) =>
  [...submitted.values()].filter((each) => each.period === period);

const isCompleteIn = (period: ReconciliationPeriod) => (file: SarsFileRecord) =>
  file.period === period && file.openParts === 0;

/** The certificates that SARS does not have as they are now. */
function changesOf(certificates: readonly Certificate[], state: TaxYearState, period: ReconciliationPeriod) {
  const { added, corrected } = submissionDifferences(certificates.map(filedOf), submittedIn(state, period));
  const numbers = new Set([...added, ...corrected.map(({ now }) => now)].map(({ certificateNo }) => certificateNo));
  return certificates.filter(({ certificateNo }) => numbers.has(certificateNo));
}

/** Once for the same content (T15). Without certificates it is not recorded. Throws `tax.{incomplete,interim,file}`. */
export async function makeSarsFile(
  services: SubmissionServices,
  { taxYear, period, content }: { taxYear: number; period: ReconciliationPeriod; content: FileContent },
  context: CommandContext,
): Promise<{ readonly text: string; readonly fileNo: number }> {
  await waitForCompleteFigures(services, [tax.name, taxCertificates.name], 'tax.incomplete');
  const all = await certificatesOf(services, taxYear, period);
  const certificates = content === 'all' ? all : changesOf(all, await loadTaxYear(services, taxYear), period);
  const text = await sarsFileOf(services, taxYear, period, certificates);
  const isOver = reconciliationPeriod(taxYear, period).lastDay < dayOf(services.now());
  const sha256 = isOver ? hash('sha256', text) : null;
  const file = { taxYear, period, content, certificates: certificates.map(filedOf), sha256 };
  return { text, fileNo: await recordSarsFile(services, file, context) };
}

/** Records a file in as many appends as it needs, once for the same content, and returns its number. */
export async function recordSarsFile(
  { log }: WithLog,
  file: Omit<Extract<TaxYearCommand, { type: 'MakeSarsFile' }>, 'type'>,
  context: CommandContext,
): Promise<number> {
  const streamId = taxYearStreamOf(file.taxYear);
  const command = { type: 'MakeSarsFile', ...file } as const;
  const handled = await handleMany(log, taxYearDecider, [{ streamId, command, context }], { inSteps: true });
  return handled.get(streamId)?.state.files.findLast(isCompleteIn(file.period))?.fileNo ?? 1;
}

/** Files, submissions and open differences of both periods of a tax year (T15, T16). */
export async function submissionsOf(services: SubmissionServices, taxYear: number) {
  const state = await loadTaxYear(services, taxYear);
  return Promise.all(
    RECONCILIATION_PERIODS.map(async (period) => {
      const valid =
        period === 'final'
          ? await certificatesOfYear(services.db, taxYear)
          : await interimCertificates(services, taxYear);
      const submitted = submittedIn(state, period);
      return {
        period,
        files: state.files.filter(isCompleteIn(period)).reverse(),
        submitted: submitted.filter(({ cancelledOn }) => cancelledOn === null).length,
        differences: submissionDifferences(valid.map(filedOf), submitted),
      };
    }),
  );
}

/** Throws now what the decider would refuse once the submission is approved. Returns the file. */
export async function checkSubmission(
  services: SubmissionServices,
  submission: Omit<Extract<TaxYearCommand, { type: 'SubmitSarsFile' }>, 'type'>,
): Promise<SarsFileRecord> {
  const state = await loadTaxYear(services, submission.taxYear);
  taxYearDecider.decide({ type: 'SubmitSarsFile', ...submission }, state, services.now().toISOString());
  return fileOf(state, submission.period, submission.fileNo) as SarsFileRecord;
}

/** Throws now what the decider would refuse once the cancellation is approved. */
export async function checkCancellation(
  services: SubmissionServices,
  cancellation: Omit<Extract<TaxYearCommand, { type: 'CancelCertificates' }>, 'type' | 'valid'>,
): Promise<void> {
  const { taxYear, certificateNos } = cancellation;
  const open = (await submissionsOf(services, taxYear)).flatMap(({ differences }) => differences.toCancel);
  const openNumbers = new Set(open.map(({ certificateNo }) => certificateNo));
  const valid = new Set(certificateNos.filter((certificateNo) => !openNumbers.has(certificateNo)));
  taxYearDecider.decide(
    { type: 'CancelCertificates', ...cancellation, valid },
    await loadTaxYear(services, taxYear),
    services.now().toISOString(),
  );
}
