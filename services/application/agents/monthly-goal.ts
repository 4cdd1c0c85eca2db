import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { dayOf, type Month, monthOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { monthTotals } from '@fynbos/projections/incentives/queries.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';
import { loadAgent } from './load-agent.ts';

/** An agent's goal for each month and what this month has brought so far, in cents nett. */
export interface GoalProgress {
  readonly goalCents: number | null;
  readonly month: Month;
  /** Earned this month, whether paid or not; pending rewards count once they are earned. */
  readonly earnedCents: number;
}

/** The agent's goal and its progress in the current month (A10). Throws `StoreUnavailable`. */
export async function goalProgress(
  services: Pick<Application, 'log' | 'db' | 'now'>,
  agentId: number,
): Promise<GoalProgress> {
  const month = monthOf(dayOf(services.now()));
  const [{ monthlyGoalCents }, totals] = await Promise.all([
    loadAgent(services, agentId),
    monthTotals(services.db, agentId, `${month}-01`),
  ]);
  const current = totals.find((one) => one.month === month);
  const earnedCents = (current?.earnedCents ?? 0) + (current?.paidCents ?? 0);
  return { goalCents: monthlyGoalCents, month, earnedCents };
}

/** Sets an agent's goal for each month; null removes it (A10). */
export async function setMonthlyGoal(
  { log }: Pick<Application, 'log'>,
  agentId: number,
  nettCents: number | null,
  context: CommandContext,
): Promise<Position | undefined> {
  const command = { type: 'SetMonthlyGoal', nettCents } as const;
  return (await handle(log, agentDecider, agentStreamOf(agentId), command, context)).position;
}
