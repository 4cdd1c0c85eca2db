import type { Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { blockKey } from './blocked-keys.ts';
import {
  ADVANCE_CHECKPOINT,
  advanceValues,
  type CheckpointAdvance,
  type CheckpointBatch,
  type CheckpointLease,
  leaseAfter,
} from './checkpoint.ts';
import {
  type BlockedEvent,
  describeFailure,
  type Foldable,
  type FoldResult,
  foldKeyedEvents,
  type KeyedBatch,
  keyedEventsOf,
} from './fold.ts';
import type { ProjectionInstance } from './projection-instance.ts';
import { loadRows, type Row, sqlOf } from './table.ts';
import { inTransaction, isDataError } from './transaction.ts';

/** Maximum events of a page. */
export const EVENTS_PER_PAGE = 1_000;

/** The checkpoint is past the last event where later events were filtered out. */
export interface Page {
  readonly events: readonly Foldable[];
  readonly next: Position;
}

/**
 * One partition: loads the rows of its keys, folds in memory, writes rows and fenced checkpoint in one statement. Null
 * when another worker advanced the checkpoint: nothing was written. `checkpoints`: for pages without rows.
 */
export async function advancePage(
  checkpoints: CheckpointBatch,
  instance: ProjectionInstance,
  lease: CheckpointLease,
  page: Page,
): Promise<CheckpointLease | null> {
  const { db } = checkpoints;
  const keyedEvents = keyedEventsOf(instance, lease, page.events);
  const advance = { lease, to: page.next, events: keyedEvents.length };
  if (keyedEvents.length === 0) return checkpoints.advance(advance);
  const rows = await loadRows(db, instance, [...new Set(keyedEvents.map((keyedEvent) => keyedEvent.key))]);
  const batch = { instance, keyedEvents, rows, blockedKeys: lease.blockedKeys };
  const result = foldKeyedEvents(batch);
  if (result.changed.size === 0 && result.blocked.length === 0) return checkpoints.advance(advance);
  try {
    return await (result.blocked.length > 0 ? writeInTransaction : writeAtOnce)(db, instance, advance, result);
  } catch (error) {
    if (!isDataError(error)) throw error;
    return advanceKeyByKey(db, advance, batch);
  }
}

/** Advances the checkpoint and writes the rows in one statement, which is its own transaction. */
async function writeAtOnce(
  db: pg.Pool,
  instance: ProjectionInstance,
  advance: CheckpointAdvance,
  { changed }: FoldResult,
): Promise<CheckpointLease | null> {
  const sql = sqlOf(instance);
  const { upserts, removed } = splitChanges(changed);
  const guard = 'exists (select from advanced)';
  const parts = [`advanced as (${ADVANCE_CHECKPOINT})`];
  const values = advanceValues(advance);
  if (upserts.length > 0) {
    values.push(JSON.stringify(upserts));
    parts.push(`written as (${sql.upsert(`$${values.length}`, guard)})`);
  }
  if (removed.length > 0) {
    values.push(removed);
    parts.push(`removed as (${sql.remove(`$${values.length}`, guard)})`);
  }
  const name = `advance-${instance.id.slice(0, 40)}-${upserts.length > 0 ? 'w' : ''}${removed.length > 0 ? 'r' : ''}`;
  const { rows } = await db.query({ name, text: `with ${parts.join(', ')} select "fence" from advanced`, values });
  return rows[0] ? leaseAfter(advance.lease, advance.to, rows[0].fence) : null;
}

/** Like `writeAtOnce`, but also records blocked keys: several statements in one transaction. */
async function writeInTransaction(
  db: pg.Pool,
  instance: ProjectionInstance,
  advance: CheckpointAdvance,
  { changed, blocked }: FoldResult,
): Promise<CheckpointLease | null> {
  return inTransaction(db, async (client) => {
    const fence = await advanceFence(client, advance);
    if (fence === null) return null;
    await writeRows(client, instance, changed);
    return withBlocked(client, advance, fence, blocked);
  });
}

/** Records blocked keys, and returns the lease after the advance. */
export async function withBlocked(
  client: pg.ClientBase,
  { lease, to }: CheckpointAdvance,
  fence: string,
  blocked: readonly BlockedEvent[],
): Promise<CheckpointLease> {
  await blockKey(client, lease.id, lease.partition, blocked);
  return leaseAfter(lease, to, fence, new Set([...lease.blockedKeys, ...blocked.map(({ key }) => key)]));
}

/**
 * Postgres rejected a row (a null, a number out of range, an invalid character): each key is written separately, and a
 * rejected one event by event, so that it is blocked at the failing event, whatever the batches.
 */
async function advanceKeyByKey(
  db: pg.Pool,
  advance: CheckpointAdvance,
  batch: KeyedBatch,
): Promise<CheckpointLease | null> {
  return inTransaction(db, async (client) => {
    const fence = await advanceFence(client, advance);
    if (fence === null) return null;
    const blocked: BlockedEvent[] = [];
    for (const keyedEvents of Map.groupBy(batch.keyedEvents, ({ key }) => key).values()) {
      const own = { ...batch, keyedEvents };
      const result = foldKeyedEvents(own);
      const refusal = await writeGuarded(client, batch.instance, result.changed);
      blocked.push(...(refusal ? await writeEventByEvent(client, own) : result.blocked));
    }
    return withBlocked(client, advance, fence, blocked);
  });
}

/** Writes the events of one key one by one. Returns the first rejected event and the events behind it. */
async function writeEventByEvent(client: pg.ClientBase, batch: KeyedBatch): Promise<readonly BlockedEvent[]> {
  const rows = new Map(batch.rows);
  for (const [at, keyedEvent] of batch.keyedEvents.entries()) {
    const { changed, blocked } = foldKeyedEvents({ ...batch, keyedEvents: [keyedEvent], rows });
    const refusal = await writeGuarded(client, batch.instance, changed);
    if (refusal || blocked.length > 0) {
      const error = blocked[0]?.error ?? (refusal ? describeFailure(refusal) : undefined);
      return batch.keyedEvents.slice(at).map(({ key, event }, after) => ({
        key,
        eventId: event.id,
        position: event.position,
        ...(after === 0 && error ? { error } : {}),
      }));
    }
    for (const [key, row] of changed) {
      if (row) rows.set(key, row);
      else rows.delete(key);
    }
  }
  return [];
}

/** Writes rows. Returns the error if Postgres rejects a row, with nothing written; throws all other errors. */
async function writeGuarded(
  client: pg.ClientBase,
  instance: ProjectionInstance,
  changed: ReadonlyMap<string, Row | null>,
): Promise<Error | null> {
  await client.query('savepoint guarded');
  try {
    await writeRows(client, instance, changed);
    await client.query('release savepoint guarded');
    return null;
  } catch (error) {
    if (!isDataError(error)) throw error;
    await client.query('rollback to savepoint guarded');
    return error as Error;
  }
}

async function advanceFence(client: pg.ClientBase, advance: CheckpointAdvance): Promise<string | null> {
  const { rows } = await client.query(ADVANCE_CHECKPOINT, advanceValues(advance));
  return rows[0]?.fence ?? null;
}

/** Writes changed rows of an instance in the transaction of `client`, which holds the lease. */
export async function writeRows(
  client: pg.ClientBase,
  instance: ProjectionInstance,
  changed: ReadonlyMap<string, Row | null>,
): Promise<void> {
  const sql = sqlOf(instance);
  const { upserts, removed } = splitChanges(changed);
  if (upserts.length > 0) await client.query(sql.upsert('$1'), [JSON.stringify(upserts)]);
  if (removed.length > 0) await client.query(sql.remove('$1'), [removed]);
}

function splitChanges(changed: ReadonlyMap<string, Row | null>): { upserts: Row[]; removed: string[] } {
  const upserts: Row[] = [];
  const removed: string[] = [];
  for (const [key, row] of changed) {
    if (row) upserts.push(row);
    else removed.push(key);
  }
  return { upserts, removed };
}
