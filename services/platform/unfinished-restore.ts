import type pg from 'pg';
import { ConfigurationError } from './configuration-error.ts';
import { isThere } from './postgres.ts';

/** What a restore that was begun loads, so that only the same goes on with it. */
export interface BegunRestore {
  /** When the backup of the data was made and that of the keys, ISO 8601 UTC. */
  readonly dataMadeAt: string;
  readonly keysMadeAt: string;
}

/** The database holds a backup whose payout runs are not on hold yet: nothing may work on it. */
class RestoreUnfinished extends ConfigurationError {
  override readonly name = 'RestoreUnfinished';
}

/**
 * Marks the database as one that is being restored, in the transaction of `client` that loads it. The mark has a schema of
 * its own, which no backup takes along. Throws what Postgres throws.
 */
export async function markRestore(client: pg.ClientBase, { dataMadeAt, keysMadeAt }: BegunRestore): Promise<void> {
  await client.query('create schema unfinished_restore');
  await client.query('create table unfinished_restore.mark ("dataMadeAt" text not null, "keysMadeAt" text not null)');
  await client.query('insert into unfinished_restore.mark values ($1, $2)', [dataMadeAt, keysMadeAt]);
}

/** The restore that was begun in this database and has not ended; null where there is none. */
export async function unfinishedRestore(db: pg.Pool): Promise<BegunRestore | null> {
  if (!(await isThere(db, 'unfinished_restore.mark'))) return null;
  const { rows } = await db.query<BegunRestore>('select "dataMadeAt", "keysMadeAt" from unfinished_restore.mark');
  return rows[0] ?? null;
}

/** Lets the product start: to be called once nothing of what was restored can go on by itself. */
export async function endRestore(db: pg.Pool): Promise<void> {
  await db.query('drop schema if exists unfinished_restore cascade');
}

/** What each process of the product asks before anything else. Throws `MustNotStart`. */
export async function assertRestoreEnded(db: pg.Pool): Promise<void> {
  const begun = await unfinishedRestore(db);
  if (begun)
    throw new RestoreUnfinished(
      `The restore of the backup of ${begun.dataMadeAt} into this database did not end: payout runs that went to the bank may not be on hold. Run the same restore again, it goes on; then start the product.`,
    );
}
