import type { Payer } from '@fynbos/domain/bank-files/format.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import type pg from 'pg';
import { causedBy } from '../caused-by.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';
import { withLease } from '../with-lease.ts';
import { exportRun } from './export.ts';
import { PayoutFiles } from './file-store.ts';
import { freeze, release } from './freeze.ts';
import { RunSession } from './run-session.ts';
import { settle } from './settle.ts';

export interface PayoutDeps {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly payer: Payer;
  /** The largest payment in cents (`PAYMENT_LIMIT`). */
  readonly paymentLimitCents: number;
  readonly now: () => Date;
  /** Agents in a chunk of a run, `AGENTS_AT_ONCE` when not given. */
  readonly agentsAtOnce?: number;
}

/** More at once only keeps more in memory. */
const AGENTS_AT_ONCE = 500;

/** What a process reserved that ended before it said so, the read model alone knows: it is to have heard of it. */
async function hearsOfReservations({ log, db }: PayoutDeps, { state }: RunSession, signal: AbortSignal): Promise<void> {
  if (state.status !== 'freezing' && state.status !== 'cancelling') return;
  const head = await log.store.head();
  if (head !== undefined) await waitForReadModel(db, balances.name, head, signal);
}

/**
 * Carries a run on as far as it can go now: freezes, frees, exports, settles. Every step may be repeated and goes on from
 * the last chunk on record. An advisory lock spares two workers the same work, but one that lost its lock may not know it
 * yet: what is on record never rests on the lock (docs/decisions/0014). Throws `StoreUnavailable` where the read model of
 * balances stays behind, and where somebody else is at work on the run.
 */
export async function resumeRun(
  deps: PayoutDeps,
  runId: string,
  context: CommandContext,
  signal: AbortSignal,
): Promise<RunSession> {
  const { log, db, payer, paymentLimitCents, agentsAtOnce = AGENTS_AT_ONCE } = deps;
  return withLease(db, `payout-run ${runId}`, signal, async (owned) => {
    const session = await RunSession.open(log, runId);
    await hearsOfReservations(deps, session, signal);
    const proceed = (): void => {
      if (signal.aborted) throw new StoreUnavailable('the process ends');
      if (owned.aborted) throw new StoreUnavailable('the session that holds the lock of the run was lost');
    };
    const work = { log, db, payer, paymentLimitCents, session, context, agentsAtOnce, proceed };
    await freeze(work);
    await release(work);
    await exportRun(work, new PayoutFiles(db, log.keys));
    await settle(work);
    return session;
  });
}

/**
 * Drives payout runs. It names nothing that it appends: a large run takes its time, and no read waits for it; the page
 * shows its progress.
 */
export const payoutRunReaction = (deps: PayoutDeps): Reaction => ({
  name: 'payout-runs',
  eventTypes: ['PayoutRunProposed', 'PayoutRunApproved', 'PayoutRunCancelled', 'PayoutRunResumed', 'BankAnswerTaken'],
  appends: [],
  startAt: 'first',
  batchSize: 1,
  async react(batch, { signal }) {
    for (const event of batch as readonly FoldEvent[]) {
      const { runId } = event.data as { runId: string };
      await resumeRun(deps, runId, causedBy(event, 'payout-runs', deps.now()), signal);
    }
  },
});
