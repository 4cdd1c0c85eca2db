import { assertClosedDay, journalSummary } from '@fynbos/application/ledger/journal.ts';
import { monthEndPack } from '@fynbos/application/ledger/month-end-pack.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { LEDGER_ACCOUNTS } from '@fynbos/domain/ledger/journal.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { holds } from '@fynbos/projections/holds/holds.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { journalRows } from '@fynbos/projections/journal/queries.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { reconciliations } from '@fynbos/projections/reconciliations/reconciliations.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { z } from 'zod';
import { day, month } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { pdfOf } from '../pdf/paper.ts';
import { journalAnswer } from './answers.ts';
import { journalCsv } from './csv.ts';
import { monthEndPaper } from './month-end-paper.ts';

/** The days `from` and `to` of a query, both included. */
export const period = z
  .object({ from: day('from must be a day like 2026-03-31.'), to: day('to must be a day like 2026-03-31.') })
  .refine(({ from, to }) => from <= to, { error: 'The first day must not be after the last.', path: ['from'] });

const READ_MODELS = [payouts, payoutLines, journal, balances, tax, holds, reconciliations].map(({ name }) => name);

export const monthEndRoutes = tagged('Reports', [
  route.get('/admin/reports/month-end.pdf', {
    who: { admin: 'reports:see' },
    summary:
      'Download the month-end pack as PDF: totals, ageing, journal, payouts, PAYE, reconciliation, signals and controls',
    query: z.object({ month: month('month must be like 2026-03.') }),
    reads: READ_MODELS,
    handle: async (call, services) => {
      const { month } = call.query;
      const { config, exports, now } = services;
      const at = now();
      if (`${month}-01` >= dayOf(at))
        throw fieldError('month-end.month', 'month', 'No day of this month has ended yet.');
      const pack = await exports.past(call, (gone) => monthEndPack(services, month, at, gone));
      if (!pack) return undefined;
      const paper = monthEndPaper(pack, config.programme.PROGRAMME_NAME, dayOf(at));
      return sendFile(call.response, `month-end-${month}.pdf`, pdfOf(paper));
    },
  }),
]);

const common = {
  who: { admin: 'reports:see' },
  query: period,
  reads: [journal.name],
} as const;
/** The journal for the general ledger: a summary of a period, and its lines as CSV. */
export const journalRoutes = tagged('Reports', [
  route.get('/admin/reports/journal.csv', {
    ...common,
    summary: 'Download the journal for the general ledger as CSV: double entry, balanced on every day',
    handle: async ({ query: { from, to }, caller, response }, { now, exports }) => {
      assertClosedDay(to, now());
      return exports.stream(caller, (own) =>
        sendFile(response, `journal-${from}-${to}.csv`, journalCsv(own, from, to)),
      );
    },
  }),
  route.get('/admin/journal', {
    ...common,
    summary: 'Show the journal of a period by day, kind and account',
    answer: journalAnswer,
    handle: async ({ query: { from, to } }, { now, db }) => {
      assertClosedDay(to, now());
      const summary = journalSummary(await journalRows(db, from, to));
      return { body: { from, to, ...summary, chart: Object.values(LEDGER_ACCOUNTS) } };
    },
  }),
]);
