import type { FileRun, Payer } from '@fynbos/domain/bank-files/format.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type pg from 'pg';
import type { RunSession } from './run-session.ts';

/** What carrying a run on takes. */
export interface RunWork {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly payer: Payer;
  readonly session: RunSession;
  readonly context: CommandContext;
  /** The largest line that a run freezes. */
  readonly paymentLimitCents: number;
  /** Agents looked at together while a run is frozen: two reads and one append. */
  readonly agentsAtOnce: number;
  /** Throws when the process ends, or somebody else may be at work by now: the run goes on from its last chunk when it comes again. */
  proceed(): void;
}

/** The run as its files name it. */
export const fileRunOf = ({ session, payer }: RunWork, createdOn: string): FileRun => ({
  reference: session.state.reference,
  payDate: session.state.payDate,
  createdOn,
  payer,
});
