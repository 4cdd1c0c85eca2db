import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type pg from 'pg';

const WAIT_MS = 10_000;

/**
 * Waits until a read model has passed a position. Throws `StoreUnavailable` after ten seconds or when the signal
 * aborts, so that the work is retried.
 */
export async function waitForReadModel(
  db: pg.Pool,
  readModel: string,
  position: string,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const { rows } = await db.query<{ passed: boolean | null }>(
      `select bool_and("position" >= $2) as passed from engine.checkpoints where "projection" = $1`,
      [readModel, position],
    );
    if (rows[0]?.passed) return;
    if (signal.aborted) throw new StoreUnavailable('the process ends');
    if (performance.now() > deadline) throw new StoreUnavailable(`the read model ${readModel} is behind`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
