import { adminDecider, adminStreamOf, existingAdmin } from '@fynbos/domain/admin/admin.ts';
import { agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { CHANGES_THAT_NEED_A_REASON } from '@fynbos/domain/audit/event-kinds.ts';
import { recordOfStream } from '@fynbos/domain/audit/record-kinds.ts';
import { addDays, type Day, dayOf, startOfDay } from '@fynbos/domain/calendar.ts';
import type { ControlFinding } from '@fynbos/domain/controls/controls.ts';
import { formatRand } from '@fynbos/domain/format.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { codeKey, promotionDecider, promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import { newlyIncludedSince, type PromotionState } from '@fynbos/domain/promotion/state.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { controlTextOf } from '@fynbos/domain/wording/sentences.ts';
import type { LoadedStream } from '@fynbos/event-store/event-log.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import { adminIds } from '@fynbos/projections/admins/queries.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { approvals } from '@fynbos/projections/approvals/approvals.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import {
  agentsByEmail,
  approvalDecisionsById,
  backdatedChanges,
  breakGlassRequests,
  changesToOwnRecord,
  contradictedLines,
  givenApprovals,
  type InstantRange,
  importedOpeningBalances,
  peopleOf,
  promotionCodes,
  runsSettledByProposerOrApprover,
  singlePersonActions,
  singlePersonRuns,
  unconfirmedTotals,
  unexplainedChanges,
  unpaidLines,
} from '@fynbos/projections/controls/queries.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import {
  IMPORTED,
  type PromotionChangeRow,
  promotionChanges,
} from '@fynbos/projections/promotion-changes/promotion-changes.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import { eventsOf, loadMany } from '../handle.ts';
import type { Stores } from '../services.ts';

type Change = Pick<
  PromotionChangeRow,
  'promotionId' | 'recordedAt' | 'recordedOn' | 'by' | 'reason' | 'isImported' | 'causedBy'
> & { readonly what: string };

/** Findings name the code and both people of an approval. Imports have their own control: they could back-date too. */
async function findingsOf(db: Stores['db'], changes: readonly Change[]): Promise<ControlFinding[]> {
  const [codes, approvalRows] = await Promise.all([
    promotionCodes(db),
    approvalDecisionsById(
      db,
      changes.flatMap(({ causedBy }) => causedBy ?? []),
    ),
  ]);
  const approvals = new Map(approvalRows.map((row) => [row.id, row]));
  return changes.map(({ promotionId, recordedAt, recordedOn, by, reason, isImported, causedBy, what }) => {
    const approval = approvals.get(causedBy ?? '');
    return {
      control: isImported ? 'imported-promotion' : 'retroactive-promotion',
      at: recordedAt,
      by: approval ? `admin ${approval.requestedBy}` : by,
      subject: `promotions/${promotionId}`,
      what: `${codes.get(promotionId) ?? promotionId}: ${what}, recorded on ${recordedOn}`,
      reason: approval ? approval.reason : reason,
      ...(approval ? peopleOf(approval) : {}),
    };
  });
}

/** Begun before the day of their recording. */
const backdatedRates = async ({ db }: Stores, period: InstantRange): Promise<ControlFinding[]> =>
  findingsOf(
    db,
    (await backdatedChanges(db, period)).map((row) => ({ ...row, what: `${row.what} from ${row.effectiveFrom}` })),
  );

/** Null if the event does not change them. */
function effectOnPast({ type, data }: PromotionEvent, before: PromotionState, after: PromotionState, today: string) {
  if (type === 'PromotionCreated') return data.startDate < today ? `Added with a start on ${data.startDate}` : null;
  if (before.status === 'none' || after.status === 'none') return null;
  // Reservations with the new code may predate the promotion's use of the code.
  if (type === 'PromotionRenamed' && codeKey(data.promoCode) !== codeKey(before.promoCode))
    return before.startDate < today ? `Renamed to ${data.promoCode}, with a start on ${before.startDate}` : null;
  if (type !== 'PromotionDatesChanged') return null;
  const since = newlyIncludedSince(before, after, today);
  return since && `Dates ${data.startDate} to ${data.endDate ?? 'open end'}, newly from ${since}`;
}

