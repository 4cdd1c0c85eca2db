import { sarsFileOf } from '@fynbos/application/tax/sars-file.ts';
import { dayOf, taxYearOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { monthsOfYear, TAX_MODELS, taxCompleteness, taxReconciliation } from '@fynbos/projections/tax/queries.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { taxCertificates } from '@fynbos/projections/tax-certificates/tax-certificates.ts';
import { z } from 'zod';
import { leaveForApprovalBecause, waitingAnswer } from '../approvals/waiting.ts';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listSources } from '../lists/past-list.ts';
import { recordFileTaken } from '../payouts/file-taken.ts';
import { sendFile } from '../reports/send.ts';
import { taxYearAnswer } from './answers.ts';

const tag = 'Tax';
const mayChange = { admin: 'tax:change' } as const;

/** Shown with the file for SARS. */
const SARS_NOTICE = 'Import the file into e@syFile and check it there before you submit it.';

const yearOf = (call: { params: Readonly<Record<string, string>> }): number => {
  const year = Number(call.params.id);
  if (!Number.isSafeInteger(year) || year < 2000 || year > 2200)
    throw new DomainError('not-found', 'tax.year', 'There is no such tax year.');
  return year;
};

/** A tax year: PAYE by month, reconciliation, missing details, certificates and the file for SARS. */
export function taxRoutes(services: Services): Route[] {
  const { pool, now } = services;
  const reads = [tax.name, taxCertificates.name];

  const year = route({
    method: 'get',
    paths: ['/admin/tax-years/{id}'],
    who: { admin: 'reports:see' },
    summary:
      'A tax year: PAYE by month of payment (EMP201), reconciliation, and details missing for certificates. With asOf: 202 with the progress until the past state is ready',
    tag,
    reads: [...reads, balances.name],
    answer: taxYearAnswer,
    handle: async (call) => {
      const taxYear = yearOf(call);
      const source = await listSources(services, TAX_MODELS, call.query);
      if ('answer' in source) return source.answer;
      const { tables, at } = source;
      const currentTaxYear = taxYearOf(dayOf(at ?? now()));
      const [months, reconciliation, completeness] = await Promise.all([
        monthsOfYear(pool, tables, taxYear),
        taxReconciliation(pool, tables, taxYear),
        taxCompleteness(pool, tables, taxYear, taxYear === currentTaxYear),
      ]);
      return {
        body: { id: taxYear, currentTaxYear, months, reconciliation, completeness, notice: SARS_NOTICE },
      };
    },
  });

  const order = route({
    method: 'post',
    paths: ['/admin/tax-years/{id}/certificates'],
    secondPerson: true,
    who: mayChange,
    summary:
      'Issue the certificates of a tax year that are new or have changed figures, and withdraw those without income. Needs approval',
    tag,
    status: 202,
    body: z.object({ reason: needed('Say why certificates are issued now.') }),
    answer: waitingAnswer,
    handle: async (call) => {
      const taxYear = yearOf(call);
      const { reason } = call.body;
      return leaveForApprovalBecause(services, call, reason, {
        kind: 'tax.certificates',
        subject: `tax-years/${taxYear}`,
        summary: `Issue the tax certificates of ${taxYear}`,
        fields: [],
        payload: { taxYear, reason },
      });
    },
  });

  const file = route({
    method: 'get',
    paths: ['/admin/tax-years/{id}/sars.csv'],
    who: mayChange,
    summary: 'The valid certificates of a tax year as the code,value file for e@syFile',
    tag,
    reads,
    handle: async (call) => {
      const taxYear = yearOf(call);
      const content = await sarsFileOf(services, taxYear);
      await recordFileTaken(services, call, 'tax-file', `tax-years/${taxYear}`);
      return sendFile(call.response, `sars-${taxYear}.csv`, content);
    },
  });

  return [file, order, year];
}
