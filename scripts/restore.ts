import path from 'node:path';
import { CheckpointArchiveUnavailable } from '@fynbos/application/audit/checkpoint-archive.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { accessOf, ensureRoles, grantToApp } from '@fynbos/platform/database-roles.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { unfinishedRestore } from '@fynbos/platform/unfinished-restore.ts';
import { onInstanceDatabase } from './backup/instance-database.ts';
import { BackupUnusable } from './backup/manifest.ts';
import { restore } from './backup/restore.ts';
import { ProgressBar } from './terminal/progress-bar.ts';
import { runCommand, UsageError } from './terminal/run-command.ts';

const USAGE = `npm run restore -- FOLDER [--keys FOLDER] [--accept-lost-keys]

Restores the newest backup in FOLDER (or the backup FOLDER itself) with the newest keys into an empty database: that of
DATABASE_URL, or the embedded one of a DATA_DIR that contains only the old secrets.json.
Checks every file, puts payout runs that are not settled on hold, repeats the erasures that the log and the checkpoint archive
(CHECKPOINT_FOLDER) record, and verifies the log. If the events are in EventStoreDB, restore the copy of its files first and set
EVENTSTORE_URL. Exit code 1 when the log is not intact. After an interruption, run the same command again; until it finishes,
the portal does not start on the database.

  --keys              the folder of key backups; default BACKUP_KEYS_FOLDER, otherwise FOLDER-keys
  --accept-lost-keys  continue although no backup has the keys of some streams: their personal data is lost, and these
                      people can neither sign in nor register again with the same address or ID number

Then start the portal: its workers build the read models from the events.`;

const COMMAND = {
  usage: USAGE,
  allowPositionals: true,
  options: { keys: { type: 'string' }, 'accept-lost-keys': { type: 'boolean' } },
  expectedErrors: [BackupUnusable, CheckpointArchiveUnavailable, StoreUnavailable],
} as const;

await runCommand(COMMAND, async ({ values, positionals: [given] }) => {
  if (given === undefined) throw new UsageError('Give the backup folder.');
  const folder = path.resolve(given);
  const keysFolder = path.resolve(values.keys ?? process.env.BACKUP_KEYS_FOLDER ?? `${folder}-keys`);
  return onInstanceDatabase(async (config) => {
    // Creates tables, which needs the owner role.
    const access = accessOf(config);
    const { adminDatabaseUrl: adminUrl, replicationDatabaseUrl: replicationUrl } = config;
    if (adminUrl !== null) await ensureRoles({ ...access, adminUrl, replicationUrl });
    const db = createPool(access.ownerUrl, { applicationName: 'restore', max: 4 });
    try {
      const bar = new ProgressBar('events verified');
      const { data, keys, verification, lost, madeAt, held, forgotten, lostKeys, reaches, resumed } = await restore({
        db,
        config,
        folder,
        keysFolder,
        now: new Date(),
        acceptLostKeys: values['accept-lost-keys'] ?? false,
        onTable: (table, rows) => console.error(`${table}: ${rows} rows`),
        onProgress: (done, total) => bar.at(done, total),
      });
      bar.end();
      await grantToApp(access);
      console.log(`restored ${data} with ${keys}${resumed ? ', resuming after an interruption' : ''}`);
      if (lostKeys.length > 0)
        console.log(`The personal data of ${lostKeys.length} streams is lost: ${lostKeys.join(', ')}`);
      if (!reaches)
        console.log(
          'An older release made this backup and did not record the end of the log, so the copy of EventStoreDB was compared with the reactions only. Check that the latest events are the expected ones.',
        );
      if (lost > 0) console.log(`${lost} checkpoints in the archive are newer than the backup. Move their files away.`);
      for (const { reference, status, payDate, frozen } of held)
        console.log(
          `payout ${reference} (${status}, ${frozen.lines} lines, pay date ${payDate}) is on hold. Compare it with the bank statement before you resume it.`,
        );
      console.log(`Payments since ${madeAt} are unknown. Compare the bank statement before you propose a run.`);
      console.log(
        forgotten === null
          ? `There is no checkpoint archive. Repeat the erasures since ${madeAt}.`
          : `${forgotten} erasures since then, from the checkpoint archive, are repeated${resumed ? ', in addition to those before the interruption' : ''}.`,
      );
      for (const { kind, what } of verification.findings) console.log(`${kind}: ${what}`);
      console.log(verification.intact ? 'The log is intact.' : 'The log is NOT intact.');
      return verification.intact ? 0 : 1;
    } catch (error) {
      if (await unfinishedRestore(db).catch(() => null))
        console.error(
          'The restore did NOT finish. Do not start the portal: payout runs may not be on hold. Run the same command again to continue.',
        );
      throw error;
    } finally {
      await db.end();
    }
  });
});
