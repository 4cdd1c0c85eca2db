import type { FileRun, Payer } from '@fynbos/domain/bank-files/format.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type pg from 'pg';
import type { RunSession } from './run-session.ts';

/** Dependencies for processing a run. */
export interface RunWork {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly payer: Payer;
  readonly session: RunSession;
  readonly context: CommandContext;
  /** The largest line that a run freezes, in cents. */
  readonly paymentLimitCents: number;
  /** Agents per chunk while a run is frozen. A chunk needs two reads and one append. */
  readonly agentsAtOnce: number;
  /**
   * Throws when the process is stopping or the lock's session was lost, because another process may work on the run
   * then. The run continues from its last chunk on the next call.
   */
  proceed(): void;
}

/** The run as its files name it. */
export const fileRunOf = ({ session, payer }: RunWork, createdOn: string): FileRun => ({
  reference: session.state.reference,
  payDate: session.state.payDate,
  createdOn,
  payer,
});
