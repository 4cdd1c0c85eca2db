import {
  approve,
  askBreakGlass,
  type Decision,
  end,
  requestFor as requestOf,
} from '@fynbos/application/approvals/decide.ts';
import { waitForOutcome } from '@fynbos/application/approvals/outcome.ts';
import { requesterProblem } from '@fynbos/application/approvals/rights.ts';
import { readChange } from '@fynbos/application/approvals/stored-change.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { approvalStream } from '@fynbos/domain/approval/approval.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { type ApprovalRow, approvals } from '@fynbos/projections/approvals/approvals.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { z } from 'zod';
import { recordAct } from '../audit/acted.ts';
import { namesOf } from '../audit/actors.ts';
import { asOfOf, FOREVER, rowAsOf } from '../audit/as-of.ts';
import { masked } from '../audit/masking.ts';
import { needed } from '../http/fields.ts';
import { type Answer, type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listAnswer } from '../lists/answers.ts';
import { ApproximateCounts } from '../lists/approximate-counts.ts';
import { databaseOf } from '../lists/database.ts';
import { equalTo, onDay } from '../lists/filters.ts';
import { parseListRequest } from '../lists/list-request.ts';
import { listSource } from '../lists/past-list.ts';
import { listPage, type TableList } from '../lists/table-list.ts';
import { LIST_QUERY } from '../lists/table-routes.ts';
import { approvalAnswer, wholeApprovalAnswer } from './answers.ts';
import { maskedChanges, requestedChanges } from './changes.ts';

const list: TableList<ApprovalRow> = {
  table: readModelTable(approvals).name,
  key: 'id',
  filters: {
    id: { column: 'id', match: 'equals' },
    status: { column: 'status', match: 'equals' },
    kind: { column: 'kind', match: 'equals' },
    subject: { column: 'subject', match: 'equals' },
    summary: { column: 'summary', match: 'contains' },
    ...equalTo('number', 'decidedBy'),
    ...onDay('requestedAt', 'decidedAt'),
    requestedBy: { column: 'requestedBy', match: 'equals', type: 'number' },
  },
  sorts: { requestedAt: 'requestedAt' },
  defaultSort: { field: 'requestedAt', descending: true },
};

const who = { admin: 'reports:see' } as const;
const tag = 'Approvals';
const reasoned = z.object({ reason: needed('A reason is required!', 500) });
const decided = z.object({ status: z.string(), message: z.string() });
const reads = [approvals.name];

const requestFor = ({ log }: Services, { params, caller }: Call) =>
  requestOf(log, params.id as string, adminOf(caller));

const decisionOf = ({ params, caller, context, body }: Call<{ reason: string }>): Decision => ({
  ...{ approvalId: params.id as string, caller: adminOf(caller), context, reason: body.reason },
});

/**
 * Approves a request and answers with the result: carried out, refused with the reason (409), or not yet known (202).
 */
async function approveAndWait(services: Services, call: Call<{ reason: string }>): Promise<Answer> {
  const decision = decisionOf(call);
  const approved = await approve(services, decision);
  const outcome = await waitForOutcome(services, decision.approvalId);
  if (outcome === null) {
    const body = { status: 'approved', message: 'Approved. The change will be applied shortly.' };
    return { status: 202, body, position: approved ?? null };
  }
  const { status, position } = outcome;
  if (status === 'executed') return { body: { status, message: 'Approved and carried out.' }, position };
  const message = `Approved, but it could not be carried out: ${outcome.failure}`;
  return { status: 409, body: { status, message }, position };
}

async function endAndAnswer(services: Services, type: 'Reject' | 'Withdraw', call: Call<{ reason: string }>) {
  const position = (await end(services, type, decisionOf(call))) ?? null;
  const [status, message] = type === 'Reject' ? ['rejected', 'Rejected'] : ['withdrawn', 'Withdrawn'];
  return { body: { status, message: `${message}. Nothing was changed.` }, position };
}

