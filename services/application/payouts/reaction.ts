import type { Payer } from '@fynbos/domain/bank-files/format.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { PayoutRunEvent } from '@fynbos/domain/payout-run/events.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { causedBy } from '../caused-by.ts';
import { withExclusiveLock } from '../exclusive-lock.ts';
import type { Essentials } from '../services.ts';
import { waitForHead } from '../wait-for-read-models.ts';
import { exportRun } from './bank-files/export.ts';
import { PayoutFiles } from './bank-files/file-store.ts';
import { freeze, releaseAccounts } from './freeze.ts';
import { RunSession } from './run-session.ts';
import { settle } from './settle.ts';

export interface PayoutServices extends Essentials {
  readonly payer: Payer;
  /** The largest payment in cents (`PAYMENT_LIMIT`). */
  readonly paymentLimitCents: number;
  /** Agents in a chunk of a run, `AGENTS_PER_CHUNK` when not given. */
  readonly agentsPerChunk?: number;
}

/** A larger chunk needs more memory and is not faster. */
const AGENTS_PER_CHUNK = 500;

/** Only this read model shows reservations of a process that crashed before recording them. */
async function waitForReservations(
  services: PayoutServices,
  { state }: RunSession,
  signal: AbortSignal,
): Promise<void> {
  if (state.status !== 'freezing' && state.status !== 'cancelling') return;
  await waitForHead(services, [balances.name], signal);
}

/**
 * Works until the run waits for a person or the bank. Every step is repeatable and continues after the last recorded
 * chunk. An advisory lock keeps workers apart, but no record relies on it, because a worker may lose it unnoticed
 * (docs/decisions/0014). `contextNow` is called for each part. Throws `StoreUnavailable` if balances do not catch up or
 * another process works.
 */
export async function resumeRun(
  services: PayoutServices,
  runId: string,
  contextNow: () => CommandContext,
  signal: AbortSignal,
): Promise<RunSession> {
  const { log, db, payer, paymentLimitCents, agentsPerChunk = AGENTS_PER_CHUNK } = services;
  return withExclusiveLock(db, `payout-run ${runId}`, signal, async (owned) => {
    const session = await RunSession.open(log, runId);
    await waitForReservations(services, session, signal);
    const assertMayContinue = (): void => {
      if (signal.aborted) throw new StoreUnavailable('the process is stopping');
      if (owned.aborted) throw new StoreUnavailable('the database session with the lock of the run was lost');
    };
    const work = {
      log,
      db,
      payer,
      paymentLimitCents,
      session,
      agentsPerChunk,
      assertMayContinue,
      get context() {
        return contextNow();
      },
    };
    // One step may lead to the next, and another process may cancel the run during a step.
    for (let before: string | undefined; before !== session.state.status; ) {
      before = session.state.status;
      switch (session.state.status) {
        case 'freezing':
          await freeze(work);
          break;
        case 'cancelling':
          await releaseAccounts(work);
          break;
        case 'approved':
          await exportRun(work, new PayoutFiles(db, log.keys));
          break;
        case 'exported':
        case 'settled':
          await settle(work);
          break;
        case 'frozen':
        case 'cancelled':
          break;
      }
    }
    return session;
  });
}

type RunEvent = Extract<
  PayoutRunEvent,
  { type: 'PayoutRunProposed' | 'PayoutRunApproved' | 'PayoutRunCancelled' | 'PayoutRunResumed' | 'BankAnswerTaken' }
>;

/** Drives payout runs. `appends` is empty, because no read waits for a large run; the page shows its progress. */
export const payoutRunReaction = (services: PayoutServices): Reaction =>
  reactionTo<RunEvent>({
    name: 'payout-runs',
    eventTypes: ['PayoutRunProposed', 'PayoutRunApproved', 'PayoutRunCancelled', 'PayoutRunResumed', 'BankAnswerTaken'],
    batchSize: 1,
    async react(batch, { signal }) {
      for (const event of batch) {
        await resumeRun(services, event.data.runId, () => causedBy(event, 'payout-runs', services.now()), signal);
      }
    },
  });
