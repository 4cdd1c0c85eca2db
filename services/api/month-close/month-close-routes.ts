import { signedExport } from '@fynbos/application/audit/checkpoints.ts';
import { adminNames } from '@fynbos/application/audit/names.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import {
  assignStep,
  closableMonth,
  monthNamed,
  possibleOwners,
  reopenableMonth,
  reopenStep,
  signOffStep,
} from '@fynbos/application/month-close/close.ts';
import { computeMonth, MONTH_MODELS, signedOffSteps, signOffsOf } from '@fynbos/application/month-close/steps.ts';
import { dayOf, lastMonths, type Month } from '@fynbos/domain/calendar.ts';
import { CAUSES } from '@fynbos/domain/comparison/causes.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { formatMonth, formatRand } from '@fynbos/domain/format.ts';
import { CLOSE_STEP_NAMES, type CloseStep } from '@fynbos/domain/month-close/events.ts';
import { hasEnded, monthCloseStreamOf } from '@fynbos/domain/month-close/month-close.ts';
import { waitingRequestOf } from '@fynbos/projections/approvals/queries.ts';
import { type MonthCloseRow, monthCloses } from '@fynbos/projections/month-closes/month-closes.ts';
import { monthCloseOf, monthCloseRows } from '@fynbos/projections/month-closes/queries.ts';
import { z } from 'zod';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { optionalText, reasonField } from '../http/fields.ts';
import { type Call, route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import type { Services } from '../http/services.ts';
import { asOfMoment } from '../lists/list-request.ts';
import { listSource } from '../lists/past-list.ts';
import { monthAnswer, monthCloseAnswer } from './answers.ts';
import { evidenceDocuments, evidenceOf } from './evidence.ts';

const see = { admin: 'reports:see' } as const;
const change = { admin: 'months:close' } as const;
/** Months that are listed, the current one included. */
const MAX_MONTHS_LISTED = 13;
const reasonBody = z.object({ reason: reasonField() });

const subjectOf = (month: Month) => `month-closes/${month}` as const;

const peopleOf = (row: MonthCloseRow | null): (number | null)[] => [
  row?.requestedBy ?? null,
  row?.approvedBy ?? null,
  ...Object.values(row?.steps ?? {}).flatMap(({ owner, signedBy }) => [owner, signedBy]),
];

interface SummarisedMonth {
  readonly month: Month;
  readonly row: MonthCloseRow | null;
  readonly signedOff: ReadonlySet<CloseStep>;
  readonly nameOf: (id: number | null | undefined) => string | null;
  readonly at: Date;
}

const summaryOf = ({ month, row, signedOff, nameOf, at }: SummarisedMonth) => ({
  month,
  status:
    row?.status === 'closed'
      ? ('closed' as const)
      : hasEnded(month, at.toISOString())
        ? ('open' as const)
        : ('running' as const),
  signedOff: signedOff.size,
  steps: CLOSE_STEP_NAMES.length,
  closingCents: row?.closingCents ?? null,
  closedAt: row?.closedAt ?? null,
  requestedByName: nameOf(row?.requestedBy),
  approvedByName: nameOf(row?.approvedBy),
});

const list = route.get('/admin/month-closes', {
  who: see,
  summary: 'List the last months with the state of their closing, newest first, now or as of an instant',
  reads: MONTH_MODELS,
  query: z.object({ asOf: asOfMoment }),
  answer: z.array(monthAnswer),
  handle: async ({ query }, services) => {
    const source = await listSource(services, monthCloses, query);
    if ('answer' in source) return source.answer;
    const rows = new Map((await monthCloseRows(services.db, source.table.sql)).map((row) => [row.month, row]));
    const nameOf = await adminNames(services.log, [...rows.values()].flatMap(peopleOf));
    const at = source.at ?? services.now();
    const months = lastMonths(dayOf(at), MAX_MONTHS_LISTED);
    const body: ReturnType<typeof summaryOf>[] = [];
    for (const month of months) {
      const row = rows.get(month) ?? null;
      // The figures of an earlier instant are not computed: its sign-offs are counted as they were recorded.
      const mayHaveChanged = row?.status === 'open' && source.at === null && signOffsOf(row).size > 0;
      const signedOff = mayHaveChanged
        ? signedOffSteps(row, (await computeMonth(services, month, at)).steps)
        : signOffsOf(row);
      body.push(summaryOf({ month, row, signedOff, nameOf, at }));
    }
    return { body };
  },
});

/** A month with its computed steps, their owners and sign-offs, and what was posted for earlier months. */
async function monthView(services: Services, month: Month) {
  const [computed, row, rows, waitingApprovalId, people] = await Promise.all([
    computeMonth(services, month, services.now()),
    monthCloseOf(services.db, month),
    monthCloseRows(services.db),
    waitingRequestOf(services.db, subjectOf(month)),
    possibleOwners(services),
  ]);
  const nameOf = await adminNames(services.log, peopleOf(row));
  const closed = new Set(rows.filter(({ status }) => status === 'closed').map((each) => each.month));
  const signedOff = signedOffSteps(row, computed.steps);
  const steps = computed.steps.map((step) => {
    const { owner = null, signedBy = null, signedAt = null, note = '', digest } = row?.steps[step.step] ?? {};
    return {
      ...step,
      owner,
      ownerName: nameOf(owner),
      signedByName: nameOf(signedBy),
      signedAt,
      note,
      isSignedOff: signedOff.has(step.step),
      isChanged: signedBy !== null && digest !== step.digest,
    };
  });
  const latePostings = computed.latePostings.map(({ bookedIn: _month, ...posting }) => ({
    ...posting,
    label: CAUSES[posting.cause],
    isClosedMonth: posting.belongsTo !== null && closed.has(posting.belongsTo),
  }));
  const { from, to, openingCents, closingCents } = computed;
  return {
    ...summaryOf({ month, row, signedOff, nameOf, at: services.now() }),
    from,
    to,
    openingCents,
    closingCents,
    steps,
    latePostings,
    waitingApprovalId,
    reason: row?.reason ?? null,
    evidence: row?.evidence ?? [],
    people,
  };
}

const one = route.get('/admin/month-closes/{month}', {
  who: see,
  summary: 'Get a month with its computed steps, their owners and sign-offs, and what was posted for earlier months',
  reads: MONTH_MODELS,
  answer: monthCloseAnswer,
  handle: async ({ params }, services) => ({ body: await monthView(services, monthNamed(params.month)) }),
});

/** The step with this name, from a path. Throws `month-close.step` (404). */
function stepNamed(name: string): CloseStep {
  const step = CLOSE_STEP_NAMES.find((known) => known === name);
  if (!step) throw new DomainError('not-found', 'month-close.step', 'Step not found.');
  return step;
}

const stepOf = (call: Pick<Call<unknown, unknown, 'month' | 'step'>, 'params' | 'caller'>) => ({
  month: monthNamed(call.params.month),
  step: stepNamed(call.params.step),
  by: adminOf(call.caller).adminId,
});

const assign = route.post('/admin/month-closes/{month}/steps/{step}/owner', {
  who: change,
  summary: 'Make an administrator the owner of a step',
  body: z.object({ adminId: z.int('Choose the owner.') }),
  message: 'The owner was saved.',
  run: (call, services) => assignStep(services, { ...stepOf(call), owner: call.body.adminId }, call.context),
});

const sign = route.post('/admin/month-closes/{month}/steps/{step}/sign-off', {
  who: change,
  summary: 'Sign off a step with the figures that were shown',
  body: z.object({ digest: z.string('The figures are missing.'), note: optionalText(1000) }),
  message: 'Signed off.',
  run: (call, services) => signOffStep(services, { ...stepOf(call), ...call.body }, call.context),
});

const reopenOne = route.post('/admin/month-closes/{month}/steps/{step}/reopen', {
  who: change,
  summary: 'Withdraw the sign-off of a step',
  body: reasonBody,
  message: 'The sign-off is withdrawn.',
  run: (call, services) => reopenStep(services, { ...stepOf(call), reason: call.body.reason }, call.context),
});

const requesterOf = ({ caller, body, context }: Call<{ reason: string }>) => ({
  adminId: adminOf(caller).adminId,
  reason: body.reason,
  now: context.now,
});

const close = route.post('/admin/month-closes/{month}/close', {
  who: change,
  summary: 'Close a month with all steps signed off. Needs approval',
  body: reasonBody,
  ...pendingApproval,
  handle: async (call, services) => {
    const month = monthNamed(call.params.month);
    const { reason } = call.body;
    const payload = await closableMonth(services, month, () => evidenceOf(services, month), requesterOf(call));
    const summary = `Close ${formatMonth(month)} with ${formatRand(payload.closingCents)} owed to agents`;
    const request = { kind: 'month.close', subject: subjectOf(month), summary, fields: ['status'], payload } as const;
    return respondPendingApproval(services, call, { reason, ...request });
  },
});

const reopen = route.post('/admin/month-closes/{month}/reopen', {
  who: change,
  summary: 'Reopen a closed month. Needs approval',
  body: reasonBody,
  ...pendingApproval,
  handle: async (call, services) => {
    const month = monthNamed(call.params.month);
    const { reason } = call.body;
    const payload = await reopenableMonth(services, month, requesterOf(call));
    const summary = `Reopen ${formatMonth(month)}`;
    const request = {
      kind: 'month.reopen',
      subject: subjectOf(month),
      summary,
      fields: ['status'],
      payload,
    } as const;
    return respondPendingApproval(services, call, { reason, ...request });
  },
});

const evidence = route.get('/admin/month-closes/{month}/evidence.ndjson', {
  who: see,
  summary:
    'Download the signed evidence pack of a closed month, for verification by an outsider with verify-export.mjs',
  reads: MONTH_MODELS,
  handle: async (call, services) => {
    const month = monthNamed(call.params.month);
    if ((await monthCloseOf(services.db, month))?.status !== 'closed')
      throw new DomainError('conflict', 'month-close.open', 'The month is not closed.');
    const documents = await services.exports.past(call, (gone) => evidenceDocuments(services, month, gone));
    if (!documents) return undefined;
    const proof = await signedExport(services, { streams: [monthCloseStreamOf(month)] }, call.context.now, documents);
    return sendFile(call.response, `evidence-${month}.ndjson`, proof);
  },
});

export const monthCloseRoutes = tagged('Month close', [list, one, assign, sign, reopenOne, close, reopen, evidence]);
