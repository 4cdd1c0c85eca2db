import { amountsOnly, sameAmounts, ZERO } from '@fynbos/domain/amounts.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { RecalculationReason } from '@fynbos/domain/recalculation/events.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { CorrectReward } from '@fynbos/domain/rewards-account/commands.ts';
import { movementOfAll } from '@fynbos/domain/rewards-account/movement.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import { simulateReward } from '@fynbos/domain/simulation/simulate-reward.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { recalculationRows } from '@fynbos/projections/recalculations/queries.ts';
import type { RecalculationRow } from '@fynbos/projections/recalculations/recalculations.ts';
import type pg from 'pg';
import { eventsOf, loadMany } from '../handle.ts';
import { handleMany, type StreamCommand } from '../handle-many.ts';
import { recordRentalFacts } from '../rentals/record-rental-facts.ts';
import { RewardPoster } from '../rewards/reward-poster.ts';
import type { Reevaluated } from '../simulation/reevaluate.ts';
import type { AccountCorrection } from '../simulation/results.ts';

/** The decisions of a recalculation, found by the cause in their metadata. */
async function decisionsOf(
  log: EventLog,
  reservationNos: readonly string[],
  causationId: string | undefined,
): Promise<Decision[]> {
  const streams = await log.readStreams(reservationNos.map(rentalStreamOf));
  return [...streams.values()].flatMap((stream) =>
    eventsOf(rentalDecider, stream).flatMap((event) =>
      event.type === 'RewardDecided' && event.metadata.causationId === causationId ? [event.data] : [],
    ),
  );
}

/** What they book, or will book, in their agents' accounts; posted ones are read from their entries. */
async function bookedFor(log: EventLog, decisions: readonly Decision[], at: Date): Promise<AccountCorrection[]> {
  const streamIds = [
    ...new Set(decisions.flatMap(({ agentId }) => (agentId === null ? [] : accountStreamOf(agentId)))),
  ];
  const accounts = await loadMany(log, rewardsAccountDecider, streamIds);
  return decisions.flatMap((decision): AccountCorrection[] => {
    const { agentId, reservationNo, decisionNo } = decision;
    const account = agentId === null ? undefined : accounts.get(accountStreamOf(agentId));
    if (agentId === null || !account) return [];
    const posted = eventsOf(rewardsAccountDecider, account.stream).filter(({ type, data }) => {
      if (type === 'RewardPosted') return data.reservationNo === reservationNo && data.decisionNo === decisionNo;
      if (type !== 'AccountAdjusted' || data.reservationNo !== reservationNo) return false;
      const { cause } = data;
      return (cause.kind === 'decision' || cause.kind === 'reversal') && cause.decisionNo === decisionNo;
    });
    const command = { type: 'PostReward', agentId, decision } as const;
    const toPost = () => rewardsAccountDecider.decide(command, account.state, at.toISOString());
    const moved = movementOfAll(posted.length > 0 ? posted : toPost());
    // A reward on hold is decided again and books nothing yet.
    return sameAmounts(moved, ZERO) ? [] : [{ agentId, ...moved }];
  });
}

/**
 * Decides by the terms at `termsAt`; posts the decisions (R14). Repeatable. `context.causationId` names the
 * recalculation. Throws `StoreUnavailable` when reservations stay contended.
 */
export async function decideAgain(
  log: EventLog,
  slice: readonly Reevaluated[],
  termsAt: Position,
  context: CommandContext,
): Promise<readonly AccountCorrection[]> {
  const due = slice.filter(({ next }) => next !== null).map(({ reservationNo }) => ({ reservationNo, facts: [] }));
  if (due.length > 0) {
    const outcomes = await recordRentalFacts(log, due, context, { anyReservation: true, termsAt });
    if (outcomes.size < due.length) throw new StoreUnavailable('reservations stayed contended');
  }
  const numbers = slice.map(({ reservationNo }) => reservationNo);
  const decisions = await decisionsOf(log, numbers, context.causationId);
  if (decisions.length === 0) return [];
  await new RewardPoster(log).post(decisions.map((decision) => ({ decision, context })));
  return bookedFor(log, decisions, context.now);
}

/** Records how many reservations of a recalculation are booked. */
export async function noteProgress(db: pg.Pool, recalculationId: string, done: number, total: number): Promise<void> {
  await db.query(
    `insert into what_if.bookings ("recalculationId", done, total) values ($1, $2, $3)
     on conflict ("recalculationId") do update set done = $2, total = $3, "updatedAt" = now()`,
    [recalculationId, done, total],
  );
}

/** Booked by a release without digests: a comparison would find its entries. */
export const isPartlyBooked = async (db: pg.Pool, recalculationId: string): Promise<boolean> =>
  ((await db.query('select from what_if.bookings where "recalculationId" = $1', [recalculationId])).rowCount ?? 0) > 0;

/** Null before the booking begins. */
type RecalculationProgress = RecalculationRow & { readonly done: number | null; readonly total: number | null };

/** A page of the recalculations with their progress, newest first, and the number of all. */
export async function recalculationsWithProgress(
  db: pg.Pool,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly RecalculationProgress[]; readonly total: number }> {
  const { rows, total } = await recalculationRows(db, page);
  const { rows: bookings } = await db.query<{ recalculationId: string; done: number; total: number }>(
    'select "recalculationId", done, total from what_if.bookings where "recalculationId" = any($1)',
    [rows.map(({ id }) => id)],
  );
  const withProgress = rows.map((row) => {
    const booking = bookings.find(({ recalculationId }) => recalculationId === row.id);
    return { ...row, done: booking?.done ?? null, total: booking?.total ?? null };
  });
  return { rows: withProgress, total };
}

/** Deterministic, so that a repeated run books nothing twice. */
const entryId = (recalculationId: string, reservationNo: string): string => `${recalculationId}:${reservationNo}`;

/** Against the current accounts. Returns what was booked, now or by an interrupted run. Repeatable. */
export async function bookCorrections(
  log: EventLog,
  { recalculationId, reason, text }: { recalculationId: string; reason: RecalculationReason; text: string },
  decided: readonly Reevaluated[],
  context: CommandContext,
): Promise<readonly AccountCorrection[]> {
  const today = dayOf(context.now);
  const commands = decided.map(
    ({ agentId, reservationNo, assumption }): StreamCommand<RewardsAccount, CorrectReward> => {
      const adjustmentId = entryId(recalculationId, reservationNo);
      const command = (account: RewardsAccount): CorrectReward | null => {
        if (!assumption) return null;
        const { correction, payeRate } = simulateReward(account, assumption, today);
        return { type: 'CorrectReward', agentId, adjustmentId, reason, text, reservationNo, correction, payeRate };
      };
      return { streamId: accountStreamOf(agentId), command, context };
    },
  );
  const handled = await handleMany(log, rewardsAccountDecider, commands);
  return decided.flatMap(({ agentId, reservationNo }): AccountCorrection[] => {
    const account = handled.get(accountStreamOf(agentId))?.state;
    const entry = account?.adjustments.get(entryId(recalculationId, reservationNo));
    return entry ? [{ agentId, ...amountsOnly(entry) }] : [];
  });
}
