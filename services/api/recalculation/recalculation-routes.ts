import { randomUUID } from 'node:crypto';
import { adminOf } from '@fynbos/application/caller.ts';
import { handle } from '@fynbos/application/handle.ts';
import { latestRecalculations } from '@fynbos/application/recalculation/bookings.ts';
import { resultOf } from '@fynbos/application/simulation/results.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { randText } from '@fynbos/domain/money.ts';
import { recalculationDefinition } from '@fynbos/domain/recalculation/definition.ts';
import {
  RECALCULATION_REASONS,
  type RecalculationEvent,
  type RecalculationTotals,
} from '@fynbos/domain/recalculation/events.ts';
import {
  howOf,
  type RecalculationCommand,
  recalculationDecider,
  recalculationStreamOf,
} from '@fynbos/domain/recalculation/recalculation.ts';
import { recalculations } from '@fynbos/projections/recalculations/recalculations.ts';
import { z } from 'zod';
import { approvalKind } from '../approvals/kinds.ts';
import { once } from '../approvals/once.ts';
import { withSecondPerson } from '../approvals/with-second-person.ts';
import { namesOf } from '../audit/actors.ts';
import { needed } from '../http/fields.ts';
import { type Call, type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { recalculationsAnswer } from '../simulation/answers.ts';

const tag = 'What if';
const asked = z.object({
  reason: z.enum(RECALCULATION_REASONS, 'The reason is Rerated, Error or Other.'),
  text: needed('Say what is corrected and why.'),
});

/** As requested; the reason of the request is its text. */
interface Payload {
  readonly recalculationId: string;
  readonly whatIfId: string;
  readonly definition: unknown;
  readonly code: (typeof RECALCULATION_REASONS)[number];
  readonly text: string;
  readonly preview: RecalculationTotals;
  /** Of every line of the preview; requests of older releases have none. */
  readonly digest?: string;
  readonly requestedBy: number;
}

/** What came of a release that kept the sums of a preview alone cannot be held against the books line by line. */
const unseen = (): DomainError =>
  new DomainError('conflict', 'what-if.older', 'This simulation is from an earlier release. Run it again.');

const kind = approvalKind({
  kind: 'account.recalculation',
  permission: 'corrections:make',
  execute: async ({ log }, payload, _personal, context) => {
    const { recalculationId, whatIfId, code, text, preview, digest, requestedBy, ...rest } =
      payload as unknown as Payload;
    // Asked for only where it is not ordered yet: what an older release ordered is not failed now.
    const command = (): RecalculationCommand => {
      if (digest === undefined) throw unseen();
      const asked = { recalculationId, whatIfId, definition: recalculationDefinition.parse(rest.definition), text };
      const seen = { preview, digest, requestedBy };
      return { type: 'OrderRecalculation', ...asked, reason: code, ...seen, at: context.now.toISOString() };
    };
    const stream = recalculationStreamOf(recalculationId);
    const ordered = once<RecalculationEvent>(log, context, 'RecalculationOrdered');
    return (await handle(log, recalculationDecider, stream, command, context, ordered)).position;
  },
});

/** Corrections from simulations: approved, and booked as entries without changing recorded decisions. */
export function recalculationRoutes(services: Services): Route[] {
  const { pool, log } = services;

  const order = route({
    method: 'post',
    paths: ['/admin/what-ifs/{id}/correction'],
    secondPerson: true,
    who: { admin: 'corrections:make' },
    summary: 'Correct the accounts by what a what-if came to: waits for a second person',
    tag,
    status: 202,
    body: asked,
    handle: async (call) => {
      const { id, totals, definition } = await resultOf(pool, call.params.id as string);
      const preview = totals?.correction;
      if (!preview || preview.reservations === 0)
        throw new DomainError(
          'conflict',
          'what-if.nothing',
          'There is nothing to correct: the simulation changes no amount.',
        );
      if (totals?.digest === undefined) throw unseen();
      const { reason: code, text } = call.body;
      const what = howOf(definition) === 'reassess' ? 'Decide again' : 'Correct';
      return withSecondPerson(services, call as Call, kind, {
        subject: `what-ifs/${id}`,
        summary: `${what} ${preview.reservations} reservations of ${preview.agents} agents by ${randText(preview.nettCents)} nett: ${code}`,
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
        reason: text,
      });
    },
  });

  const list = route({
    method: 'get',
    paths: ['/admin/recalculations'],
    who: { admin: 'reports:see' },
    summary: 'Corrections from simulations: preview, requester, approver, and what was booked',
    tag,
    reads: [recalculations.name],
    answer: recalculationsAnswer,
    handle: async () => {
      const rows = await latestRecalculations(pool);
      const nameOf = await namesOf(
        log,
        rows.flatMap(({ requestedBy, approvedBy }) =>
          [String(requestedBy), approvedBy].map((id) => ({ kind: 'admin' as const, id })),
        ),
      );
      const name = (id: string): string => nameOf({ kind: 'admin', id }).name;
      return {
        body: rows.map((row) => ({
          ...row,
          requestedByName: name(String(row.requestedBy)),
          approvedByName: name(row.approvedBy),
        })),
      };
    },
  });

  return [order, list];
}
