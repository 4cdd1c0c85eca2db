import { recordSensitiveExport } from '@fynbos/application/audit/record-admin-action.ts';
import {
  checkCancellation,
  checkSubmission,
  makeSarsFile,
  submissionsOf,
} from '@fynbos/application/tax/submissions.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { formatRand } from '@fynbos/domain/format.ts';
import { RECONCILIATION_PERIODS, reconciliationPeriod } from '@fynbos/domain/tax/emp501.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { taxCertificates } from '@fynbos/projections/tax-certificates/tax-certificates.ts';
import { z } from 'zod';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { reasonField, requiredText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { submissionsAnswer } from './answers.ts';

/** The tax year of a path. Throws `tax.year`. */
export const yearOf = (call: { params: Readonly<Record<string, string>> }): number => {
  const year = Number(call.params.id);
  if (!Number.isSafeInteger(year) || year < 2000 || year > 2200)
    throw new DomainError('not-found', 'tax.year', 'Tax year not found.');
  return year;
};

const mayChange = { admin: 'tax:change' } as const;
const period = z.enum(RECONCILIATION_PERIODS, 'period is interim or final.');
/** Certificates that one request cancels, at most: one event states them. */
const MAX_CANCELLED = 500;
const reference = requiredText('Enter the reference of SARS.');

/** Rows of each difference in an answer; counts include all. */
const MAX_DIFFERENCES_LISTED = 200;

const sumOf = (certificates: readonly { grossCents: number; payeCents: number }[]) => ({
  certificates: certificates.length,
  grossCents: certificates.reduce((sum, { grossCents }) => sum + grossCents, 0),
  payeCents: certificates.reduce((sum, { payeCents }) => sum + payeCents, 0),
});

const reads = [tax.name, taxCertificates.name];
/** The file for SARS, its submission, and cancellations of certificates at SARS. */
export const submissionRoutes = tagged('Tax', [
  route.get('/admin/tax-years/{id}/sars.csv', {
    who: mayChange,
    summary:
      'Download the certificates of a tax year, or of its first six months, as the code,value file for e@syFile; with content=changes only those that SARS does not have as they are now',
    reads,
    query: z.object({
      period: period.default('final'),
      content: z.enum(['all', 'changes'], 'content is all or changes.').default('all'),
    }),
    handle: async (call, services) => {
      const taxYear = yearOf(call);
      const { period, content } = call.query;
      const { text, fileNo } = await makeSarsFile(services, { taxYear, period, content }, call.context);
      await recordSensitiveExport(services, call, 'tax-file', `tax-years/${taxYear}`);
      return sendFile(call.response, `sars-${reconciliationPeriod(taxYear, period).code}-file-${fileNo}.csv`, text);
    },
  }),
  route.get('/admin/tax-years/{id}/submissions', {
    who: { admin: 'reports:see' },
    summary: 'List the files for SARS of a tax year with their submissions, and the certificates that differ at SARS',
    reads,
    answer: submissionsAnswer,
    handle: async (call, services) => ({
      body: (await submissionsOf(services, yearOf(call))).map(({ period, files, submitted, differences }) => ({
        period,
        submitted,
        files: files.map(({ certificates, openParts: _open, submittedParts: _parts, sha256: _sha256, ...file }) => ({
          ...file,
          ...sumOf(certificates),
        })),
        added: differences.added.length,
        correctedCount: differences.corrected.length,
        toCancelCount: differences.toCancel.length,
        corrected: differences.corrected.slice(0, MAX_DIFFERENCES_LISTED),
        toCancel: differences.toCancel.slice(0, MAX_DIFFERENCES_LISTED),
      })),
    }),
  }),
  route.post('/admin/tax-years/{id}/submissions', {
    who: mayChange,
    summary: 'Record that a file was submitted to SARS. Needs approval',
    body: z.object({
      period,
      fileNo: z.int().positive(),
      submittedOn: z.iso.date('Enter the day of the submission.'),
      reference,
      reason: reasonField('Say what shows that SARS has the file.'),
    }),
    ...pendingApproval,
    handle: async (call, services) => {
      const taxYear = yearOf(call);
      const { reason, ...submission } = call.body;
      const { certificates } = await checkSubmission(services, { taxYear, ...submission });
      const { grossCents, payeCents } = sumOf(certificates);
      const { code } = reconciliationPeriod(taxYear, submission.period);
      return respondPendingApproval(services, call, {
        reason,
        kind: 'tax.submission',
        subject: `tax-years/${taxYear}`,
        summary: `Record file ${submission.fileNo} of ${code} as submitted to SARS: ${certificates.length} certificates, ${formatRand(grossCents)} gross, ${formatRand(payeCents)} PAYE`,
        fields: [],
        payload: { taxYear, ...submission },
      });
    },
  }),
  route.post('/admin/tax-years/{id}/cancellations', {
    who: mayChange,
    summary: 'Record that certificates which are no longer valid are cancelled at SARS (EMP601). Needs approval',
    body: z.object({
      certificateNos: z
        .array(z.string().length(30, 'A certificate number has 30 characters.'))
        .min(1, 'Name at least one certificate.')
        .max(MAX_CANCELLED, `At most ${MAX_CANCELLED} certificates at once.`),
      cancelledOn: z.iso.date('Enter the day of the cancellation.'),
      reference,
      reason: reasonField('Say what shows that SARS cancelled them.'),
    }),
    ...pendingApproval,
    handle: async (call, services) => {
      const taxYear = yearOf(call);
      const { reason, ...cancellation } = call.body;
      await checkCancellation(services, { taxYear, ...cancellation });
      return respondPendingApproval(services, call, {
        reason,
        kind: 'tax.cancellation',
        subject: `tax-years/${taxYear}`,
        summary: `Record ${cancellation.certificateNos.length} certificates of ${taxYear} as cancelled at SARS`,
        fields: [],
        payload: { taxYear, ...cancellation },
      });
    },
  }),
]);
