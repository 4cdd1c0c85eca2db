import type pg from 'pg';
import { ConfigurationError } from './config/configuration-error.ts';
import { tableExists } from './postgres.ts';

/** The backups that an unfinished restore loads, so that only the same ones can resume it. */
export interface BegunRestore {
  /** When the backups of the data and of the keys were made, ISO 8601 UTC. */
  readonly dataMadeAt: string;
  readonly keysMadeAt: string;
}

/** The database contains a restored backup with payout runs that are not on hold yet: no process may work on it. */
class RestoreUnfinished extends ConfigurationError {
  override readonly name = 'RestoreUnfinished';
}

/** Writes in the transaction of `client` that loads it. The mark has its own schema, which backups exclude. */
export async function markRestore(client: pg.ClientBase, { dataMadeAt, keysMadeAt }: BegunRestore): Promise<void> {
  await client.query('create schema unfinished_restore');
  await client.query('create table unfinished_restore.mark ("dataMadeAt" text not null, "keysMadeAt" text not null)');
  await client.query('insert into unfinished_restore.mark values ($1, $2)', [dataMadeAt, keysMadeAt]);
  // The processes read it with a role of their own, which gets its rights at the end of the restore.
  await client.query('grant usage on schema unfinished_restore to public');
  await client.query('grant select on unfinished_restore.mark to public');
}

/** The unfinished restore of this database; null if there is none. */
export async function unfinishedRestore(db: pg.Pool): Promise<BegunRestore | null> {
  if (!(await tableExists(db, 'unfinished_restore.mark'))) return null;
  const { rows } = await db.query<BegunRestore>('select "dataMadeAt", "keysMadeAt" from unfinished_restore.mark');
  return rows[0] ?? null;
}

/** Allows the product to start. Call it once no restored work can resume by itself. */
export async function endRestore(db: pg.Pool): Promise<void> {
  await db.query('drop schema if exists unfinished_restore cascade');
}

/** Every process of the product calls this first. Throws `ConfigurationError`. */
export async function assertRestoreEnded(db: pg.Pool): Promise<void> {
  const unfinished = await unfinishedRestore(db);
  if (unfinished)
    throw new RestoreUnfinished(
      `The restore of the backup of ${unfinished.dataMadeAt} into this database did not end: payout runs that went to the bank may not be on hold. Run the same restore again; it continues; then start the product.`,
    );
}
