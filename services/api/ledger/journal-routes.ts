import { assertClosedDay, journalSummary } from '@fynbos/application/ledger/journal.ts';
import { LEDGER_ACCOUNTS } from '@fynbos/domain/ledger/journal.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { journalRows } from '@fynbos/projections/journal/queries.ts';
import { z } from 'zod';
import { day } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { journalAnswer } from './answers.ts';
import { journalCsv } from './ledger-csv.ts';

/** The days `from` and `to` of a query, both included. */
export const period = z
  .object({ from: day('from must be a date as YYYY-MM-DD.'), to: day('to must be a date as YYYY-MM-DD.') })
  .refine(({ from, to }) => from <= to, { error: 'The first day must not be after the last.', path: ['from'] });

const common = {
  who: { admin: 'reports:see' },
  query: period,
  reads: [journal.name],
} as const;
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
    summary: 'Get the journal of a period by day, kind and account',
    answer: journalAnswer,
    handle: async ({ query: { from, to } }, { now, db }) => {
      assertClosedDay(to, now());
      const summary = journalSummary(await journalRows(db, from, to));
      return { body: { from, to, ...summary, chart: Object.values(LEDGER_ACCOUNTS) } };
    },
  }),
]);