/** The approvals inbox. A decision requires the permission of the request itself. */
export function approvalRoutes(services: Services): Route[] {
  const db = databaseOf(services.pool);
  const tallies = new ApproximateCounts(db);

  const named = async (rows: readonly ApprovalRow[]) => {
    const actors = rows.flatMap(({ requestedBy, decidedBy }) => [requestedBy, decidedBy]).filter((id) => id !== null);
    const nameOf = await namesOf(
      services.log,
      actors.map((id) => ({ kind: 'admin', id: String(id) })),
    );
    const name = (id: number | null) => (id === null ? null : nameOf({ kind: 'admin', id: String(id) }).name);
    return (row: ApprovalRow) => ({
      ...row,
      requestedByName: name(row.requestedBy),
      decidedByName: name(row.decidedBy),
    });
  };

  const inbox = route({
    method: 'get',
    paths: ['/admin/approvals'],
    who,
    summary: 'Changes that wait, or waited, for a second person; now or as of a moment',
    tag,
    reads,
    query: LIST_QUERY,
    answer: z.array(approvalAnswer),
    handle: async ({ query }) => {
      const request = parseListRequest(query);
      const source = await listSource(services, approvals, query);
      if ('answer' in source) return source.answer;
      const from = { ...list, table: source.table.name };
      const page = await listPage(db, from, { ...request, limit: request.limit ?? 1_000 }, tallies);
      return listAnswer('approvals', request, page, await named(page.rows));
    },
  });

  const one = route({
    method: 'get',
    paths: ['/admin/approvals/{id}'],
    who,
    summary:
      'A request with what it would change, before and after, personal data masked, and what speaks against its execution; now or as of a moment',
    tag,
    reads,
    answer: wholeApprovalAnswer,
    handle: async (call) => {
      const state = await requestFor(services, call);
      const { approvalId, payload, personal, status } = state;
      const stream = approvalStream(approvalId);
      const at = asOfOf(call.query);
      const row = await rowAsOf<ApprovalRow>(services.log, approvals, [stream], approvalId, at ?? FOREVER);
      if (!row) throw new DomainError('not-found', 'approval.unknown', 'There was no such request at that moment.');
      const shown = Object.fromEntries(
        Object.entries(personal ?? {}).map(([field, value]) => [field, masked(field, value)]),
      );
      const record = (await named([row]))(row);
      // Compares with the current state only; past states have no comparison.
      const changes = at === null ? maskedChanges(await requestedChanges(services, state), state) : [];
      const obstacle = at === null && status === 'waiting' ? await requesterProblem(services.log, state) : null;
      return { body: { ...record, payload, personal: shown, changes, obstacle } };
    },
  });

  const reveal = route({
    method: 'post',
    paths: ['/admin/approvals/{id}/reveal'],
    who: { admin: 'full-numbers:see' },
    summary: 'What an open request would change, before and after, with personal data in full; viewing it is recorded',
    tag,
    answer: z.object({
      changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      personal: z.record(z.string(), z.unknown()),
    }),
    handle: async (call) => {
      const state = await requestFor(services, call);
      const { approvalId, personal } = state;
      if (personal === null)
        throw new DomainError('conflict', 'approval.nothing-hidden', 'This request holds no personal data to show.');
      const changes = await requestedChanges(services, state);
      const { change, stored } = readChange(state);
      const recorded =
        change.recordReveal?.(services, stored, call.context) ??
        recordAct(services, call, { act: 'reveal-request', on: `approvals/${approvalId}` });
      const position = await recorded;
      return { body: { changes, personal }, position: position ?? null };
    },
  });

  const decisions = [
    route({
      method: 'post',
      paths: ['/admin/approvals/{id}/approve'],
      who,
      summary: 'Approve the request of somebody else; it is carried out against the state of now',
      tag,
      body: reasoned,
      answer: decided,
      handle: (call) => approveAndWait(services, call),
    }),
    ...(['Reject', 'Withdraw'] as const).map((type) =>
      route({
        method: 'post',
        paths: [`/admin/approvals/{id}/${type.toLowerCase()}`],
        who,
        summary: type === 'Reject' ? 'Reject the request of somebody else' : "Take one's own request back",
        tag,
        body: reasoned,
        answer: decided,
        handle: (call) => endAndAnswer(services, type, call),
      }),
    ),
  ];

  const breakGlass = route({
    method: 'post',
    paths: ['/admin/approvals/{id}/break-glass'],
    who,
    summary: 'Where nobody else holds the right: approve it oneself after 24 hours, with everybody told',
    tag,
    body: reasoned,
    answer: decided,
    handle: async (call) => ({
      position: (await askBreakGlass(services, decisionOf(call))) ?? null,
      body: { status: 'waiting', message: 'You can approve this yourself in 24 hours. All administrators are told.' },
    }),
  });

  return [inbox, one, reveal, ...decisions, breakGlass];
}
