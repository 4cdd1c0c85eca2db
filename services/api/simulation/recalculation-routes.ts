import { randomUUID } from 'node:crypto';
import { namesOf } from '@fynbos/application/audit/names.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { recalculationsWithProgress } from '@fynbos/application/recalculation/book-corrections.ts';
import { previewTooOld } from '@fynbos/application/recalculation/execute.ts';
import { resultOf } from '@fynbos/application/simulation/results.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { formatRand } from '@fynbos/domain/format.ts';
import { RECALCULATION_REASONS } from '@fynbos/domain/recalculation/events.ts';
import { methodOf } from '@fynbos/domain/recalculation/recalculation.ts';
import { recalculations } from '@fynbos/projections/recalculations/recalculations.ts';
import { z } from 'zod';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { requiredText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { answerNewestList } from '../lists/newest-list.ts';
import { PAGE_QUERY } from '../lists/table-routes.ts';
import { recalculationsAnswer } from './answers.ts';

/** Corrections of a list without `range`. */
const CORRECTIONS_PER_PAGE = 100;

const requestBody = z.object({
  reason: z.enum(RECALCULATION_REASONS, 'The reason is Rerated, Error or Other.'),
  text: requiredText('Say what is corrected and why.'),
});

const order = route.post('/admin/what-ifs/{id}/correction', {
  who: { admin: 'corrections:make' },
  summary: 'Correct the accounts by the result of a simulation. Needs approval',
  body: requestBody,
  ...pendingApproval,
  handle: async (call, services) => {
    const { id, totals, definition } = await resultOf(services.db, call.params.id);
    const preview = totals?.correction;
    if (!preview || preview.reservations === 0)
      throw new DomainError(
        'conflict',
        'what-if.nothing',
        'There is nothing to correct: the simulation changes no amount.',
      );
    if (totals?.digest === undefined) throw previewTooOld();
    const { reason: code, text } = call.body;
    const verb = methodOf(definition) === 'reassess' ? 'Recalculate' : 'Correct';
    return respondPendingApproval(services, call, {
      reason: text,
      kind: 'account.recalculation',
      subject: `what-ifs/${id}`,
      summary: `${verb} ${preview.reservations} reservations of ${preview.agents} agents by ${formatRand(preview.nettCents)} nett: ${code}`,
      fields: ['nettCents'],
      payload: {
        recalculationId: randomUUID(),
        whatIfId: id,
        definition,
        code,
        text,
        preview,
        digest: totals.digest,
        requestedBy: adminOf(call.caller).adminId,
      },
    });
  },
});

const list = route.get('/admin/recalculations', {
  who: { admin: 'reports:see' },
  summary: 'List corrections from simulations, newest first: preview, requester, approver, and what was booked',
  reads: [recalculations.name],
  query: PAGE_QUERY,
  answer: recalculationsAnswer,
  handle: ({ query }, { db, log }) =>
    answerNewestList(
      query,
      { name: 'recalculations', field: 'orderedAt', perPage: CORRECTIONS_PER_PAGE },
      async (page) => {
        const { rows, total } = await recalculationsWithProgress(db, page);
        const nameOf = await namesOf(
          log,
          rows.flatMap(({ requestedBy, approvedBy }) =>
            [String(requestedBy), approvedBy].map((id) => ({ kind: 'admin' as const, id })),
          ),
        );
        const name = (id: string): string => nameOf({ kind: 'admin', id }).name;
        const shown = rows.map((row) => ({
          ...row,
          requestedByName: name(String(row.requestedBy)),
          approvedByName: name(row.approvedBy),
        }));
        return { rows: shown, total };
      },
    ),
});

/** Corrections from simulations: approved, and booked as entries. Recorded decisions do not change. */
export const recalculationRoutes = tagged('What if', [order, list]);
