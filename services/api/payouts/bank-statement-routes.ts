import { adminOf } from '@fynbos/application/caller.ts';
import {
  loadUnpaidsLayout,
  payerOf,
  setUnpaidsLayout,
  unpaidsLayoutHistory,
} from '@fynbos/application/payouts/bank-files/file-settings.ts';
import { matchStatement } from '@fynbos/application/payouts/bank-files/match-statement.ts';
import { payoutById } from '@fynbos/application/payouts/payout-view.ts';
import { bookCashInTransit } from '@fynbos/application/payouts/run-commands.ts';
import { hasWholeDays, readStatement } from '@fynbos/domain/bank-files/statement.ts';
import { isAccount, type Statement, StatementError } from '@fynbos/domain/bank-files/statement-entry.ts';
import { DomainError, fieldError } from '@fynbos/domain/errors.ts';
import { cashInTransit } from '@fynbos/domain/payout-run/cash-in-transit.ts';
import { type UnpaidsLayout, unpaidsLayout } from '@fynbos/domain/unpaids/unpaids-layout.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { type PayoutRow, payouts, runOf } from '@fynbos/projections/payouts/payouts.ts';
import { reasonField } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { wholeBody } from '../ndjson/body.ts';
import { payoutCommandAnswer, statementMatchAnswer, unpaidsLayoutAnswer } from './answers.ts';

/** Room for the statement of a day with a run of 50,000 lines. */
const MAX_STATEMENT_BYTES = 64 * 1024 * 1024;
/** Entries in the answer at most. */
const MAX_UNMATCHED_LISTED = 200;

const unusable = (problem: string) =>
  new DomainError('invalid', 'payout-run.statement', `${problem} Nothing was recorded.`, [
    { field: 'file', message: problem },
  ]);

const ending = (account: string): string => account.replace(/\D/g, '').slice(-4);

/** A statement of the paying account, or one that names no account (O20). Throws `payout-run.statement`. */
function readOwn(content: string, layout: UnpaidsLayout, accountNumber: string): Statement {
  let statement: Statement;
  try {
    statement = readStatement(content, layout);
  } catch (failure) {
    if (!(failure instanceof StatementError)) throw failure;
    throw unusable(failure.message);
  }
  const other = statement.accounts.find((named) => !isAccount(named, accountNumber));
  if (other === undefined) return statement;
  throw unusable(
    `The statement is of the account ending in ${ending(other)}. Payments leave the account ending in ${ending(accountNumber)}.`,
  );
}

const exportedRun = async ({ db }: Pick<Services, 'db'>, id: string): Promise<PayoutRow> => {
  const run = await payoutById(db, id);
  if (run.exportedAt === null)
    throw new DomainError('conflict', 'payout-run.open', 'The files of the run have not been created yet.');
  return run;
};
const matched = async ({ db, log, config }: Services, run: PayoutRow, content: string) =>
  matchStatement(db, run, readOwn(content, await loadUnpaidsLayout(log), payerOf(config.programme).accountNumber));

const preview = route.post('/admin/payouts/{id}/statement', {
  who: { admin: 'payouts:change' },
  summary:
    'Match a bank statement (camt.053, camt.054 or MT940) or a CSV file of unpaids to the lines of a run. Records nothing',
  raw: 'text/plain',
  appendsNothing: true,
  reads: [payouts.name, payoutLines.name, balances.name],
  answer: statementMatchAnswer,
  handle: async ({ params, request }, services) => {
    const run = await exportedRun(services, params.id);
    const content = await wholeBody(request, MAX_STATEMENT_BYTES);
    const { unmatched, shown, ...match } = await matched(services, run, content);
    const { days: _days, ...transit } = cashInTransit(runOf(run), shown);
    const entries = { unmatchedEntries: unmatched.length, unmatched: unmatched.slice(0, MAX_UNMATCHED_LISTED) };
    return { body: { ...match, ...entries, transit: hasWholeDays(content) ? transit : null } };
  },
});

const book = route.post('/admin/payouts/{id}/cash-in-transit', {
  who: { admin: 'payouts:change' },
  summary:
    'Book the difference between the payments of a run and a bank statement (camt.053 or MT940) as cash in transit',
  raw: 'text/plain',
  reads: [payouts.name, payoutLines.name, balances.name],
  answer: payoutCommandAnswer,
  handle: async ({ params, request, caller, context }, services) => {
    const run = await exportedRun(services, params.id);
    const content = await wholeBody(request, MAX_STATEMENT_BYTES);
    if (!hasWholeDays(content)) {
      const message = 'Choose a bank statement (camt.053 or MT940). Other files do not have every entry of a day.';
      throw fieldError('payout-run.statement', 'file', message);
    }
    const { shown } = await matched(services, run, content);
    const position = await bookCashInTransit(services, { runId: run.id, shown }, adminOf(caller), context);
    return { body: { id: run.id, message: 'The cash in transit is booked.' }, position };
  },
});

const layout = route.get('/admin/unpaids-layout', {
  who: { admin: 'reports:see' },
  summary: 'Get the columns of the bank’s files of unpaid payments',
  tag: 'Bank list and business days',
  answer: unpaidsLayoutAnswer,
  handle: async (_call, { log }) => {
    const { state, changes } = await unpaidsLayoutHistory(log);
    return { body: { ...state, changes } };
  },
});

const setLayout = route.post('/admin/unpaids-layout', {
  who: { admin: 'payouts:change' },
  summary: 'Set the columns of the bank’s files of unpaid payments, with a reason',
  tag: 'Bank list and business days',
  body: unpaidsLayout.extend({ reason: reasonField('A reason is required.', 500) }),
  message: 'The columns were saved.',
  run: ({ body: { reason, ...layout }, caller, context }, services) =>
    setUnpaidsLayout(services, { layout, reason, by: adminOf(caller).adminId }, context),
});
/** The results that it shows, and cash in transit. Also the layout of files of unpaid payments. */
export const bankStatementRoutes = tagged('Payouts', [preview, book, layout, setLayout]);
