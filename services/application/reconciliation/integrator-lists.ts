import { randomUUID } from 'node:crypto';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { integratorById } from '@fynbos/projections/integrators/queries.ts';
import type pg from 'pg';
import type { Stores } from '../services.ts';
import {
  addLines,
  createList,
  dropList,
  failList,
  type IntegratorList,
  type ListFinding,
  type ListLine,
  listById,
  markListComplete,
  newestLists,
} from './list-store.ts';
import { requestReconciliation } from './reconcile.ts';

const MAX_LISTS_SHOWN = 30;
const MAX_FINDINGS_SHOWN = 100;

/** Reads a list: first its columns, then its lines in batches. Returns the number of lines. */
export type ReadList = (
  begin: (columns: readonly string[]) => Promise<void>,
  add: (lines: readonly ListLine[]) => Promise<void>,
) => Promise<number>;

/** Compares a list with the recorded rental events. An unreadable list is not stored. Throws `integrator.unknown`. */
export async function compareIntegratorList(
  { log, db }: Stores,
  { integratorId, from, to }: Pick<IntegratorList, 'integratorId' | 'from' | 'to'>,
  readList: ReadList,
  context: CommandContext,
) {
  await integratorById(db, integratorId);
  const id = randomUUID();
  try {
    const lines = await readList(
      (columns) => createList(db, { id, integratorId, from, to, columns }),
      (batch) => addLines(db, id, batch),
    );
    await markListComplete(db, id, lines);
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

export const integratorLists = (db: pg.Pool): Promise<IntegratorList[]> => newestLists(db, MAX_LISTS_SHOWN);

export async function integratorListById(db: pg.Pool, id: string): Promise<IntegratorList> {
  const list = await listById(db, id);
  if (!list) throw new DomainError('not-found', 'integrator-list.unknown', 'List not found.');
  return list;
}

export const firstFindings = async (db: pg.Pool, listId: string): Promise<ListFinding[]> =>
  (
    await db.query<ListFinding>(
      `select line, "eventId", "reservationNo", kind, field, theirs, ours from integrator_lists.findings
       where "listId" = $1 order by seq limit $2`,
      [listId, MAX_FINDINGS_SHOWN],
    )
  ).rows;

/** All findings of a list, as a query to stream. */
export const allFindings = (listId: string) => ({
  text: 'select * from integrator_lists.findings where "listId" = $1 order by seq',
  values: [listId],
});
