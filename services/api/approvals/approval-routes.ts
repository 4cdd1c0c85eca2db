import { correctAccount } from '@fynbos/application/approvals/changes/account-correction.ts';
import {
  type ApprovalDecision,
  approve,
  closeRequest,
  requestBreakGlass,
  requestFor as requestOf,
} from '@fynbos/application/approvals/decide.ts';
import { effectOf } from '@fynbos/application/approvals/effect.ts';
import { waitForOutcome } from '@fynbos/application/approvals/execute.ts';
import { frozenChanges, readChange } from '@fynbos/application/approvals/frozen-changes.ts';
import {
  changesAsRequested,
  maskedChanges,
  requestedChanges,
} from '@fynbos/application/approvals/requested-changes.ts';
import { requesterProblem } from '@fynbos/application/approvals/rights.ts';
import { surroundingsOf } from '@fynbos/application/approvals/surroundings.ts';
import { AFTER_EVERY_EVENT, rowAsOf } from '@fynbos/application/as-of.ts';
import { masked } from '@fynbos/application/audit/changes.ts';
import { adminNames } from '@fynbos/application/audit/names.ts';
import { recordAdminAction } from '@fynbos/application/audit/record-admin-action.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { type ApprovalRequest, approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { type ApprovalRow, approvals } from '@fynbos/projections/approvals/approvals.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { holds } from '@fynbos/projections/holds/holds.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payeeChecks } from '@fynbos/projections/payouts/payee-checks.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import { z } from 'zod';
import { reasonField } from '../http/fields.ts';
import { refusalOf, sendProblem } from '../http/problem.ts';
import { type Call, route, tagged } from '../http/route.ts';
import { POSITION } from '../http/send.ts';
import type { Services } from '../http/services.ts';
import { equalTo, onDay } from '../lists/filters.ts';
import { asOfOf } from '../lists/list-request.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { approvalAnswer, approvalDetailAnswer, correctionChecksAnswer, effectAnswer } from './answers.ts';

const who = { admin: 'reports:see' } as const;
const reasonBody = z.object({ reason: reasonField('A reason is required!', 500) });
const decided = z.object({ status: z.string(), message: z.string() });

const requestFor = ({ log }: Services, { params, caller }: Call<unknown, unknown, 'id'>) =>
  requestOf(log, params.id, adminOf(caller));

/** Loads a request for reading, which those who see the audit log may do too (X7). */
const readableRequest = ({ log }: Services, { params, caller }: Call<unknown, unknown, 'id'>) =>
  requestOf(log, params.id, adminOf(caller), 'audit-log:see');

const decisionOf = ({ params, caller, context, body }: Call<{ reason: string }, unknown, 'id'>): ApprovalDecision => ({
  approvalId: params.id,
  caller: adminOf(caller),
  context,
  reason: body.reason,
});

/** Carried out, failed with the reason (409), or not yet known (202). */
async function approveAndWait(services: Services, call: Call<{ reason: string }, unknown, 'id'>) {
  const decision = decisionOf(call);
  const approved = await approve(services, decision);
  const outcome = await waitForOutcome(services, decision.approvalId);
  if (outcome === null) {
    const body = { status: 'approved', message: 'Approved. The change will be applied shortly.' };
    return { status: 202, body, position: approved };
  }
  const { status, position } = outcome;
  if (status === 'executed') return { body: { status, message: 'Approved and applied.' }, position };
  const message = `Approved, but it could not be applied: ${outcome.failure}`;
  // Not thrown: the approval is no refused attempt, and its position leads a read to the failed request.
  call.response.set(POSITION, position);
  sendProblem(call.response, refusalOf(new DomainError('conflict', 'approval.failed', message)).problem);
  return undefined;
}

/** The fields of a closed request with personal data in full; empty if it holds none, or the person was erased. */
async function closedRequestFields({ log }: Services, state: ApprovalRequest) {
  const changes = await frozenChanges(log, state);
  return changes.some(({ personal }) => personal) ? changes.map(({ personal: _personal, ...change }) => change) : [];
}

/** Records a reveal in the way of the request's kind; undefined for kinds without one. */
function recordedReveal({ log }: Services, { context }: Call, state: ApprovalRequest) {
  const { change, stored } = readChange(state);
  return change.recordReveal?.({ log }, stored, context);
}

async function endAndAnswer(services: Services, action: 'reject' | 'withdraw', call: Call<{ reason: string }>) {
  const [type, status, message] =
    action === 'reject'
      ? (['Reject', 'rejected', 'Rejected'] as const)
      : (['Withdraw', 'withdrawn', 'Withdrawn'] as const);
  const position = (await closeRequest(services, type, decisionOf(call))) ?? null;
  return { body: { status, message: `${message}. Nothing was changed.` }, position };
}

async function namedBy(services: Services, rows: readonly ApprovalRow[]) {
  const actors = rows.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy]);
  const name = await adminNames(services.log, actors);
  return (row: ApprovalRow) => ({
    ...row,
    requestedByName: name(row.requestedBy),
    decidedByName: name(row.decidedBy),
  });
}

