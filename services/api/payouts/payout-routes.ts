import { randomBytes, randomUUID } from 'node:crypto';
import { adminOf } from '@fynbos/application/caller.ts';
import { handle, load } from '@fynbos/application/handle.ts';
import { loadExtraDays } from '@fynbos/application/payouts/programme-lists.ts';
import { checkPayDate } from '@fynbos/domain/business-days/business-days.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import { type PayoutRunCommand, payoutRunDecider, payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import { policyOn, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type PayoutLineRow, payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { type PayoutRow, payouts } from '@fynbos/projections/payouts/payouts.ts';
import { asOfOf } from '../audit/as-of.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { equalTo, onDay } from '../lists/filters.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { bankAnswerTaken, payoutAnswer, payoutCommandAnswer, payoutLineAnswer, wholePayoutAnswer } from './answers.ts';
import { takeBankAnswer } from './bank-answer.ts';
import { answerLines, answerQuery, cancellation, proposal, resumption } from './payout-input.ts';
import { pastPayoutView } from './payout-past.ts';
import { payoutRecord, payoutView } from './payout-view.ts';

const tag = 'Payouts';
const reads = [payouts.name, payoutLines.name];
const mayChange = { admin: 'payouts:change' } as const;
const maySee = { admin: 'reports:see' } as const;