function changesOf(promotionId: string, stream: LoadedStream, [from, until]: InstantRange): Change[] {
  let state = promotionDecider.initial;
  return eventsOf(promotionDecider, stream).flatMap((event): Change[] => {
    const { recordedAt, actor, reason = null, causationId } = event.metadata;
    const before = state;
    state = promotionDecider.evolve(state, event);
    if (recordedAt < from || recordedAt >= until) return [];
    const recordedOn = dayOf(new Date(recordedAt));
    const what = effectOnPast(event, before, state, recordedOn);
    if (what === null) return [];
    const [by, isImported] = [`${actor.kind} ${actor.id}`, causationId === IMPORTED];
    return [{ promotionId, recordedAt, recordedOn, by, reason, isImported, causedBy: causationId ?? null, what }];
  });
}

/**
 * Added or renamed after the start, or given past days. Reads the promotions' events: a date change has new dates only.
 */
async function backdatedDates({ db, log }: Stores, period: InstantRange): Promise<ControlFinding[]> {
  const ids = [...(await promotionCodes(db)).keys()];
  const streams = await log.readStreams(ids.map(promotionStreamOf));
  const changes = ids.flatMap((id) => {
    const stream = streams.get(promotionStreamOf(id));
    return stream ? changesOf(id, stream, period) : [];
  });
  return findingsOf(db, changes);
}

type Check = (services: Stores, period: InstantRange) => Promise<ControlFinding[]>;

/** A check of one query: its rows are the findings. */
const check =
  <Row>(
    control: ControlFinding['control'],
    query: (db: Stores['db'], period: InstantRange) => Promise<readonly Row[]>,
    findingOf: (row: Row) => Omit<ControlFinding, 'control' | 'reason'> & { readonly reason?: string | null },
  ): Check =>
  async ({ db }, period) =>
    (await query(db, period)).map((row) => ({ control, reason: null, ...findingOf(row) }));

/** Everyday events about oneself that change neither rights nor money. */
const ROUTINE_OWN_EVENTS = [
  'AdminSignedIn',
  'AdminSignInRefused',
  'AdminPasswordChanged',
  'AdminPasskeyAdded',
  'AdminPasskeyRenamed',
  'AdminPasskeyRemoved',
  'FileOfNumbersTaken',
];

/** The streams about administrators as persons: their own, and those of agents with the same e-mail address. */
async function ownStreams({ db, log }: Stores): Promise<{ adminId: number; streamId: string }[]> {
  const ids = await adminIds(db);
  const admins = await loadMany(log, adminDecider, ids.map(adminStreamOf));
  const emails = ids.map((id) => existingAdmin(admins.get(adminStreamOf(id))?.state)?.email?.toLowerCase() ?? '');
  const agents = await agentsByEmail(db, ids, emails);
  return [
    ...ids.map((adminId) => ({ adminId, streamId: adminStreamOf(adminId) })),
    ...agents.flatMap(({ adminId, agentId }) =>
      [agentStreamOf(agentId), accountStreamOf(agentId)].map((streamId) => ({ adminId, streamId })),
    ),
  ];
}

/** Actions of one person, by event type. */
const SINGLE_PERSON_ACTION_TEXTS: Readonly<Record<string, string>> = {
  PayoutHoldReleased: 'Hold on payments released',
  PayoutMinimumWaived: 'Payout minimum waived',
  LedgerAccountMapped: 'Account of the company’s ledger changed',
  LedgerSettingsChanged: 'Settings of the company’s ledger changed',
  AcbGenerationSet: 'Number of the next ACB file set',
  UnpaidsLayoutSet: 'Columns of the bank’s files of unpaid payments set',
};
async function ownRecordFindings(services: Stores, period: InstantRange): Promise<ControlFinding[]> {
  const changes = await changesToOwnRecord(services.db, period, await ownStreams(services), ROUTINE_OWN_EVENTS);
  return changes.map(({ streamId, type, recordedAt, actorId, reason }) => ({
    control: 'own-record',
    at: recordedAt,
    by: `admin ${actorId}`,
    subject: recordOf(streamId),
    what: `${type} on their own record`,
    reason,
  }));
}

const actorOf = (adminIds: string | null): string => (adminIds ? `admin ${adminIds}` : 'import');
const linesText = (lines: number): string => `${lines} ${lines === 1 ? 'line' : 'lines'}`;

const recordOf = (streamId: string): string => {
  const record = recordOfStream(streamId);
  return record ? `${record.resource}/${record.id}` : streamId;
};

