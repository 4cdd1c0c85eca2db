import { agentOf } from '@fynbos/application/caller.ts';
import { accountStatement } from '@fynbos/application/ledger/account-statement.ts';
import { verifyUrlOf } from '@fynbos/application/payouts/payment-advice.ts';
import { type PayoutStatement, payoutStatementOf } from '@fynbos/application/payouts/payout-statement.ts';
import { payoutById } from '@fynbos/application/payouts/payout-view.ts';
import { accountEntries } from '@fynbos/application/rewards/accounts.ts';
import type { WithLog } from '@fynbos/application/services.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { invoicedReservations } from '@fynbos/projections/incentives/queries.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { RUN_LINES, type RunLine } from '@fynbos/projections/payouts/queries.ts';
import { type Call, route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import type { Services } from '../http/services.ts';
import { sendCsv } from '../lists/export.ts';
import { payoutStatementCsv, payoutStatementPdf } from '../payouts/payout-statement-pdf.ts';
import { LINE_COLUMNS, runStatementPdf } from '../payouts/run-statement-pdf.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { accountStatementPdf } from './account-statement-pdf.ts';
import { period } from './journal-routes.ts';
import { accountStatementCsv } from './ledger-csv.ts';
import { statementRecipient } from './statement-recipient.ts';

const runReads = [payouts.name, payoutLines.name];
const lineReads = [...runReads, incentives.name];
const maySee = { admin: 'reports:see' } as const;
const FILE_TYPES = ['pdf', 'csv'] as const;

const payoutStatementOfAgent = async ({ log }: WithLog, agentId: number, runId: string): Promise<PayoutStatement> => {
  const statement = payoutStatementOf(await accountEntries(log, agentId), runId);
  if (!statement) throw new DomainError('not-found', 'payout-run.no-line', 'The run has no line for this agent.');
  return statement;
};

const sendLine = async (
  services: Services,
  { response }: Call,
  ending: (typeof FILE_TYPES)[number],
  agentId: number,
  runId: string,
) => {
  const [run, statement] = await Promise.all([
    payoutById(services.db, runId),
    payoutStatementOfAgent(services, agentId, runId),
  ]);
  const who = await statementRecipient(services, agentId, statement.reservedAt);
  const name = `payout-${run.reference}-${who.loyaltyTrackingNo || agentId}` as const;
  if (ending === 'csv') return sendFile(response, `${name}.csv`, payoutStatementCsv(statement));
  const { nettCents, status, on } = statement;
  const advice = { runId, agentId, nettCents, status, on, accountEnding: who.accountEnding };
  const verifyUrl = verifyUrlOf(services.config.publicUrl, services.tokens, advice);
  const invoices = await invoicedReservations(
    services.db,
    statement.lines.map((line) => line.name),
  );
  return sendFile(
    response,
    `${name}.pdf`,
    renderPdf(payoutStatementPdf(statement, run, { ...who, verifyUrl }, invoices)),
  );
};

const ofLine = FILE_TYPES.flatMap((ending) => [
  route.get(`/admin/payouts/{id}/agents/{agentId}/statement.${ending}`, {
    who: maySee,
    summary: `An agent’s payout in a run by reward, as ${ending.toUpperCase()}`,
    reads: lineReads,
    handle: (call, services) => sendLine(services, call, ending, Number(call.params.agentId), call.params.id),
  }),
  route.get(`/agent/payouts/{runId}/statement.${ending}`, {
    who: 'agent',
    summary: `The agent’s own payout in a run by reward, as ${ending.toUpperCase()}`,
    reads: lineReads,
    handle: (call, services) => sendLine(services, call, ending, agentOf(call.caller).agentId, call.params.runId),
  }),
]);

const ofAccount = FILE_TYPES.map((ending) =>
  route.get(`/admin/travel-agents/{id}/statement.${ending}`, {
    who: maySee,
    summary: `The entries of an agent’s account between two days with balances, as ${ending.toUpperCase()}`,
    reads: [payouts.name],
    query: period,
    handle: async ({ params, query: { from, to }, response }, services) => {
      const agentId = Number(params.id);
      const [statement, who] = await Promise.all([
        accountStatement({ log: services.log, db: services.db }, agentId, from, to),
        statementRecipient(services, agentId),
      ]);
      const name = `account-${who.loyaltyTrackingNo || agentId}-${from}-${to}` as const;
      if (ending === 'csv') return sendFile(response, `${name}.csv`, accountStatementCsv(statement));
      return sendFile(response, `${name}.pdf`, renderPdf(accountStatementPdf(statement, who)));
    },
  }),
);

const ofRun = [
  route.get('/admin/payouts/{id}/statement.pdf', {
    who: maySee,
    summary: 'Download a run as PDF: totals, lines, and agents left out with the reason',
    reads: [...runReads, agents.name],
    handle: async ({ params, response }, { db, config, now }) => {
      const run = await payoutById(db, params.id);
      const pdf = await runStatementPdf(db, run, {
        programme: config.programme.PROGRAMME_NAME,
        madeOn: dayOf(now()),
      });
      return sendFile(response, `payout-${run.reference}.pdf`, renderPdf(pdf));
    },
  }),
  route.get('/admin/payouts/{id}/statement.csv', {
    who: maySee,
    summary: 'Download a run as CSV: every agent with a line or left out',
    reads: [...runReads, agents.name],
    handle: async (call, { db, exports }) => {
      const run = await payoutById(db, call.params.id);
      const query = { text: RUN_LINES, values: [run.id] };
      return sendCsv<RunLine>(call, exports, { name: `payout-${run.reference}`, query, columns: LINE_COLUMNS });
    },
  }),
];

/** Statements as PDF and CSV: of a run, of an agent's line in a run, and of an agent's account over a period. */
export const statementRoutes = tagged('Statements', [...ofLine, ...ofAccount, ...ofRun]);
