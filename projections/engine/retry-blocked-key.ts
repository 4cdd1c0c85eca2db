import { DomainError } from '@fynbos/domain/errors.ts';
import type pg from 'pg';
import { writeRows } from './advance.ts';
import type { BlockedKeyPosition } from './blocked-keys.ts';
import { decodeInForm, type EventForm, type FoldParts } from './decode.ts';
import { describeFailure, evolveRow, isUnreadable } from './fold.ts';
import type { FoldEvent } from './projection.ts';
import type { ProjectionInstance } from './projection-instance.ts';
import { NEW_FENCE } from './schema.ts';
import { loadRows, type Row, streamKey } from './table.ts';
import { inTransaction, isOutage } from './transaction.ts';

export interface RetryResult {
  /** Number of waiting events that were processed. */
  readonly taken: number;
  /** Number of events that still wait because one of them failed again. */
  readonly waiting: number;
}

/**
 * Repeats the events in order; one that fails again blocks the key at it. Locks all checkpoints of the read model, so
 * that no later event overtakes. Null where the key is not blocked. Throws a `conflict` where another release owns the
 * rows.
 */
export async function retryBlockedKey(
  { db, ...readers }: FoldParts,
  instance: ProjectionInstance,
  key: string,
): Promise<RetryResult | null> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `select "version" from engine.checkpoints where "projection" = $1 order by "partition" for update`,
      [instance.id],
    );
    if (rows.some(({ version }) => version !== instance.projection.version))
      throw new DomainError(
        'conflict',
        'parked.other-release',
        'Another release owns this read model. Try again after the update.',
      );
    return retryWaitingEvents(client, instance.id, key, async (event) => {
      await foldWaitingEvent(client, instance, key, await readBlockedEvent(readers, event, instance.projection));
    });
  });
}

/** Reads and decodes a blocked event again. Throws the error that makes it unreadable. */
export async function readBlockedEvent(
  { store, decoder }: Omit<FoldParts, 'db'>,
  { eventId, position }: BlockedKeyPosition,
  form: EventForm,
): Promise<FoldEvent> {
  const stored = await store.readEvent(eventId, position);
  if (!stored) throw new Error('a blocked event is not in the event store');
  const [event] = await decodeInForm(decoder, [stored], form);
  if (!event || isUnreadable(event)) throw event?.error;
  return event;
}

interface Waiting extends BlockedKeyPosition {
  readonly seq: string;
}

/**
 * Processes the events one by one with `take`, each after a savepoint, in the transaction of `client`. Sets new fencing
 * tokens, because other workers' leases no longer match the rows. Throws what `take` throws in an outage or after
 * `signal` aborted; nothing is changed then.
 */
export async function retryWaitingEvents(
  client: pg.ClientBase,
  id: string,
  key: string,
  take: (event: BlockedKeyPosition) => Promise<void>,
  signal?: AbortSignal,
): Promise<RetryResult | null> {
  await client.query(`select from engine.checkpoints where "projection" = $1 order by "partition" for update`, [id]);
  const { rows: waiting } = await client.query<Waiting>(
    `select "seq", "eventId", "position" from engine."parkedEvents" where "projection" = $1 and "key" = $2 order by "seq"`,
    [id, key],
  );
  if (waiting.length === 0) return null;
  await client.query(`update engine.checkpoints set "fence" = ${NEW_FENCE} where "projection" = $1`, [id]);
  let taken = 0;
  for (const { eventId, position } of waiting) {
    await client.query('savepoint one_event');
    try {
      await take({ eventId, position });
      taken++;
    } catch (failure) {
      if (isOutage(failure) || signal?.aborted) throw failure;
      await client.query('rollback to savepoint one_event');
      const { code, message } = describeFailure(failure);
      await client.query(
        `update engine.parked set "eventId" = $3, "position" = $4, "errorCode" = $5, "errorMessage" = $6
         where "projection" = $1 and "key" = $2`,
        [id, key, eventId, position, code, message],
      );
      break;
    }
  }
  const failed = waiting[taken];
  await (failed
    ? client.query(`delete from engine."parkedEvents" where "projection" = $1 and "key" = $2 and "seq" < $3`, [
        id,
        key,
        failed.seq,
      ])
    : client.query('delete from engine.parked where "projection" = $1 and "key" = $2', [id, key]));
  return { taken, waiting: waiting.length - taken };
}

/** Folds one waiting event for its key, or for all of its keys if it waited because they were unknown. */
async function foldWaitingEvent(
  client: pg.ClientBase,
  instance: ProjectionInstance,
  key: string,
  event: FoldEvent,
): Promise<void> {
  const { projection } = instance;
  const keys = key === streamKey(event.streamId) ? projection.keys(event) : [key];
  const rows = await loadRows(client, instance, keys);
  const changed = new Map<string, Row | null>();
  for (const one of keys) changed.set(one, evolveRow(instance, rows.get(one) ?? null, event, one));
  await writeRows(client, instance, changed);
}
