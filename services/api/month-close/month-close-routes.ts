import { signedExport } from '@fynbos/application/audit/checkpoints.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import {
  assignStep,
  closableMonth,
  monthNamed,
  reopenableMonth,
  reopenStep,
  signOffStep,
} from '@fynbos/application/month-close/close.ts';
import { monthSubject, monthSummaries, monthView } from '@fynbos/application/month-close/month-view.ts';
import { MONTH_MODELS } from '@fynbos/application/month-close/steps.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { formatMonth, formatRand } from '@fynbos/domain/format.ts';
import { CLOSE_STEP_NAMES, type CloseStep } from '@fynbos/domain/month-close/events.ts';
import { monthCloseStreamOf } from '@fynbos/domain/month-close/month-close.ts';
import { monthCloses } from '@fynbos/projections/month-closes/month-closes.ts';
import { monthCloseOf, monthCloseRows } from '@fynbos/projections/month-closes/queries.ts';
import { z } from 'zod';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { optionalText, reasonField } from '../http/fields.ts';
import { type Call, route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { asOfMoment } from '../lists/list-request.ts';
import { listSource } from '../lists/past-list.ts';
import { monthAnswer, monthCloseAnswer } from './answers.ts';
import { evidenceDocuments, evidenceOf } from './evidence.ts';

const maySee = { admin: 'reports:see' } as const;
const mayChange = { admin: 'months:close' } as const;
const reasonBody = z.object({ reason: reasonField() });

const list = route.get('/admin/month-closes', {
  who: maySee,
  summary: 'List the last months with the state of their closing, newest first, now or as of an instant',
  reads: MONTH_MODELS,
  query: z.object({ asOf: asOfMoment }),
  answer: z.array(monthAnswer),
  handle: async ({ query }, services) => {
    const source = await listSource(services, monthCloses, query);
    if ('answer' in source) return source.answer;
    return { body: await monthSummaries(services, await monthCloseRows(services.db, source.table.sql), source.at) };
  },
});

const show = route.get('/admin/month-closes/{month}', {
  who: maySee,
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
  who: mayChange,
  summary: 'Make an administrator the owner of a step',
  body: z.object({ adminId: z.int('Choose the owner.') }),
  message: 'The owner was saved.',
  run: (call, services) => assignStep(services, { ...stepOf(call), owner: call.body.adminId }, call.context),
});

const sign = route.post('/admin/month-closes/{month}/steps/{step}/sign-off', {
  who: mayChange,
  summary: 'Sign off a step with the figures that were shown',
  body: z.object({ digest: z.string('The figures are missing.'), note: optionalText(1000) }),
  message: 'Signed off.',
  run: (call, services) => signOffStep(services, { ...stepOf(call), ...call.body }, call.context),
});

const reopenOne = route.post('/admin/month-closes/{month}/steps/{step}/reopen', {
  who: mayChange,
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
  who: mayChange,
  summary: 'Close a month with all steps signed off. Needs approval',
  body: reasonBody,
  ...pendingApproval,
  handle: async (call, services) => {
    const month = monthNamed(call.params.month);
    const { reason } = call.body;
    const payload = await closableMonth(services, month, () => evidenceOf(services, month), requesterOf(call));
    const summary = `Close ${formatMonth(month)} with ${formatRand(payload.closingCents)} owed to agents`;
    const request = {
      kind: 'month.close',
      subject: monthSubject(month),
      summary,
      fields: ['status'],
      payload,
    } as const;
    return respondPendingApproval(services, call, { reason, ...request });
  },
});

const reopen = route.post('/admin/month-closes/{month}/reopen', {
  who: mayChange,
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
      subject: monthSubject(month),
      summary,
      fields: ['status'],
      payload,
    } as const;
    return respondPendingApproval(services, call, { reason, ...request });
  },
});

const evidence = route.get('/admin/month-closes/{month}/evidence.ndjson', {
  who: maySee,
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

export const monthCloseRoutes = tagged('Month close', [list, show, assign, sign, reopenOne, close, reopen, evidence]);
