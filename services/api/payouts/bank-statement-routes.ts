import { adminOf } from '@fynbos/application/caller.ts';
import { matchStatement } from '@fynbos/application/payouts/bank-files/match-statement.ts';
import { loadUnpaidsLayout, setUnpaidsLayout } from '@fynbos/application/payouts/bank-files/unpaids-layout.ts';
import { readStatement } from '@fynbos/domain/bank-files/statement.ts';
import { StatementError } from '@fynbos/domain/bank-files/statement-entry.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { type UnpaidsLayout, unpaidsLayout } from '@fynbos/domain/unpaids/events.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { z } from 'zod';
import { needed } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { wholeBody } from '../ndjson/body.ts';
import { statementMatchAnswer, unpaidsLayoutAnswer } from './answers.ts';
import { payoutRow } from './payout-view.ts';

/** Room for the statement of a day with a run of 50,000 lines. */
const LONGEST = 64 * 1024 * 1024;
/** Entries in the answer at most. */
const SHOWN = 200;

function entriesOf(content: string, layout: UnpaidsLayout) {
  try {
    return readStatement(content, layout);
  } catch (failure) {
    if (!(failure instanceof StatementError)) throw failure;
    const message = `${failure.message} Nothing was recorded.`;
    throw new DomainError('invalid', 'payout-run.statement', message, [{ field: 'file', message: failure.message }]);
  }
}

/** The preview of a bank statement: which results it shows for a run. Also the layout of files of unpaid payments. */
export function bankStatementRoutes(services: Services): Route[] {
  const { log, db } = services;
  const preview = route.post('/admin/payouts/{id}/statement', {
    who: { admin: 'payouts:change' },
    summary:
      'Match a bank statement (camt.053, camt.054 or MT940) or a CSV file of unpaids to the lines of a run. Records nothing',
    tag: 'Payouts',
    raw: 'text/plain',
    appendsNothing: true,
    reads: [payouts.name, payoutLines.name, balances.name],
    answer: statementMatchAnswer,
    handle: async ({ params, request }) => {
      const run = await payoutRow(db, params.id);
      if (run.exportedAt === null)
        throw new DomainError('conflict', 'payout-run.open', 'The files of the run are not written yet.');
      const entries = entriesOf(await wholeBody(request, LONGEST), await loadUnpaidsLayout(log));
      const { unmatched, ...match } = await matchStatement(db, run, entries);
      return { body: { ...match, unmatchedEntries: unmatched.length, unmatched: unmatched.slice(0, SHOWN) } };
    },
  });

  const layout = route.get('/admin/unpaids-layout', {
    who: { admin: 'reports:see' },
    summary: 'Show the columns of the bank’s files of unpaid payments',
    tag: 'Bank list and business days',
    answer: unpaidsLayoutAnswer,
    handle: async () => ({ body: await loadUnpaidsLayout(log) }),
  });

  const setLayout = route.post('/admin/unpaids-layout', {
    who: { admin: 'payouts:change' },
    summary: 'Set the columns of the bank’s files of unpaid payments, with a reason',
    tag: 'Bank list and business days',
    body: unpaidsLayout.extend({ reason: needed('A reason is required.', 500) }),
    answer: z.object({ message: z.string() }),
    handle: async ({ body: { reason, ...columns }, caller, context }) => {
      const change = { layout: columns, reason, by: adminOf(caller).adminId };
      const { position } = await setUnpaidsLayout(services, change, context);
      return { body: { message: 'The columns are saved.' }, position: position ?? null };
    },
  });
  return [preview, layout, setLayout];
}
