import path from 'node:path';
import { openEventStoreDb } from '@fynbos/event-store/open.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { type BackedUpKeys, backUp, backUpKeys } from './backup/back-up.ts';
import { onInstanceDatabase } from './backup/instance-database.ts';
import { BackupUnusable } from './backup/manifest.ts';
import { runCommand, UsageError } from './terminal/run-command.ts';

const USAGE = `npm run backup -- FOLDER [--keys FOLDER] [--keys-only]

Backs up a portal, running or stopped: events, notices, payout files and the checkpoints of reactions into a new folder in FOLDER,
and the keys of people into a new folder elsewhere. Removes key backups older than 30 days; data backups stay until you remove
them.

  --keys       the folder of key backups; default BACKUP_KEYS_FOLDER, otherwise FOLDER-keys
  --keys-only  only the keys: run it again after EventStoreDB was copied

Not included: read models and queues, which are rebuilt, sessions, and the master key, which you must store elsewhere.
With EVENTSTORE_URL the events are in EventStoreDB: run this command, then copy EventStoreDB, then run this command with
--keys-only. Otherwise the keys of people who joined in between are lost (docs/operations.md).`;

const COMMAND = {
  usage: USAGE,
  allowPositionals: true,
  options: { keys: { type: 'string' }, 'keys-only': { type: 'boolean' } },
  expectedErrors: [BackupUnusable, StoreUnavailable],
} as const;

function printKeyBackup({ keys, expired }: BackedUpKeys): void {
  for (const folder of expired) console.log(`removed, too old or unfinished: ${folder}`);
  console.log(`keys: ${keys}`);
}

await runCommand(COMMAND, async ({ values, positionals: [folder] }) => {
  if (folder === undefined) throw new UsageError('Give a backup folder.');
  const target = path.resolve(folder);
  const keysFolder = path.resolve(values.keys ?? process.env.BACKUP_KEYS_FOLDER ?? `${target}-keys`);
  await onInstanceDatabase(async (config) => {
    const db = createPool(config.databaseUrl, { applicationName: 'backup', max: 2 });
    const eventStoreDb = config.eventStoreUrl === null ? null : await openEventStoreDb(config.eventStoreUrl, db);
    try {
      const began = performance.now();
      const options = {
        db,
        eventStoreDb,
        folder: target,
        keysFolder,
        now: new Date(),
        onTable: (table: string, count: number) => console.error(`${table}: ${count} rows`),
      };
      if (values['keys-only']) {
        printKeyBackup(await backUpKeys(options));
        return;
      }
      const { data, rows, ...keys } = await backUp(options);
      console.log(`data: ${data} (${rows} rows in ${((performance.now() - began) / 1000).toFixed(1)} s)`);
      printKeyBackup(keys);
      if (eventStoreDb !== null)
        console.log(
          'The events are in EventStoreDB. Copy EventStoreDB now, then run this command again with --keys-only.',
        );
    } finally {
      await eventStoreDb?.close();
      await db.end();
    }
  });
  return 0;
});
