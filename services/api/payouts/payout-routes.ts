import { adminOf } from '@fynbos/application/caller.ts';
import { acceptBankResponse } from '@fynbos/application/payouts/bank-files/bank-response.ts';
import { correctableLine } from '@fynbos/application/payouts/correctable-line.ts';
import { pastPayoutView, payoutById, payoutRecord, payoutView } from '@fynbos/application/payouts/payout-view.ts';
import {
  approvePayoutRun,
  cancelPayoutRun,
  proposePayoutRun,
  resumePayoutRun,
} from '@fynbos/application/payouts/run-commands.ts';
import { formatRand } from '@fynbos/domain/format.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { holds } from '@fynbos/projections/holds/holds.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { withRunAndAgent } from '@fynbos/projections/payouts/queries.ts';
import { runRisks } from '@fynbos/projections/payouts/risks.ts';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { route, tagged } from '../http/route.ts';
import { equalTo, onDay, sameAs } from '../lists/filters.ts';
import { asOfOf } from '../lists/list-request.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import {
  bankResponseAnswer,
  payoutAnswer,
  payoutCommandAnswer,
  payoutDetailAnswer,
  payoutLineAnswer,
  runRisksAnswer,
} from './answers.ts';
import {
  answerQuery,
  proposal,
  reasonBody,
  responseLines,
  resultCorrection,
  runApproval,
  runCancellation,
} from './payout-input.ts';
import { LINE_COLUMNS } from './run-statement-pdf.ts';

const reads = [payouts.name, payoutLines.name];
const mayChange = { admin: 'payouts:change' } as const;
const maySee = { admin: 'reports:see' } as const;

/** Ignored lines in the answer at most; all are counted. */
const MAX_IGNORED_LISTED = 100;

const acceptedMessage = (ignored: number): string =>
  ignored === 0
    ? 'Recorded. The lines are being settled.'
    : `Recorded. ${ignored === 1 ? '1 line was' : `${ignored} lines were`} not changed, because another result is recorded for ${ignored === 1 ? 'it' : 'them'}.`;

const propose = route.post('/admin/payouts', {
  who: mayChange,
  summary: 'Propose a payout run: its lines are frozen in the background',
  status: 201,
  body: proposal,
  answer: payoutCommandAnswer,
  handle: async ({ body, caller, context }, services) => {
    const { runId: id, position } = await proposePayoutRun(
      { ...services, paymentLimitCents: services.config.programme.PAYMENT_LIMIT },
      body,
      adminOf(caller),
      context,
    );
    return { body: { id, message: 'Proposed. The lines are being frozen.' }, position };
  },
});

const approve = route.post('/admin/payouts/{id}/approve', {
  who: mayChange,
  summary:
    'Approve a frozen run, as another administrator. After the last approval that it needs, it is checked again and its files are written. A stated total must be that of the run; large runs need one',
  body: runApproval,
  answer: payoutCommandAnswer,
  handle: async ({ params: { id }, body, caller, context }, services) => {
    const { position, missing } = await approvePayoutRun(services, { runId: id, ...body }, adminOf(caller), context);
    const message =
      missing === 0
        ? 'Approved. The lines are checked again and the files are written.'
        : `Your approval is recorded. The run needs ${missing} more ${missing === 1 ? 'approver' : 'approvers'}.`;
    return { body: { id, message }, position };
  },
});

const cancel = route.post('/admin/payouts/{id}/cancel', {
  who: mayChange,
  summary: 'Cancel a run that is not approved, or that is approved and on hold; its rewards can be paid by another run',
  body: runCancellation,
  answer: payoutCommandAnswer,
  handle: async ({ params: { id }, body, caller, context }, services) => {
    const position = await cancelPayoutRun(services, { runId: id, ...body }, adminOf(caller), context);
    return { body: { id, message: 'Cancelled.' }, position };
  },
});

const resume = route.post('/admin/payouts/{id}/resume', {
  who: mayChange,
  summary: 'Resume a run on hold: after a restore, compare it with the bank’s statement first',
  body: reasonBody,
  answer: payoutCommandAnswer,
  handle: async ({ params: { id }, body, caller, context }, services) => {
    const position = await resumePayoutRun(services, { runId: id, ...body }, adminOf(caller), context);
    return { body: { id, message: 'Resumed.' }, position };
  },
});

