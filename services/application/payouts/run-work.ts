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
  /** The largest line of a run without recorded limits, in cents. */
  readonly paymentLimitCents: number;
  /** Agents per chunk while a run is frozen. A chunk needs two reads and one append. */
  readonly agentsAtOnce: number;
  /**
   * Throws when the process is stopping or the lock's session was lost, because another process may work on the run
   * then. The run continues from its last chunk on the next call.
   */
  proceed(): void;
}

export const fileRunOf = ({ session, payer }: RunWork, createdOn: string): FileRun => ({
  reference: session.state.reference,
  payDate: session.state.payDate,
  createdOn,
  payer,
});

/** Chunks processed at the same time, so that one can be decided while another waits for the store. */
const AHEAD = 3;

/**
 * Processes several items at the same time and records them one by one in order.
 * `work` must be repeatable, because the process may crash before recording the item. `record` returns false to stop.
 * Throws the first failure after all started work has ended.
 */
export async function pipeline<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  record: (item: Item, result: Result) => Promise<boolean>,
): Promise<void> {
  const underWay: { item: Item; result: Promise<Result> }[] = [];
  const takeOne = async (): Promise<boolean> => {
    const next = underWay.shift();
    return next ? record(next.item, await next.result) : true;
  };
  try {
    for await (const item of items) {
      const result = work(item);
      // Awaited later in order; until then a failure must not count as unhandled.
      result.catch(() => undefined);
      underWay.push({ item, result });
      if (underWay.length === AHEAD && !(await takeOne())) return;
    }
    while (underWay.length > 0) if (!(await takeOne())) return;
  } finally {
    await Promise.allSettled(underWay.map(({ result }) => result));
  }
}
