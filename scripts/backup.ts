import path from 'node:path';
import { openEventStoreDb } from '@fynbos/event-store/open.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { type BackedUpKeys, backUp, backUpKeys } from './backup/back-up.ts';
import { onInstanceDatabase } from './backup/instance-database.ts';
import { commandLine } from './terminal/command-line.ts';
import { endWith } from './terminal/end-with.ts';

const USAGE = `npm run backup -- FOLDER [--keys FOLDER] [--keys-only]

Backs up a portal, running or not: events, notices, payout files and where reactions stand into a new folder in FOLDER,
and the keys of people into a new folder in another place. Keys there that are older than 30 days are removed.

  --keys       where backups of keys go; FOLDER-keys when not given, BACKUP_KEYS_FOLDER where that is set
  --keys-only  the keys alone: once more after EventStoreDB was copied

Not in it, because they are made anew: read models, queues, sessions. Not in it either: the master key. Keep it elsewhere.
With EVENTSTORE_URL the events lie in EventStoreDB and have a backup of their own: this command, then the copy of
EventStoreDB, then this command with --keys-only, or people whose keys were made meanwhile are lost (docs/operations.md).`;

const { values, positionals } = commandLine(USAGE, {
  allowPositionals: true,
  options: { keys: { type: 'string' }, 'keys-only': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

function tellKeys({ keys, expired }: BackedUpKeys): void {
  for (const gone of expired) console.log(`removed, older than 30 days: ${gone}`);
  console.log(`keys: ${keys}`);
}

async function main(): Promise<number> {
  const [folder] = positionals;
  if (values.help || folder === undefined) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const target = path.resolve(folder);
  const keysFolder = path.resolve(values.keys ?? process.env.BACKUP_KEYS_FOLDER ?? `${target}-keys`);
  await onInstanceDatabase(process.env, path.resolve(import.meta.dirname, '..'), async (config) => {
    const db = createPool(config.databaseUrl, { applicationName: 'backup', max: 2 });
    const eventStoreDb = config.eventStoreUrl === null ? null : await openEventStoreDb(config.eventStoreUrl, db);
    try {
      const began = performance.now();
      const options = {
        ...{ db, eventStoreDb, folder: target, keysFolder, now: new Date() },
        onTable: (table: string, count: number) => console.error(`${table}: ${count} rows`),
      };
      if (values['keys-only']) {
        tellKeys(await backUpKeys(options));
        return;
      }
      const { data, rows, ...keys } = await backUp(options);
      console.log(`data: ${data} (${rows} rows in ${((performance.now() - began) / 1000).toFixed(1)} s)`);
      tellKeys(keys);
      if (eventStoreDb !== null)
        console.log('The events lie in EventStoreDB: copy that now, and then run this once more with --keys-only.');
    } finally {
      await eventStoreDb?.close();
      await db.end();
    }
  });
  return 0;
}

await endWith(main, StoreUnavailable);
