import { dayOf, isDay } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { LEDGER_ACCOUNTS } from '@fynbos/domain/ledger/accounts.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { sendFile } from '../reports/send.ts';
import { journalCsv, journalRows, journalSummary, lastClosedDay } from './journal.ts';

const day = (name: string) => z.string(`${name} is missing.`).refine(isDay, `${name} must be a day like 2026-03-31.`);
const period = z
  .object({ from: day('from'), to: day('to') })
  .refine(({ from, to }) => from <= to, { error: 'from must not be after to.', path: ['from'] });

/** The journal for the general ledger: a period to look at, and the same as CSV. */
export function journalRoutes({ pool, exports, now }: Services): Route[] {
  const mustBeOver = (to: string): void => {
    if (to < dayOf(now())) return;
    const message = `to must be a day that is over, ${lastClosedDay(now())} at the latest: today may still grow.`;
    throw new DomainError('invalid', 'journal.open-day', message, [{ field: 'to', message }]);
  };
  const common = {
    method: 'get',
    who: { admin: 'reports:see' },
    tag: 'Reports',
    query: period,
    reads: [journal.name],
  } as const;
  return [
    route({
      ...common,
      paths: ['/admin/reports/journal.csv'],
      summary: 'Journal for the general ledger as CSV: double entry, balanced to the cent on every day',
      handle: async ({ query: { from, to }, caller, response }) => {
        mustBeOver(to);
        return exports.stream(caller, (own) =>
          sendFile(response, `journal-${from}-${to}.csv`, journalCsv(own, from, to)),
        );
      },
    }),
    route({
      ...common,
      paths: ['/admin/journal'],
      summary: 'The journal of a period by day, kind and account',
      handle: async ({ query: { from, to } }) => {
        mustBeOver(to);
        const summary = journalSummary(await journalRows(pool, from, to));
        return { body: { from, to, ...summary, chart: Object.values(LEDGER_ACCOUNTS) } };
      },
    }),
  ];
}
