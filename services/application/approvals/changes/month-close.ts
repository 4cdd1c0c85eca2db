import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@fynbos/domain/errors.ts';
import { monthCloseDecider, monthCloseStreamOf } from '@fynbos/domain/month-close/month-close.ts';
import { monthCloses } from '@fynbos/projections/month-closes/month-closes.ts';
import { z } from 'zod';
import { load } from '../../handle.ts';
import { closedMonths, digestsOf, withMonthCloseLock } from '../../month-close/close.ts';
import { computeCompleteMonth } from '../../month-close/steps.ts';
import { waitForFigures } from '../../wait-for-read-models.ts';
import { approvedChange, handleOnce } from '../approved-change.ts';

const reasoned = z.object({ month: z.string(), requestedBy: z.int(), reason: z.string() });

/** Closes a month as the requester and the approver saw it, unless its figures changed since the request (L16). */
export const closeMonth = approvedChange({
  permission: 'months:close',
  payload: reasoned.extend({
    openingCents: z.int(),
    closingCents: z.int(),
    digests: z.record(z.string(), z.string()),
    evidence: z.array(z.object({ name: z.string(), sha256: z.string() })),
  }),
  execute: (parts, { payload }, context) =>
    withMonthCloseLock(parts, async () => {
      const { month, digests } = payload;
      const stream = monthCloseStreamOf(month);
      const { state } = await load(parts.log, monthCloseDecider, stream);
      // A repeated call finds the month closed, and compares nothing with what was posted since.
      if (state.status === 'open') {
        const { steps } = await computeCompleteMonth(parts, month, context.now);
        if (!isDeepStrictEqual(digestsOf(steps), digests))
          throw new DomainError(
            'conflict',
            'month-close.changed',
            'The figures of the month changed. Sign it off again.',
          );
      }
      const people = { approvedBy: Number(context.actor.id), closed: await closedMonths(parts) };
      const command = { type: 'CloseMonth', ...payload, ...people } as const;
      await handleOnce(parts.log, { decider: monthCloseDecider, streamId: stream, command, context });
    }),
});

export const reopenMonth = approvedChange({
  permission: 'months:close',
  payload: reasoned,
  execute: (parts, { payload }, context) =>
    withMonthCloseLock(parts, async () => {
      await waitForFigures(parts, [monthCloses.name], 'month-close.incomplete');
      const people = { approvedBy: Number(context.actor.id), closed: await closedMonths(parts) };
      const command = { type: 'ReopenMonth', ...payload, ...people } as const;
      const streamId = monthCloseStreamOf(payload.month);
      await handleOnce(parts.log, { decider: monthCloseDecider, streamId, command, context });
    }),
});
