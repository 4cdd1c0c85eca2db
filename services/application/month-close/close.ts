import { isDeepStrictEqual } from 'node:util';
import { isMonth, type Month } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError, fieldError } from '@fynbos/domain/errors.ts';
import type { CloseEvidence, CloseStep } from '@fynbos/domain/month-close/events.ts';
import { monthBefore, monthCloseDecider, monthCloseStreamOf } from '@fynbos/domain/month-close/month-close.ts';
import { monthCloseRows } from '@fynbos/projections/month-closes/queries.ts';
import { z } from 'zod';
import { approvedChange, handleOnce } from '../approved-change.ts';
import { adminsWho } from '../audit/names.ts';
import { handle, load } from '../handle.ts';
import type { LedgerParts } from '../ledger/ageing.ts';
import { type ComputedStep, computeMonth } from './steps.ts';

const invalid = (field: string, message: string) => fieldError(`month-close.${field}`, field, message);

/** A month of a path. Throws `month-close.month`. */
export function monthNamed(text: string): Month {
  if (!isMonth(text)) throw invalid('month', 'A month looks like 2026-10.');
  return text;
}

/** The administrators who can close months, and so own steps. */
export const possibleOwners = (parts: LedgerParts) => adminsWho(parts, 'months:close');

/** Makes an administrator the owner of a step. Throws `month-close.adminId` for one who cannot close months. */
export async function assignStep(
  parts: LedgerParts,
  request: { readonly month: Month; readonly step: CloseStep; readonly owner: number; readonly by: number },
  context: CommandContext,
) {
  if (!(await possibleOwners(parts)).some(({ id }) => id === request.owner))
    throw invalid('adminId', 'Choose an administrator who can close months.');
  const command = { type: 'AssignStep', ...request } as const;
  return handle(parts.log, monthCloseDecider, monthCloseStreamOf(request.month), command, context);
}

/**
 * Signs a step off on the figures that the person saw. Throws `month-close.seen` if they changed since, and the
 * refusals of the decider.
 */
export async function signOffStep(
  parts: LedgerParts,
  request: {
    readonly month: Month;
    readonly step: CloseStep;
    readonly digest: string;
    readonly note: string;
    readonly by: number;
  },
  context: CommandContext,
) {
  const { month, step } = request;
  const { steps } = await computeMonth(parts, month, context.now);
  const found = steps.find((each) => each.step === step) as ComputedStep;
  if (found.digest !== request.digest)
    throw new DomainError(
      'conflict',
      'month-close.seen',
      'The figures changed since you opened the page. Check them again.',
    );
  const { state, figures } = found;
  const command = { type: 'SignOffStep', ...request, state, figures } as const;
  return handle(parts.log, monthCloseDecider, monthCloseStreamOf(month), command, context);
}

/** Withdraws the sign-off of a step, with a reason. */
export const reopenStep = (
  { log }: Pick<LedgerParts, 'log'>,
  request: { readonly month: Month; readonly step: CloseStep; readonly reason: string; readonly by: number },
  context: CommandContext,
) => {
  const command = { type: 'ReopenStep', ...request } as const;
  return handle(log, monthCloseDecider, monthCloseStreamOf(request.month), command, {
    ...context,
    reason: request.reason,
  });
};

const reasoned = z.object({ month: z.string(), requestedBy: z.int(), reason: z.string() });

/** Months are closed in order. Throws `month-close.order`. */
async function assertInOrder({ db }: Pick<LedgerParts, 'db'>, month: Month): Promise<void> {
  const earlier = (await monthCloseRows(db)).filter((row) => row.month < month && row.status === 'closed');
  const before = monthBefore(month);
  if (earlier.length > 0 && !earlier.some((row) => row.month === before))
    throw new DomainError('conflict', 'month-close.order', `Close ${before} first.`);
}

const digestsOf = (steps: readonly ComputedStep[]) =>
  Object.fromEntries(steps.map(({ step, digest }) => [step, digest]));

/** Closes a month as the requester and the approver saw it, unless its figures changed since the request (L16). */
export const closeMonth = approvedChange({
  permission: 'months:close',
  payload: reasoned.extend({
    openingCents: z.int(),
    closingCents: z.int(),
    digests: z.record(z.string(), z.string()),
    evidence: z.array(z.object({ name: z.string(), sha256: z.string() })),
  }),
  async execute(parts, { payload }, context) {
    const { month, digests } = payload;
    const stream = monthCloseStreamOf(month);
    const { state } = await load(parts.log, monthCloseDecider, stream);
    // A repeated call finds the month closed, and compares nothing with what was posted since.
    if (state.status === 'open') {
      await assertInOrder(parts, month);
      const { steps } = await computeMonth(parts, month, context.now);
      if (!isDeepStrictEqual(digestsOf(steps), digests))
        throw new DomainError(
          'conflict',
          'month-close.changed',
          'The figures of the month changed. Sign it off again.',
        );
    }
    const command = { type: 'CloseMonth', ...payload, approvedBy: Number(context.actor.id) } as const;
    await handleOnce(parts.log, monthCloseDecider, stream, command, context, 'MonthClosed');
  },
});

export const reopenMonth = approvedChange({
  permission: 'months:close',
  payload: reasoned,
  async execute({ log }, { payload }, context) {
    const command = { type: 'ReopenMonth', ...payload, approvedBy: Number(context.actor.id) } as const;
    await handleOnce(log, monthCloseDecider, monthCloseStreamOf(payload.month), command, context, 'MonthReopened');
  },
});

/**
 * The figures of a month that can be closed now; they are compared again at the approval. Throws `month-close.order`,
 * and the refusals of the decider.
 */
export async function closableMonth(
  parts: LedgerParts,
  month: Month,
  evidence: readonly CloseEvidence[],
  by: { readonly adminId: number; readonly reason: string; readonly now: Date },
) {
  await assertInOrder(parts, month);
  const { openingCents, closingCents, steps } = await computeMonth(parts, month, by.now);
  const digests = digestsOf(steps);
  const { state } = await load(parts.log, monthCloseDecider, monthCloseStreamOf(month));
  const request = { month, openingCents, closingCents, digests, evidence: [...evidence], reason: by.reason };
  const people = { requestedBy: by.adminId, approvedBy: by.adminId };
  monthCloseDecider.decide({ type: 'CloseMonth', ...request, ...people }, state, by.now.toISOString());
  return { ...request, requestedBy: by.adminId };
}
