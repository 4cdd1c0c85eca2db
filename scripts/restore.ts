import path from 'node:path';
import { CheckpointArchiveUnavailable } from '@fynbos/application/audit/checkpoint-archive.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { accessOf, ensureRoles, grantToApp } from '@fynbos/platform/database-roles.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { unfinishedRestore } from '@fynbos/platform/unfinished-restore.ts';
import { onInstanceDatabase } from './backup/instance-database.ts';
import { BackupUnusable } from './backup/manifest.ts';
import { restore } from './backup/restore.ts';
import { commandLine } from './terminal/command-line.ts';
import { CountBar } from './terminal/count-bar.ts';
import { endWith } from './terminal/end-with.ts';

const USAGE = `npm run restore -- FOLDER [--keys FOLDER] [--accept-lost-keys]

Restores the newest backup in FOLDER (or FOLDER itself, where it is one) with the newest keys into an empty database: the
one that DATABASE_URL names, or the embedded one of a DATA_DIR that holds the secrets.json of then and no database yet.
Checks every file, puts payout runs that are not settled on hold, forgets again whom the log and the second place
(CHECKPOINT_FOLDER) say are forgotten, and proves the log. Where the events lie in EventStoreDB, the copy of its files is put
back before, and EVENTSTORE_URL names it. Exit code 1 when the log does not hold. Cut off, it goes on when it is run again;
until it ends the product does not start on the database.

  --keys              where backups of keys lie; FOLDER-keys when not given, BACKUP_KEYS_FOLDER where that is set
  --accept-lost-keys  goes on where the keys of some streams are in no backup: what is personal in them is lost for good,
                      and these people can neither sign in nor register again with the same address or ID number

Then start the product: its workers build the read models from the events.`;

const { values, positionals } = commandLine(USAGE, {
  allowPositionals: true,
  options: { keys: { type: 'string' }, 'accept-lost-keys': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

async function main(): Promise<number> {
  const [given] = positionals;
  if (values.help || given === undefined) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const folder = path.resolve(given);
  const keysFolder = path.resolve(values.keys ?? process.env.BACKUP_KEYS_FOLDER ?? `${folder}-keys`);
  return onInstanceDatabase(process.env, path.resolve(import.meta.dirname, '..'), async (config) => {
    // It creates tables: as the role that migrations use.
    const access = accessOf(config);
    const { adminDatabaseUrl: adminUrl, replicationDatabaseUrl: replicationUrl } = config;
    if (adminUrl !== null) await ensureRoles({ ...access, adminUrl, replicationUrl });
    const db = createPool(access.ownerUrl, { applicationName: 'restore', max: 4 });
    try {
      const bar = new CountBar('events proven');
      const { data, keys, verification, lost, madeAt, held, forgotten, lostKeys, reaches, resumed } = await restore({
        ...{ db, config, folder, keysFolder, now: new Date() },
        acceptLostKeys: values['accept-lost-keys'] ?? false,
        onTable: (table, rows) => console.error(`${table}: ${rows} rows`),
        onProgress: (done, total) => bar.at(done, total),
      });
      bar.end();
      await grantToApp(access);
      console.log(`restored ${data} with ${keys}${resumed ? ', going on where it was cut off' : ''}`);
      if (lostKeys.length > 0)
        console.log(`What is personal in ${lostKeys.length} streams is lost for good: ${lostKeys.join(', ')}`);
      if (!reaches)
        console.log(
          'An older release made this backup and did not note where the log ended: that the copy of EventStoreDB is as new was held against the reactions alone. Compare the last events with what people know.',
        );
      if (lost > 0)
        console.log(`${lost} checkpoints in the second place are newer than the backup: put their files aside.`);
      for (const { reference, status, payDate, frozen } of held)
        console.log(
          `payout ${reference} (${status}, ${frozen.lines} lines, pay date ${payDate}) is on hold: compare it with the bank's statement before anything else`,
        );
      console.log(
        `Payments since ${madeAt} are not known here: compare the bank's statement before a run is proposed.`,
      );
      console.log(
        forgotten === null
          ? `There is no second place: forget anew whoever was forgotten since ${madeAt}.`
          : `${forgotten} people were forgotten since, as the second place knows, and are forgotten again${resumed ? ', beside those of before it was cut off' : ''}.`,
      );
      for (const { kind, what } of verification.findings) console.log(`${kind}: ${what}`);
      console.log(verification.intact ? 'The log is intact.' : 'The log is NOT intact.');
      return verification.intact ? 0 : 1;
    } catch (error) {
      if (await unfinishedRestore(db).catch(() => null))
        console.error(
          'The restore did NOT end, and the product must not be started: payout runs may not be on hold. Run the same command again, it goes on.',
        );
      throw error;
    } finally {
      await db.end();
    }
  });
}

await endWith(main, BackupUnusable, CheckpointArchiveUnavailable, StoreUnavailable);
