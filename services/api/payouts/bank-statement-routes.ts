import { matchStatement } from '@fynbos/application/payouts/match-statement.ts';
import { readStatement } from '@fynbos/domain/bank-files/statement.ts';
import { StatementError } from '@fynbos/domain/bank-files/statement-entry.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { wholeBody } from '../ndjson/body.ts';
import { statementMatchAnswer } from './answers.ts';
import { payoutRow } from './payout-view.ts';

/** Room for the statement of a day with a run of 50,000 lines. */
const LONGEST = 64 * 1024 * 1024;
/** Entries in the answer at most. */
const SHOWN = 200;

function entriesOf(content: string) {
  try {
    return readStatement(content);
  } catch (failure) {
    if (!(failure instanceof StatementError)) throw failure;
    const message = `${failure.message} Nothing was recorded.`;
    throw new DomainError('invalid', 'payout-run.statement', message, [{ field: 'file', message: failure.message }]);
  }
}

/** The preview of a bank statement: which results it shows for a run. */
export function bankStatementRoutes({ pool }: Services): Route[] {
  const preview = route.post('/admin/payouts/{id}/statement', {
    who: { admin: 'payouts:change' },
    summary: 'Match a bank statement (camt.053, camt.054 or MT940) to the lines of a run. Records nothing',
    tag: 'Payouts',
    raw: 'text/plain',
    appendsNothing: true,
    reads: [payouts.name, payoutLines.name, balances.name],
    answer: statementMatchAnswer,
    handle: async ({ params, request }) => {
      const run = await payoutRow(pool, params.id);
      if (run.exportedAt === null)
        throw new DomainError('conflict', 'payout-run.open', 'The files of the run are not written yet.');
      const { unmatched, ...match } = await matchStatement(pool, run, entriesOf(await wholeBody(request, LONGEST)));
      return { body: { ...match, unmatchedEntries: unmatched.length, unmatched: unmatched.slice(0, SHOWN) } };
    },
  });
  return [preview];
}
