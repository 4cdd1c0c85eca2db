import { DomainError } from '@fynbos/domain/errors.ts';
import type { RefusalCode } from '@fynbos/domain/refusal-codes.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { pause } from '@fynbos/platform/pause.ts';
import { blockedKeys } from '@fynbos/projections/engine/blocked-keys.ts';
import type pg from 'pg';
import type { Stores } from './services.ts';

const MAX_WAIT_MS = 10_000;

class ReadModelBehind extends StoreUnavailable {
  override readonly name = 'ReadModelBehind';
}

/** Throws `StoreUnavailable` after ten seconds or when the signal aborts, so that the work is retried. */
export async function waitForReadModel(
  db: pg.Pool,
  readModel: string,
  position: string,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const { rows } = await db.query<{ passed: boolean | null }>(
      `select bool_and("position" >= $2) as passed from engine.checkpoints where "projection" = $1`,
      [readModel, position],
    );
    if (rows[0]?.passed) return;
    if (signal?.aborted) throw new StoreUnavailable('the process ends');
    if (performance.now() > deadline) throw new ReadModelBehind(`the read model ${readModel} is behind`);
    await pause(20, signal);
  }
}

/** Waits until read models have passed the head of the log. Returns the head. Throws as `waitForReadModel`. */
export async function waitForHead(
  { log, db }: Stores,
  readModels: readonly string[],
  signal?: AbortSignal,
): Promise<Position | undefined> {
  const head = await log.store.head();
  if (head !== undefined) for (const name of readModels) await waitForReadModel(db, name, head, signal);
  return head;
}

/**
 * For a person's change: a read model that is behind is a conflict. The reaction that carries out approved changes
 * would repeat an outage, and others would wait for it.
 */
export async function waitForFigures(
  services: Stores,
  readModels: readonly string[],
  code: RefusalCode,
): Promise<Position | undefined> {
  try {
    return await waitForHead(services, readModels);
  } catch (error) {
    if (!(error instanceof ReadModelBehind)) throw error;
    throw new DomainError('conflict', code, 'The data is still being updated. Try again in a minute.');
  }
}

/** Throws a conflict with this code while an event of one of these read models could not be processed. */
export async function assertNothingBlocked(
  db: pg.Pool,
  readModels: readonly string[],
  code: RefusalCode,
): Promise<void> {
  if (!(await blockedKeys(db)).some(({ projection }) => readModels.includes(projection))) return;
  throw new DomainError(
    'conflict',
    code,
    'The data is incomplete: an event could not be processed. Ask an operator to look at Operations, then try again.',
  );
}

/** As `waitForFigures` and `assertNothingBlocked`, for figures that are recorded or leave the system. */
export async function waitForCompleteFigures(
  services: Stores,
  readModels: readonly string[],
  code: RefusalCode,
): Promise<void> {
  await waitForFigures(services, readModels, code);
  await assertNothingBlocked(services.db, readModels, code);
}
