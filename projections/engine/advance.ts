import type { Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { blockKey } from './blocked-keys.ts';
import { ADVANCE_CHECKPOINT, advanceValues, type CheckpointLease, leaseAfter } from './checkpoint.ts';
import {
  describeFailure,
  type Foldable,
  type FoldResult,
  foldKeyedEvents,
  type KeyedEvent,
  keyedEventsOf,
  type ParkedEvent,
} from './fold.ts';
import type { ProjectionInstance } from './projection-instance.ts';
import { loadRows, type Row, sqlOf } from './table.ts';
import { inTransaction, isDataError } from './transaction.ts';

/** Events to fold, and where the checkpoint stands after them (further than the last event where others were passed over). */
export interface Page {
  readonly events: readonly Foldable[];
  readonly next: Position;
}

/** What `advancePage` needs to step over a page without rows to write; `Moves` gathers such steps. */
export interface Stepper {
  move(move: { held: CheckpointLease; to: Position; events: number }): Promise<CheckpointLease | null>;
}

/**
 * Folds one page into one partition: rows of its keys at once, fold in memory, one statement that moves the fenced
 * checkpoint and writes the rows, all or nothing. Gives what is held after it; null when somebody else moved the
 * checkpoint, and then nothing was written.
 */
export async function advancePage(
  db: pg.Pool,
  build: ProjectionInstance,
  held: CheckpointLease,
  page: Page,
  steps: Stepper,
): Promise<CheckpointLease | null> {
  const touches = keyedEventsOf(build, held.partition, page.events);
  if (touches.length === 0) return steps.move({ held, to: page.next, events: 0 });
  const rows = await loadRows(db, build, [...new Set(touches.map((touch) => touch.key))]);
  const result = foldKeyedEvents(build, touches, rows, held.parkedKeys);
  const move = { held, to: page.next, events: touches.length };
  if (result.changed.size === 0 && result.parked.length === 0) return steps.move(move);
  try {
    return await (result.parked.length > 0 ? writeInTransaction : writeAtOnce)(db, build, move, result);
  } catch (error) {
    if (!isDataError(error)) throw error;
    return advanceKeyByKey(db, build, move, touches, rows);
  }
}

interface Step {
  readonly held: CheckpointLease;
  readonly to: Position;
  readonly events: number;
}

/** Moves and writes in a single statement, which is a transaction of its own. */
async function writeAtOnce(
  db: pg.Pool,
  build: ProjectionInstance,
  step: Step,
  { changed }: FoldResult,
): Promise<CheckpointLease | null> {
  const sql = sqlOf(build);
  const { upserts, removed } = split(changed);
  const guard = 'exists (select from moved)';
  const parts = [`moved as (${ADVANCE_CHECKPOINT})`];
  const values = advanceValues(step);
  if (upserts.length > 0) {
    values.push(JSON.stringify(upserts));
    parts.push(`written as (${sql.upsert(`$${values.length}`, guard)})`);
  }
  if (removed.length > 0) {
    values.push(removed);
    parts.push(`removed as (${sql.remove(`$${values.length}`, guard)})`);
  }
  const name = `advance-${build.id.slice(0, 40)}-${upserts.length > 0 ? 'w' : ''}${removed.length > 0 ? 'r' : ''}`;
  const { rows } = await db.query({ name, text: `with ${parts.join(', ')} select "fence" from moved`, values });
  return rows[0] ? leaseAfter(step.held, step.to, rows[0].fence) : null;
}

/** The same with parked keys to record, which takes several statements and so a transaction. */
async function writeInTransaction(
  db: pg.Pool,
  build: ProjectionInstance,
  step: Step,
  { changed, parked }: FoldResult,
): Promise<CheckpointLease | null> {
  return inTransaction(db, async (client) => {
    const fence = await fenced(client, step);
    if (fence === null) return null;
    await writeRows(client, build, changed);
    await blockKey(client, build.id, step.held.partition, parked);
    return leaseAfter(
      step.held,
      step.to,
      fence,
      new Set([...step.held.parkedKeys, ...parked.map((event) => event.key)]),
    );
  });
}

/**
 * Postgres refused a row of the batch (a null where none may be, a number too large, a character it has not): each key is
 * written by itself, a refused one event by event, so that it parks at the very event whose row is refused, as it would
 * however the events were cut into batches.
 */
async function advanceKeyByKey(
  db: pg.Pool,
  build: ProjectionInstance,
  step: Step,
  touches: readonly KeyedEvent[],
  rows: ReadonlyMap<string, Row>,
): Promise<CheckpointLease | null> {
  return inTransaction(db, async (client) => {
    const fence = await fenced(client, step);
    if (fence === null) return null;
    const parked: ParkedEvent[] = [];
    for (const own of byKey(touches).values()) {
      const result = foldKeyedEvents(build, own, rows, step.held.parkedKeys);
      const refusal = await writeGuarded(client, build, result.changed);
      parked.push(
        ...(refusal ? await writeEventByEvent(client, build, own, rows, step.held.parkedKeys) : result.parked),
      );
    }
    await blockKey(client, build.id, step.held.partition, parked);
    return leaseAfter(
      step.held,
      step.to,
      fence,
      new Set([...step.held.parkedKeys, ...parked.map((event) => event.key)]),
    );
  });
}

/** Takes the events of one key one by one. Gives those from the first on that was refused. */
async function writeEventByEvent(
  client: pg.ClientBase,
  build: ProjectionInstance,
  own: readonly KeyedEvent[],
  rows: ReadonlyMap<string, Row>,
  parkedKeys: ReadonlySet<string>,
): Promise<readonly ParkedEvent[]> {
  const current = new Map(rows);
  for (const [at, touch] of own.entries()) {
    const { changed, parked } = foldKeyedEvents(build, [touch], current, parkedKeys);
    const refusal = await writeGuarded(client, build, changed);
    if (refusal || parked.length > 0) {
      const error = parked[0]?.error ?? (refusal ? describeFailure(refusal) : undefined);
      return own.slice(at).map(({ key, event }, after) => ({
        key,
        eventId: event.id,
        position: event.position,
        ...(after === 0 && error ? { error } : {}),
      }));
    }
    for (const [key, row] of changed) {
      if (row) current.set(key, row);
      else current.delete(key);
    }
  }
  return [];
}

/** Writes rows, or gives Postgres's refusal with nothing written; other errors are thrown. */
async function writeGuarded(
  client: pg.ClientBase,
  build: ProjectionInstance,
  changed: ReadonlyMap<string, Row | null>,
): Promise<Error | null> {
  await client.query('savepoint guarded');
  try {
    await writeRows(client, build, changed);
    await client.query('release savepoint guarded');
    return null;
  } catch (error) {
    if (!isDataError(error)) throw error;
    await client.query('rollback to savepoint guarded');
    return error as Error;
  }
}

function byKey(touches: readonly KeyedEvent[]): Map<string, KeyedEvent[]> {
  const groups = new Map<string, KeyedEvent[]>();
  for (const touch of touches) {
    const group = groups.get(touch.key);
    if (group) group.push(touch);
    else groups.set(touch.key, [touch]);
  }
  return groups;
}

async function fenced(client: pg.ClientBase, step: Step): Promise<string | null> {
  const { rows } = await client.query(ADVANCE_CHECKPOINT, advanceValues(step));
  return rows[0]?.fence ?? null;
}

/** Writes changed rows of a building, in the transaction of `client`. Who calls holds the partition's checkpoint. */
export async function writeRows(
  client: pg.ClientBase,
  build: ProjectionInstance,
  changed: ReadonlyMap<string, Row | null>,
): Promise<void> {
  const sql = sqlOf(build);
  const { upserts, removed } = split(changed);
  if (upserts.length > 0) await client.query(sql.upsert('$1'), [JSON.stringify(upserts)]);
  if (removed.length > 0) await client.query(sql.remove('$1'), [removed]);
}

function split(changed: ReadonlyMap<string, Row | null>): { upserts: Row[]; removed: string[] } {
  const upserts: Row[] = [];
  const removed: string[] = [];
  for (const [key, row] of changed) {
    if (row) upserts.push(row);
    else removed.push(key);
  }
  return { upserts, removed };
}
