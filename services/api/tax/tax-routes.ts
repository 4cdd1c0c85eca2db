import { loadExtraDays } from '@fynbos/application/reward-policy/programme-lists.ts';
import { emp501sOf } from '@fynbos/application/tax/emp501.ts';
import { sarsPreflight } from '@fynbos/application/tax/sars-file.ts';
import { addDays, addMonths, dayOf, monthOf, taxYearOf } from '@fynbos/domain/calendar.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { emp201DueOn, emp201Of } from '@fynbos/domain/tax/emp201.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import {
  lateResults,
  monthsOfYear,
  TAX_MODELS,
  taxCompleteness,
  taxReconciliation,
} from '@fynbos/projections/tax/queries.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { taxCertificates } from '@fynbos/projections/tax-certificates/tax-certificates.ts';
import { z } from 'zod';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { reasonField } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { listSources } from '../lists/past-list.ts';
import { emp501Answer, preflightAnswer, taxYearAnswer } from './answers.ts';
import { yearOf } from './submission-routes.ts';

const mayChange = { admin: 'tax:change' } as const;

/** Shown with the file for SARS. */
const SARS_NOTICE = 'Import the file into e@syFile and check it there before you submit it.';

/** The last day of a tax year. */
const yearEndOf = (taxYear: number): string => addDays(`${taxYear}-03-01`, -1);

const reads = [tax.name, taxCertificates.name];

const year = route.get('/admin/tax-years/{id}', {
  who: { admin: 'reports:see' },
  summary:
    'Get a tax year: PAYE by month of payment (EMP201), reconciliation, and details missing for certificates. With asOf: 202 with the progress until the past state is ready',
  reads: [...Object.values(TAX_MODELS).map(({ name }) => name), payouts.name],
  answer: taxYearAnswer,
  handle: async (call, services) => {
    const taxYear = yearOf(call);
    const source = await listSources(services, TAX_MODELS, call.query);
    if ('answer' in source) return source.answer;
    const { tables, at } = source;
    const currentTaxYear = taxYearOf(dayOf(at ?? services.now()));
    const proclaimedDays = await loadExtraDays(services.log);
    const due = Array.from({ length: 12 }, (_, index) => monthOf(addMonths(`${taxYear - 1}-03-01`, index))).map(
      (month) => ({ month, on: emp201DueOn(month, proclaimedDays) }),
    );
    const [months, reconciliation, completeness, late] = await Promise.all([
      monthsOfYear(services.db, tables, taxYear),
      taxReconciliation(services.db, tables, taxYear),
      taxCompleteness(services.db, tables, taxYear, taxYear === currentTaxYear),
      lateResults(services.db, tables, due),
    ]);
    const emp201 = months.flatMap((month) =>
      month.isOpening ? [] : [emp201Of(month, services.config.programme.SDL_RATE, proclaimedDays)],
    );
    return {
      body: {
        id: taxYear,
        currentTaxYear,
        emp201,
        amendments: [...late.rows],
        amendmentCount: late.total,
        months: months.map(({ leviableCents: _leviable, ...month }) => month),
        reconciliation,
        completeness,
        notice: SARS_NOTICE,
      },
    };
  },
});

const order = route.post('/admin/tax-years/{id}/certificates', {
  who: mayChange,
  summary:
    'Issue the certificates of a tax year that are new or have changed figures, and withdraw those without income. Needs approval',
  body: z.object({ reason: reasonField('Say why certificates are issued now.') }),
  ...pendingApproval,
  handle: async (call, services) => {
    const taxYear = yearOf(call);
    const { reason } = call.body;
    const currentTaxYear = taxYearOf(dayOf(services.now()));
    if (taxYear > currentTaxYear)
      throw fieldError('tax.year', 'taxYear', `The tax year ${taxYear} has not begun. There is nothing to certify.`);
    const early = taxYear === currentTaxYear ? ` before the tax year is over (${yearEndOf(taxYear)})` : '';
    const answer = await respondPendingApproval(services, call, {
      reason,
      kind: 'tax.certificates',
      subject: `tax-years/${taxYear}`,
      summary: `Issue the tax certificates of ${taxYear}${early}`,
      fields: [],
      payload: { taxYear },
    });
    if (early === '') return answer;
    const warning = 'The tax year is not over: later payments replace these certificates, and agents see them at once.';
    return { ...answer, body: { ...(answer.body as object), message: `Saved. ${warning} It needs approval.` } };
  },
});

const emp501 = route.get('/admin/tax-years/{id}/emp501', {
  who: { admin: 'reports:see' },
  summary: 'Get the employer reconciliations (EMP501) to August and of the year: monthly returns against certificates',
  reads,
  answer: emp501Answer,
  handle: async (call, services) => ({ body: await emp501sOf(services, yearOf(call)) }),
});

const preflight = route.get('/admin/tax-years/{id}/preflight', {
  who: { admin: 'reports:see' },
  summary: 'Check the file for SARS rule by rule: what is missing in the employer’s record and for each person',
  reads,
  answer: preflightAnswer,
  handle: async (call, services) => ({ body: await sarsPreflight(services, yearOf(call)) }),
});

/** A tax year: PAYE by month, reconciliation, missing details, and the issue of certificates. */
export const taxRoutes = tagged('Tax', [preflight, emp501, order, year]);
