import { randomUUID } from 'node:crypto';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { integratorById } from '@fynbos/projections/integrators/queries.ts';
import type pg from 'pg';
import type { Application } from '../services.ts';
import {
  addLines,
  beginList,
  dropList,
  failList,
  type IntegratorList,
  type ListFinding,
  type ListLine,
  listById,
  listRead,
  migrateLists,
  newestLists,
} from './list-store.ts';
import { requestReconciliation } from './reconcile.ts';

const LISTS_SHOWN = 30;
const FINDINGS_SHOWN = 100;

const migrated = new WeakMap<pg.Pool, Promise<unknown>>();

/** Creates the tables of lists on the first use. A failed attempt is repeated at the next use. */
async function ready(db: pg.Pool): Promise<void> {
  const known =
    migrated.get(db) ??
    migrateLists(db).catch((error: unknown) => {
      migrated.delete(db);
      throw error;
    });
  migrated.set(db, known);
  await known;
}

/** Reads a list: first its columns, then its lines in batches. Returns the number of lines. */
export type ReadList = (
  begin: (columns: readonly string[]) => Promise<void>,
  add: (lines: readonly ListLine[]) => Promise<void>,
) => Promise<number>;

/**
 * Stores an integrator's list and requests its comparison with the recorded rental events. An unreadable list is not
 * stored. Throws `integrator.unknown`.
 */
export async function compareIntegratorList(
  { log, db }: Pick<Application, 'log' | 'db'>,
  { integratorId, from, to }: Pick<IntegratorList, 'integratorId' | 'from' | 'to'>,
  readList: ReadList,
  context: CommandContext,
) {
  await ready(db);
  await integratorById(db, integratorId);
  const id = randomUUID();
  try {
    const lines = await readList(
      (columns) => beginList(db, { id, integratorId, from, to, columns }),
      (batch) => addLines(db, id, batch),
    );
    await listRead(db, id, lines);
  } catch (error) {
    await dropList(db, id);
    throw error;
  }
  try {
    return { id, position: await requestReconciliation(log, id, 'integrator-list', context) };
  } catch (error) {
    // If this fails too, the list counts as failed after an hour without progress.
    await failList(db, id).catch(() => undefined);
    throw error;
  }
}

export async function integratorLists(db: pg.Pool): Promise<IntegratorList[]> {
  await ready(db);
  return newestLists(db, LISTS_SHOWN);
}

/** A list by its id. Throws `integrator-list.unknown`. */
export async function integratorList(db: pg.Pool, id: string): Promise<IntegratorList> {
  await ready(db);
  const list = await listById(db, id);
  if (!list) throw new DomainError('not-found', 'integrator-list.unknown', 'List not found.');
  return list;
}

export const firstFindings = async (db: pg.Pool, listId: string): Promise<ListFinding[]> =>
  (
    await db.query<ListFinding>(
      `select line, "eventId", "reservationNo", kind, field, theirs, ours from integrator_lists.findings
       where "listId" = $1 order by seq limit $2`,
      [listId, FINDINGS_SHOWN],
    )
  ).rows;

/** All findings of a list, as a query to stream. */
export const allFindings = (listId: string) => ({
  text: 'select * from integrator_lists.findings where "listId" = $1 order by seq',
  values: [listId],
});
