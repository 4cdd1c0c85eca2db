import { dayOf, lastMonths, type Month } from '@fynbos/domain/calendar.ts';
import { CAUSES } from '@fynbos/domain/comparison/causes.ts';
import { CLOSE_STEP_NAMES, type CloseStep } from '@fynbos/domain/month-close/events.ts';
import { hasEnded } from '@fynbos/domain/month-close/month-close.ts';
import { waitingRequestOf } from '@fynbos/projections/approvals/queries.ts';
import type { MonthCloseRow } from '@fynbos/projections/month-closes/month-closes.ts';
import { monthCloseOf, monthCloseRows } from '@fynbos/projections/month-closes/queries.ts';
import { adminNames } from '../audit/names.ts';
import type { Essentials } from '../services.ts';
import { possibleOwners } from './close.ts';
import { computeMonth, signedOffSteps, signOffsOf } from './steps.ts';

/** Months that are listed, the current one included. */
const MAX_MONTHS_LISTED = 13;

/** The subject of an approval. */
export const monthSubject = (month: Month) => `month-closes/${month}` as const;

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

/**
 * The last months with the state of their closing, newest first. `rows`: the read model as of `past`, or now. The
 * figures of a past instant are not computed, so its sign-offs are counted as they were recorded (L16).
 */
export async function monthSummaries(services: Essentials, rows: readonly MonthCloseRow[], past: Date | null) {
  const rowOfMonth = new Map(rows.map((row) => [row.month, row]));
  const nameOf = await adminNames(services.log, rows.flatMap(peopleOf));
  const at = past ?? services.now();
  const summaries: ReturnType<typeof summaryOf>[] = [];
  for (const month of lastMonths(dayOf(at), MAX_MONTHS_LISTED)) {
    const row = rowOfMonth.get(month) ?? null;
    const mayHaveChanged = row?.status === 'open' && past === null && signOffsOf(row).size > 0;
    const signedOff = mayHaveChanged
      ? signedOffSteps(row, (await computeMonth(services, month, at)).steps)
      : signOffsOf(row);
    summaries.push(summaryOf({ month, row, signedOff, nameOf, at }));
  }
  return summaries;
}

/** A month with its computed steps, their owners and sign-offs, and what was posted for earlier months. */
export async function monthView(services: Essentials, month: Month) {
  const [computed, row, rows, waitingApprovalId, people] = await Promise.all([
    computeMonth(services, month, services.now()),
    monthCloseOf(services.db, month),
    monthCloseRows(services.db),
    waitingRequestOf(services.db, monthSubject(month)),
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
