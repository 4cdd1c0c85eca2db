import { isMonth, type Month } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError, fieldError } from '@fynbos/domain/errors.ts';
import type { CloseEvidence, CloseStep } from '@fynbos/domain/month-close/events.ts';
import {
  type MonthCloseCommand,
  monthCloseDecider,
  monthCloseStreamOf,
} from '@fynbos/domain/month-close/month-close.ts';
import type { CodeOf } from '@fynbos/domain/refusal-codes.ts';
import { monthCloses } from '@fynbos/projections/month-closes/month-closes.ts';
import { monthCloseRows } from '@fynbos/projections/month-closes/queries.ts';
import { adminsWho } from '../audit/names.ts';
import { withExclusiveLock } from '../exclusive-lock.ts';
import { handle, load } from '../handle.ts';
import type { Stores, WithLog } from '../services.ts';
import { waitForFigures } from '../wait-for-read-models.ts';
import { type ComputedStep, computeCompleteMonth } from './steps.ts';

const invalid = (field: CodeOf<'month-close'>, message: string) => fieldError(`month-close.${field}`, field, message);

/** A month of a path. Throws `month-close.month`. */
export function monthNamed(text: string): Month {
  if (!isMonth(text)) throw invalid('month', 'Must be a month as YYYY-MM.');
  return text;
}

/** The administrators who can close months, and so own steps. */
export const possibleOwners = (services: Stores) => adminsWho(services, 'months:close');

/** Makes an administrator the owner of a step. Throws `month-close.adminId` for one who cannot close months. */
export async function assignStep(
  services: Stores,
  request: { readonly month: Month; readonly step: CloseStep; readonly owner: number; readonly by: number },
  context: CommandContext,
) {
  if (!(await possibleOwners(services)).some(({ id }) => id === request.owner))
    throw invalid('adminId', 'Choose an administrator who can close months.');
  const command = { type: 'AssignStep', ...request } as const;
  return handle(services.log, {
    decider: monthCloseDecider,
    streamId: monthCloseStreamOf(request.month),
    command,
    context,
  });
}

/**
 * On the figures that the person saw. Throws `month-close.seen`, `month-close.incomplete`, and the decider's refusals.
 */
export async function signOffStep(
  services: Stores,
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
  const { steps } = await computeCompleteMonth(services, month, context.now);
  const found = steps.find((each) => each.step === step) as ComputedStep;
  if (found.digest !== request.digest)
    throw new DomainError(
      'conflict',
      'month-close.seen',
      'The figures changed since you opened the page. Check them again.',
    );
  const { state, figures } = found;
  const command = { type: 'SignOffStep', ...request, state, figures } as const;
  return handle(services.log, { decider: monthCloseDecider, streamId: monthCloseStreamOf(month), command, context });
}

/** Withdraws the sign-off of a step, with a reason. */
export const reopenStep = (
  { log }: WithLog,
  request: { readonly month: Month; readonly step: CloseStep; readonly reason: string; readonly by: number },
  context: CommandContext,
) => {
  const command = { type: 'ReopenStep', ...request } as const;
  return handle(log, {
    decider: monthCloseDecider,
    streamId: monthCloseStreamOf(request.month),
    command,
    context: {
      ...context,
      reason: request.reason,
    },
  });
};

/** How long to wait while another month is closed or reopened; then the execution is retried. */
const LOCK_WAIT_MS = 60_000;

/** Runs the closing or reopening of a month while no other month is closed or reopened, so that no gap arises (L16). */
export const withMonthCloseLock = <T>({ db }: Pick<Stores, 'db'>, work: () => Promise<T>): Promise<T> =>
  withExclusiveLock(db, 'month-close', AbortSignal.timeout(LOCK_WAIT_MS), work);

export const closedMonths = async ({ db }: Pick<Stores, 'db'>): Promise<Month[]> =>
  (await monthCloseRows(db)).filter(({ status }) => status === 'closed').map(({ month }) => month);

export const digestsOf = (steps: readonly ComputedStep[]) =>
  Object.fromEntries(steps.map(({ step, digest }) => [step, digest]));

async function assertPossible({ log }: Stores, command: MonthCloseCommand, now: Date): Promise<void> {
  const { state } = await load(log, monthCloseDecider, monthCloseStreamOf(command.month));
  monthCloseDecider.decide(command, state, now.toISOString());
}

interface Requester {
  readonly adminId: number;
  readonly reason: string;
  readonly now: Date;
}

/**
 * Compared again at the approval. `evidenceOf` is called when the read models are complete. Throws as `signOffStep`.
 */
export async function closableMonth(
  services: Stores,
  month: Month,
  evidenceOf: () => Promise<CloseEvidence[]>,
  { adminId: requestedBy, reason, now }: Requester,
) {
  const { openingCents, closingCents, steps } = await computeCompleteMonth(services, month, now);
  const evidence = await evidenceOf();
  const request = { month, openingCents, closingCents, digests: digestsOf(steps), evidence, reason, requestedBy };
  const people = { approvedBy: requestedBy, closed: await closedMonths(services) };
  await assertPossible(services, { type: 'CloseMonth', ...request, ...people }, now);
  return request;
}

/** The request to reopen a month. Throws the refusals of the decider. */
export async function reopenableMonth(
  services: Stores,
  month: Month,
  { adminId: requestedBy, reason, now }: Requester,
) {
  await waitForFigures(services, [monthCloses.name], 'month-close.incomplete');
  const request = { month, reason, requestedBy };
  const people = { approvedBy: requestedBy, closed: await closedMonths(services) };
  await assertPossible(services, { type: 'ReopenMonth', ...request, ...people }, now);
  return request;
}