const bankResponse = route.post('/admin/payouts/{id}/answer', {
  who: mayChange,
  summary: 'Import the bank’s response: CSV with reference, outcome (paid, failed, returned) and reason',
  raw: 'text/csv',
  status: 202,
  query: answerQuery,
  answer: bankResponseAnswer,
  handle: async ({ params: { id }, query, caller, context, request }, services) => {
    const response = { runId: id, ...query };
    const read = () => responseLines(request);
    const accepted = await acceptBankResponse(services, response, read, adminOf(caller), context);
    const { position, ignored, lines } = accepted;
    const message = acceptedMessage(ignored.length);
    const answered = { id, answerId: query.answerId, lines, message, ignoredLines: ignored.length };
    return { body: { ...answered, ignored: ignored.slice(0, MAX_IGNORED_LISTED) }, position };
  },
});

const correctResult = route.post('/admin/payouts/{id}/results', {
  who: mayChange,
  summary: 'Correct the recorded result of a line after the bank confirmed another one. Needs approval',
  body: resultCorrection,
  ...pendingApproval,
  handle: async (call, services) => {
    const runId = call.params.id;
    const { agentId, to, paidOn, reason } = call.body;
    const { session, from, line } = await correctableLine(
      services.log,
      { runId, agentId, to, paidOn },
      call.context.now,
    );
    const day = to === 'paid' ? ` on ${paidOn}` : '';
    const amount = formatRand(line.nettCents);
    return respondPendingApproval(services, call, {
      reason,
      kind: 'payout.result',
      subject: `payouts/${runId}`,
      summary: `Run ${session.state.reference}, agent ${agentId}, ${amount}: recorded as ${from}, correct to ${to}${day}`,
      fields: ['result'],
      payload: { runId, agentId, to, paidOn, reason },
    });
  },
});

const show = route.get('/admin/payouts/{id}', {
  who: maySee,
  summary:
    'Get a payout run with its totals, progress, the reasons for agents left out, and the previous run; now or as of an instant',
  reads,
  answer: payoutDetailAnswer,
  handle: async ({ params, query }, services) => {
    const at = asOfOf(query);
    const id = params.id;
    return {
      body: at && at < services.now() ? await pastPayoutView(services, id, at) : await payoutView(services.db, id),
    };
  },
});

const risks = route.get('/admin/payouts/{id}/risks', {
  who: maySee,
  summary:
    'List the lines of a run that its approver should check: first payments, changed and shared accounts, jumps, first payments abroad',
  reads: [...reads, agents.name, holds.name],
  answer: runRisksAnswer,
  handle: async ({ params }, services) => {
    const run = await payoutById(services.db, params.id);
    return { body: await runRisks(services.db, run) };
  },
});

/** Payout runs: propose, view, approve, cancel, resume, and record the bank's response; also their lines and files. */
export const payoutRoutes = tagged('Payouts', [
  risks,
  propose,
  approve,
  cancel,
  resume,
  bankResponse,
  correctResult,
  ...tableRoutes({
    resource: 'payouts',
    permission: 'reports:see',
    summary: 'List payout runs',
    projection: payouts,
    list: {
      key: 'id',
      filters: {
        ...equalTo('text', 'id', 'status', 'batch', 'payDate', 'cutOff', 'proposedBy', 'approvedBy'),
        ...equalTo('number', 'leftOut'),
        reference: { column: 'reference', match: 'contains' },
        q: { column: 'reference', match: 'contains' },
        ...onDay('proposedAt', 'approvedAt', 'exportedAt', 'settledAt'),
      },
      sorts: { proposedAt: 'proposedAt' },
      defaultSort: { field: 'proposedAt', descending: true },
    },
    records: (rows) => rows.map(payoutRecord),
    answer: payoutAnswer,
  }),
  ...tableRoutes({
    resource: 'payout-lines',
    permission: 'reports:see',
    summary: 'List the lines of payout runs, including omitted agents',
    projection: payoutLines,
    list: {
      key: 'id',
      filters: {
        ...equalTo('text', 'id', 'runId', 'state', 'treatment', 'settledOn'),
        ...sameAs('reason'),
        ...equalTo('number', 'agentId', 'grossCents', 'payeCents', 'nettCents', 'rewards'),
        // Next to a filter by state, so that a list of some states can be narrowed to one of them.
        states: { column: 'state', match: 'equals', type: 'text' },
        q: { column: 'id', match: 'names', others: ['runId'] },
      },
      sorts: { agentId: 'agentId', nettCents: 'nettCents' },
      defaultSort: { field: 'agentId', descending: false },
    },
    answer: payoutLineAnswer,
    exportReads: [payouts.name, agents.name],
    exportFrom: withRunAndAgent,
    columns: LINE_COLUMNS,
  }),
  show,
]);