const inbox = tableRoutes({
  resource: 'approvals',
  permission: 'reports:see',
  summary: 'List approval requests, now or as of an instant',
  projection: approvals,
  list: {
    key: 'id',
    filters: {
      ...equalTo('text', 'id', 'status', 'kind', 'subject'),
      ...equalTo('number', 'decidedBy', 'requestedBy'),
      summary: { column: 'summary', match: 'contains' },
      q: { column: 'summary', match: 'contains' },
      ...onDay('requestedAt', 'decidedAt'),
    },
    sorts: { requestedAt: 'requestedAt' },
    defaultSort: { field: 'requestedAt', descending: true },
  },
  records: async (rows, services) => rows.map(await namedBy(services, rows)),
  answer: approvalAnswer,
});

const show = route.get('/admin/approvals/{id}', {
  who,
  summary:
    'Get a request with its changes before and after, personal data masked, and what prevents its execution; now or as of an instant',
  // The approvers, and the recent changes, come from the other two.
  reads: [approvals.name, admins.name, auditLog.name],
  answer: approvalDetailAnswer,
  handle: async (call, services) => {
    const state = await readableRequest(services, call);
    const { approvalId, payload, personal, status } = state;
    const stream = approvalStreamOf(approvalId);
    const at = asOfOf(call.query);
    const row = await rowAsOf<ApprovalRow>(services.log, approvals, {
      streamIds: [stream],
      key: approvalId,
      at: at ?? AFTER_EVERY_EVENT,
    });
    if (!row) throw new DomainError('not-found', 'approval.unknown', 'This request did not exist at that time.');
    const shown = Object.fromEntries(
      Object.entries(personal ?? {}).map(([field, value]) => [field, masked(field, value)]),
    );
    const record = (await namedBy(services, [row]))(row);
    // Compares with the current state only; past states have no comparison.
    const changes = at === null ? maskedChanges(await requestedChanges(services, state), state) : [];
    const obstacle = at === null && status === 'waiting' ? await requesterProblem(services.log, state) : null;
    const [asRequested, surroundings] = await Promise.all([
      changesAsRequested(services, state),
      surroundingsOf(services, state, row),
    ]);
    return { body: { ...record, payload, personal: shown, changes, asRequested, obstacle, ...surroundings } };
  },
});

const effect = route.get('/admin/approvals/{id}/effect', {
  who,
  summary: 'Get the effect of an open request on agents, rentals and rewards, as far as a simulation can compute it',
  reads: [incentives.name, promotions.name],
  answer: effectAnswer,
  handle: async (call, services) => ({ body: await effectOf(services, await readableRequest(services, call)) }),
});

const checks = route.get('/admin/approvals/{id}/checks', {
  who,
  summary: 'Get what the approver of a correction should check: the agent, earlier payments and corrections, and risks',
  reads: [approvals.name, agents.name, balances.name, holds.name, payoutLines.name],
  answer: correctionChecksAnswer,
  handle: async (call, services) => {
    const { kind, payload } = await readableRequest(services, call);
    const correction = kind === 'account.correction' ? correctAccount.payload.safeParse(payload).data : undefined;
    if (!correction) throw new DomainError('not-found', 'approval.no-checks', 'This request is not a correction.');
    const { agentId, grossCents } = correction;
    return {
      body: {
        grossCents,
        agent: await payeeChecks(services.db, { agentId, grossCents, at: services.now().toISOString() }),
      },
    };
  },
});

const reveal = route.post('/admin/approvals/{id}/reveal', {
  who: { admin: 'full-numbers:see' },
  summary: 'Get the fields of a request, before and after, with personal data in full. Viewing them is recorded',
  answer: z.object({
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    personal: z.record(z.string(), z.unknown()),
  }),
  handle: async (call, services) => {
    const state = await requestFor(services, call);
    const { approvalId, personal } = state;
    const isOpen = personal !== null;
    const compared = await requestedChanges(services, state);
    const changes = compared.length > 0 ? compared : await closedRequestFields(services, state);
    if (changes.length === 0 && !isOpen)
      throw new DomainError('conflict', 'approval.nothing-hidden', 'This request has no personal data to show.');
    const action = { act: 'reveal-request', on: `approvals/${approvalId}` } as const;
    const position =
      (await (isOpen && recordedReveal(services, call, state))) || (await recordAdminAction(services, call, action));
    return { body: { changes, personal: personal ?? {} }, position };
  },
});

const decisions = [
  route.post('/admin/approvals/{id}/approve', {
    who,
    summary: 'Approve a request of another administrator; the change is applied to the current record',
    body: reasonBody,
    answer: decided,
    handle: (call, services) => approveAndWait(services, call),
  }),
  ...(['reject', 'withdraw'] as const).map((action) =>
    route.post(`/admin/approvals/{id}/${action}`, {
      who,
      summary: action === 'reject' ? 'Reject a request of another administrator' : 'Withdraw your own request',
      body: reasonBody,
      answer: decided,
      handle: (call, services) => endAndAnswer(services, action, call),
    }),
  ),
];

const breakGlass = route.post('/admin/approvals/{id}/break-glass', {
  who,
  summary:
    'Approve your own request by break-glass after 24 hours if no one else has the right and you have the right to break-glass; all administrators are notified',
  body: reasonBody,
  answer: decided,
  handle: async (call, services) => ({
    position: (await requestBreakGlass(services, decisionOf(call))) ?? null,
    body: {
      status: 'waiting',
      message: 'You can approve this yourself in 24 hours. All administrators are notified.',
    },
  }),
});

/** The approvals inbox. A decision requires the permission of the request itself. */
export const approvalRoutes = tagged('Approvals', [...inbox, show, effect, checks, reveal, ...decisions, breakGlass]);