const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
/** Returns a short, readable reference that differs between runs of one day: `FR261130K7`. */
const referenceFor = (payDate: string): string =>
  `FR${payDate.slice(2).replaceAll('-', '')}${[...randomBytes(2)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;

const byOf = (call: Call): string => String(adminOf(call.caller).adminId);

/** Payout runs: propose, view, approve, cancel, resume, and record the bank's response; also their lines and files. */
export function payoutRoutes(services: Services): Route[] {
  const { log, pool } = services;

  const command = async (call: Call, runId: string, given: PayoutRunCommand, answer: object): Promise<Answer> => {
    const { position } = await handle(log, payoutRunDecider, payoutRunStreamOf(runId), given, call.context, {
      personal: false,
    });
    return { body: { id: runId, ...answer }, position: position ?? null };
  };

  const propose = route({
    method: 'post',
    paths: ['/admin/payouts'],
    who: mayChange,
    summary: 'Propose a payout run: its lines are frozen in the background',
    tag,
    status: 201,
    body: proposal,
    answer: payoutCommandAnswer,
    handle: async (call) => {
      const { cutOff, payDate, batch } = call.body;
      const today = dayOf(call.context.now);
      checkPayDate(payDate, today, await loadExtraDays(log));
      if (cutOff > today) {
        const message = 'The cut-off must not be in the future.';
        throw new DomainError('invalid', 'payout-run.cut-off', message, [{ field: 'cutOff', message }]);
      }
      const { state } = await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM, { personal: false });
      const { version, terms } = policyOn(state, payDate);
      const runId = randomUUID();
      return command(
        call as Call,
        runId,
        {
          type: 'ProposePayoutRun',
          runId,
          reference: referenceFor(payDate),
          batch,
          cutOff,
          payDate,
          policyVersion: version,
          payeRate: terms.payeRate,
          minimumCents: terms.payoutMinimumCents,
          coolingHours: terms.coolingHours,
          proposedBy: byOf(call as Call),
          proposedAt: call.context.now.toISOString(),
        },
        { message: 'Proposed. The lines are being frozen.' },
      );
    },
  });

  const approve = route({
    method: 'post',
    paths: ['/admin/payouts/{id}/approve'],
    who: mayChange,
    summary: 'Approve a frozen run, as a second person: it is checked again and its files are written',
    tag,
    answer: payoutCommandAnswer,
    handle: (call) =>
      command(
        call as Call,
        call.params.id as string,
        { type: 'ApprovePayoutRun', by: byOf(call as Call), at: call.context.now.toISOString() },
        { message: 'Approved. The lines are checked again and the files are written.' },
      ),
  });

  const reasoned = (
    call: Call<{ reason: string }>,
    type: 'CancelPayoutRun' | 'ResumePayoutRun',
    message: string,
  ): Promise<Answer> => {
    const { reason } = call.body;
    return command(
      { ...call, context: { ...call.context, reason } },
      call.params.id as string,
      { type, by: byOf(call), reason, at: call.context.now.toISOString() },
      { message },
    );
  };

  const cancel = route({
    method: 'post',
    paths: ['/admin/payouts/{id}/cancel'],
    who: mayChange,
    summary:
      'Cancel a run that is not approved, or that is approved and on hold; its rewards can be paid by another run',
    tag,
    body: cancellation,
    answer: payoutCommandAnswer,
    handle: (call) => reasoned(call, 'CancelPayoutRun', 'Cancelled.'),
  });

  const resume = route({
    method: 'post',
    paths: ['/admin/payouts/{id}/resume'],
    who: mayChange,
    summary: 'Resume a run on hold: after a restore, compare it with the bank’s statement first',
    tag,
    body: resumption,
    answer: payoutCommandAnswer,
    handle: (call) => reasoned(call, 'ResumePayoutRun', 'The run goes on.'),
  });

  const answer = route({
    method: 'post',
    paths: ['/admin/payouts/{id}/answer'],
    who: mayChange,
    summary: 'Take the bank’s answer: CSV with reference, outcome (paid, failed, returned) and reason',
    tag,
    raw: 'text/csv',
    status: 202,
    query: answerQuery,
    answer: bankAnswerTaken,
    handle: async (call) => takeBankAnswer(services, call as Call, call.query, () => answerLines(call.request)),
  });

  const show = route({
    method: 'get',
    paths: ['/admin/payouts/{id}'],
    who: maySee,
    summary:
      'A payout run with its totals, its progress, the reasons of those left out, and the run before; now or as of a moment',
    tag,
    reads,
    answer: wholePayoutAnswer,
    handle: async ({ params, query }) => {
      const at = asOfOf(query);
      const id = params.id as string;
      return { body: at && at < services.now() ? await pastPayoutView(services, id, at) : await payoutView(pool, id) };
    },
  });

  return [
    propose,
    approve,
    cancel,
    resume,
    answer,
    ...tableRoutes<PayoutRow>(services, {
      resource: 'payouts',
      permission: 'reports:see',
      tag,
      summary: 'Payout runs',
      reads: [payouts.name],
      list: {
        table: readModelTable(payouts).name,
        key: 'id',
        filters: {
          id: { column: 'id', match: 'equals' },
          status: { column: 'status', match: 'equals' },
          batch: { column: 'batch', match: 'equals' },
          reference: { column: 'reference', match: 'contains' },
          ...equalTo('text', 'payDate', 'cutOff', 'proposedBy', 'approvedBy'),
          ...equalTo('number', 'leftOut'),
          ...onDay('proposedAt', 'approvedAt', 'exportedAt', 'settledAt'),
        },
        sorts: { proposedAt: 'proposedAt' },
        defaultSort: { field: 'proposedAt', descending: true },
      },
      record: payoutRecord,
      answer: payoutAnswer,
    }),
    ...tableRoutes<PayoutLineRow>(services, {
      resource: 'payout-lines',
      permission: 'reports:see',
      tag,
      summary: 'Lines of payout runs, with those left out',
      reads: [payoutLines.name],
      list: {
        table: readModelTable(payoutLines).name,
        key: 'id',
        filters: {
          id: { column: 'id', match: 'equals' },
          runId: { column: 'runId', match: 'equals' },
          agentId: { column: 'agentId', match: 'equals', type: 'number' },
          state: { column: 'state', match: 'equals' },
          reason: { column: 'reason', match: 'equals' },
          ...equalTo('text', 'treatment', 'settledOn'),
          ...equalTo('number', 'grossCents', 'payeCents', 'nettCents', 'rewards'),
        },
        sorts: { agentId: 'agentId', nettCents: 'nettCents' },
        defaultSort: { field: 'agentId', descending: false },
      },
      record: (row) => row,
      answer: payoutLineAnswer,
      columns: [
        { heading: 'agentId', cell: (row) => row.agentId },
        { heading: 'state', cell: (row) => row.state },
        { heading: 'reason', cell: (row) => row.reason },
        { heading: 'gross', cell: (row) => Number(plainRand(row.grossCents)) },
        { heading: 'paye', cell: (row) => Number(plainRand(row.payeCents)) },
        { heading: 'nett', cell: (row) => Number(plainRand(row.nettCents)) },
        { heading: 'rewards', cell: (row) => row.rewards },
        { heading: 'treatment', cell: (row) => row.treatment },
        { heading: 'settledOn', cell: (row) => row.settledOn },
      ],
    }),
    show,
  ];
}
