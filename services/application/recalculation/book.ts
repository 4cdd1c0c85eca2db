import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { RecalculationReason } from '@fynbos/domain/recalculation/events.ts';
import { bare } from '@fynbos/domain/rewards-account/amounts.ts';
import type { CorrectReward } from '@fynbos/domain/rewards-account/commands.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import { simulateReward } from '@fynbos/domain/simulation/simulate-reward.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type RecalculationRow, recalculations } from '@fynbos/projections/recalculations/recalculations.ts';
import type pg from 'pg';
import { handleMany, type StreamCommand } from '../handle-many.ts';
import type { Reevaluated } from '../simulation/reevaluate.ts';
import type { Booking } from '../simulation/results.ts';

/** Records how many reservations of a recalculation are booked. */
export async function noteProgress(db: pg.Pool, recalculationId: string, done: number, total: number): Promise<void> {
  await db.query(
    `insert into what_if.bookings ("recalculationId", done, total) values ($1, $2, $3)
     on conflict ("recalculationId") do update set done = $2, total = $3, "updatedAt" = now()`,
    [recalculationId, done, total],
  );
}

/** Whether an earlier release without digests had started to book a recalculation, so that a comparison would find its entries. */
export const isPartlyBooked = async (db: pg.Pool, recalculationId: string): Promise<boolean> =>
  ((await db.query('select from what_if.bookings where "recalculationId" = $1', [recalculationId])).rowCount ?? 0) > 0;

/** A recalculation with the progress of its booking; null before it begins. */
type RecalculationProgress = RecalculationRow & { readonly done: number | null; readonly total: number | null };

/** The latest recalculations with their progress, newest first. */
export const latestRecalculations = async (db: pg.Pool): Promise<RecalculationProgress[]> =>
  (
    await db.query<RecalculationProgress>(
      `select r.*, b.done, b.total from ${readModelTable(recalculations).sql} r
       left join what_if.bookings b on b."recalculationId" = r.id order by r."orderedAt" desc limit 100`,
    )
  ).rows;

/** The id of a reservation's entry in a recalculation. It is deterministic, so that a repeated run books nothing twice. */
const entryId = (recalculationId: string, reservationNo: string): string => `${recalculationId}:${reservationNo}`;

/**
 * Books the corrections of a recalculation against the current accounts. Returns what was booked, now or by an earlier
 * run that was interrupted. Repeating it books nothing a second time. Throws as `handleMany`.
 */
export async function bookCorrections(
  log: EventLog,
  recalculationId: string,
  { reason, text }: { reason: RecalculationReason; text: string },
  decided: readonly Reevaluated[],
  context: CommandContext,
): Promise<readonly Booking[]> {
  const today = dayOf(context.now);
  const commands = decided.map(
    ({ agentId, reservationNo, assumption }): StreamCommand<RewardsAccount, CorrectReward> => {
      const adjustmentId = entryId(recalculationId, reservationNo);
      const command = (account: RewardsAccount): CorrectReward | null => {
        if (!assumption) return null;
        const { correction, payeRate } = simulateReward(account, assumption, today);
        const about = { agentId, today, adjustmentId, reason, text, reservationNo };
        return { type: 'CorrectReward', ...about, correction, payeRate };
      };
      return { streamId: accountStreamOf(agentId), command, context };
    },
  );
  const handled = await handleMany(log, rewardsAccountDecider, commands);
  return decided.flatMap(({ agentId, reservationNo }): Booking[] => {
    const account = handled.get(accountStreamOf(agentId))?.state;
    const entry = account?.adjustments.get(entryId(recalculationId, reservationNo));
    return entry ? [{ agentId, ...bare(entry) }] : [];
  });
}