const CHECKS: readonly Check[] = [
  // Runs with one person as proposer and approver, and runs that were exported without approval.
  check('one-person-run', singlePersonRuns, ({ id, reference, proposedBy, approvedBy, at }) => ({
    at,
    by: `admin ${approvedBy ?? proposedBy}`,
    subject: `payouts/${id}`,
    what: approvedBy ? `Run ${reference} was proposed and approved by one person` : `Run ${reference} has no approval`,
  })),
  ownRecordFindings,
  backdatedRates,
  backdatedDates,
  // Requests with a break-glass request (X5).
  check(
    'break-glass',
    breakGlassRequests,
    ({ id, summary, requestedBy, breakGlassAskedAt, status, isOwn, reason }) => ({
      at: breakGlassAskedAt,
      by: `admin ${requestedBy}`,
      subject: `approvals/${id}`,
      what: `${summary} (${isOwn && status !== 'withdrawn' ? `${status} by the same person` : status})`,
      reason,
    }),
  ),
  // Opening balances by day: amounts owed because of an import by one person.
  check('opening-balance', importedOpeningBalances, ({ accounts, cents, by, at, agents, reason }) => {
    const first =
      agents.length < accounts ? `, the last of them ${agents.join(', ')}` : `: agents ${agents.join(', ')}`;
    return {
      at,
      by: actorOf(by),
      subject: 'journal',
      what: `Opening balances of ${accounts} ${accounts === 1 ? 'account' : 'accounts'}, ${formatRand(cents)} owed${first}`,
      reason,
    };
  }),
  // Failed and returned lines by run: amounts owed again because of the bank's response that one person recorded.
  check('owed-again', unpaidLines, ({ runId, lines, cents, at, by }) => ({
    at,
    by: actorOf(by),
    subject: `payouts/${runId}`,
    what: `${linesText(lines)} failed or returned, ${formatRand(cents)} owed again`,
  })),
  // Bank responses that changed nothing, because another result is recorded (O18).
  check('contradicted-answer', contradictedLines, ({ runId, reference, lines, cents, at }) => ({
    at,
    by: 'bank',
    subject: `payouts/${runId}`,
    what: `Run ${reference}: ${linesText(lines)} with ${formatRand(cents)}; confirm the result with the bank`,
  })),
  check('unconfirmed-total', unconfirmedTotals, ({ id, reference, approvedBy, cents, at }) => ({
    at,
    by: `admin ${approvedBy}`,
    subject: `payouts/${id}`,
    what: `Run ${reference}, ${formatRand(cents)}`,
  })),
  check('same-settler', runsSettledByProposerOrApprover, ({ id, reference, by, proposedBy, at }) => ({
    at,
    by: `admin ${by}`,
    subject: `payouts/${id}`,
    what: `Run ${reference} was ${by === proposedBy ? 'proposed' : 'approved'} and settled by one person`,
  })),
  check('one-person', singlePersonActions, ({ streamId, type, actorId, at, reason }) => ({
    at,
    by: `admin ${actorId}`,
    subject: recordOf(streamId),
    what: SINGLE_PERSON_ACTION_TEXTS[type] ?? type,
    reason,
  })),
  // Changes of terms, agents, people and integrators by one administrator without a reason (V1).
  check(
    'no-reason',
    (db, period) => unexplainedChanges(db, period, CHANGES_THAT_NEED_A_REASON),
    ({ streamId, type, actorId, at }) => ({
      at,
      by: `admin ${actorId}`,
      subject: recordOf(streamId),
      what: controlTextOf(type),
    }),
  ),
  // Every change with an approval: corrections, treatments, policy, bank details, holds, results, and others (X3).
  check('second-person', givenApprovals, (row) => ({
    at: row.decidedAt,
    by: `admin ${row.decidedBy}`,
    subject: `approvals/${row.id}`,
    what: row.status === 'executed' ? row.summary : `${row.summary} (${row.status})`,
    reason: row.reason,
    ...peopleOf(row),
  })),
];

/** The read models from which the exceptions are computed. */
export const CONTROL_MODELS = [
  ...[auditLog, payouts, approvals, promotionChanges, promotions].map(({ name }) => name),
  ...[admins, agents, journal, payoutLines].map(({ name }) => name),
];

/** The exceptions between two Johannesburg days, both included, newest first. */
export async function controlFindings(services: Stores, from: Day, to: Day): Promise<ControlFinding[]> {
  const period: InstantRange = [startOfDay(from).toISOString(), startOfDay(addDays(to, 1)).toISOString()];
  const found = await Promise.all(CHECKS.map((run) => run(services, period)));
  return found.flat().sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}
