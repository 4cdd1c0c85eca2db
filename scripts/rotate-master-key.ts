import type { Config } from '@fynbos/platform/config/config.ts';
import { type MasterKeys, masterKeyOf, migrateKeys } from '@fynbos/platform/crypto/keys.ts';
import { keysUnder, retireMasterKey, rotateKeys } from '@fynbos/platform/crypto/rotate-keys.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';
import { onInstanceDatabase } from './backup/instance-database.ts';
import { instanceFolder, NotRunning } from './instance.ts';
import {
  dropFormerMasterKey,
  FormerKeyInUse,
  formerMasterKey,
  makeNextMasterKey,
  promoteMasterKey,
} from './supervisor/secrets.ts';
import { ProgressBar } from './terminal/progress-bar.ts';
import { abortOnInterrupt, runCommand, UsageError } from './terminal/run-command.ts';

const USAGE = `npm run rotate-master-key [-- --make | --promote | --drop | --status]

Encrypts every key under MASTER_KEY while the portal runs; MASTER_KEY_OTHERS decrypts keys of other master keys.
It can be interrupted and repeated. When 0 keys remain, the older master key can be dropped.

  --status   print the number of keys per master key
For a portal whose secrets are in DATA_DIR (in production you set them yourself):
  --make     generate the next key; it can decrypt from the next start on
  --promote  make the next key the current one; the previous one can still decrypt
  --drop     drop the previous key if no key depends on it; processes that still use it are refused
Only then can another rotation begin: --make and --promote refuse before.`;

const COMMAND = {
  usage: USAGE,
  options: {
    make: { type: 'boolean' },
    promote: { type: 'boolean' },
    drop: { type: 'boolean' },
    status: { type: 'boolean' },
  },
  expectedErrors: [FormerKeyInUse],
} as const;

const onDatabase = <Result>(work: (db: Pool, config: Config) => Promise<Result>): Promise<Result> =>
  onInstanceDatabase(async (config) => {
    const db = createPool(config.databaseUrl, { applicationName: 'rotate-master-key', max: 2 });
    try {
      await migrateKeys(db);
      return await work(db, config);
    } finally {
      await db.end();
    }
  });

/** Counts the keys under another master key, after encrypting all under the current one if `encrypts`. */
const countOtherKeys = (encrypts: boolean): Promise<number> =>
  onDatabase(async (db, config) => {
    const current = masterKeyOf(config.masterKey);
    if (encrypts) await encryptKeys(db, [current, ...config.otherMasterKeys.map(masterKeyOf)]);
    const under = await keysUnder(db);
    for (const { masterKeyId, keys } of under)
      console.log(`${masterKeyId}${masterKeyId === current.id ? ' (current)' : ''}: ${keys} keys`);
    return under.reduce((sum, { masterKeyId, keys }) => sum + (masterKeyId === current.id ? 0 : keys), 0);
  });

/** Retires the previous key in the database first, because a process that was not restarted would keep using it. */
async function dropFormerKey(): Promise<void> {
  const dataDir = instanceFolder();
  const former = await formerMasterKey(dataDir);
  if (former === undefined) throw new NotRunning('There is no previous key: it was dropped, or none was promoted yet.');
  if ((await onDatabase((db) => retireMasterKey(db, masterKeyOf(former).id))) > 0)
    throw new NotRunning('Keys still depend on the previous key. Run npm run rotate-master-key.');
  await dropFormerMasterKey(dataDir);
  console.log('The previous key is dropped.');
}

async function encryptKeys(db: Pool, masterKeys: MasterKeys): Promise<void> {
  const bar = new ProgressBar('keys');
  const signal = abortOnInterrupt();
  await rotateKeys({ db, masterKeys, onProgress: (done, total) => bar.at(done, total), signal });
  bar.end();
}

await runCommand(COMMAND, async ({ values }) => {
  if (Object.keys(values).length > 1) throw new UsageError('Give one option at a time.');
  if (values.make) {
    await makeNextMasterKey(instanceFolder());
    console.log('The next key is generated. Restart the portal, then run npm run rotate-master-key -- --promote.');
  } else if (values.promote) {
    if (!(await promoteMasterKey(instanceFolder())))
      throw new NotRunning('There is no next key. Generate one with --make.');
    console.log('The next key is now the current one. Restart the portal, then run npm run rotate-master-key.');
  } else if (values.drop) await dropFormerKey();
  else {
    const left = await countOtherKeys(!values.status);
    console.log(left === 0 ? 'No other master key is needed.' : `${left} keys depend on another master key.`);
  }
  return 0;
});
