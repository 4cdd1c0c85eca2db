import path from 'node:path';
import type { Config } from '@fynbos/platform/config.ts';
import { type MasterKeys, masterKeyOf, migrateKeys } from '@fynbos/platform/keys.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { keysUnder, retireMasterKey, rotateKeys } from '@fynbos/platform/rotate-keys.ts';
import type { Pool } from 'pg';
import { onInstanceDatabase } from './backup/instance-database.ts';
import { NotRunning } from './instance.ts';
import {
  dropFormerMasterKey,
  FormerKeyInUse,
  formerMasterKey,
  makeNextMasterKey,
  promoteMasterKey,
} from './supervisor/secrets.ts';
import { commandLine } from './terminal/command-line.ts';
import { CountBar } from './terminal/count-bar.ts';
import { endWith } from './terminal/end-with.ts';

const USAGE = `npm run rotate-master-key [-- --make | --promote | --drop | --status]

Wraps every key anew under MASTER_KEY while the product runs; MASTER_KEY_OTHERS opens what lies under another one.
It may be cut off and run again. When it ends with 0 left, the older key can be dropped.

  --status   how many keys lie under which master key
For a product whose secrets ./scripts/start keeps in DATA_DIR (in production they are yours to set):
  --make     makes the next key; it opens from the next start on
  --promote  makes the next key the current one; the one before goes on opening
  --drop     drops the one before, if nothing lies under it any more; what still runs with it is refused from then on
Until then no other rotation can begin: --make and --promote refuse.`;

const ROOT = path.resolve(import.meta.dirname, '..');
const DATA_DIR = path.resolve(process.env.DATA_DIR ?? path.join(ROOT, '.data'));

const { values } = commandLine(USAGE, {
  options: {
    make: { type: 'boolean' },
    promote: { type: 'boolean' },
    drop: { type: 'boolean' },
    status: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const onDatabase = <Result>(work: (pool: Pool, config: Config) => Promise<Result>): Promise<Result> =>
  onInstanceDatabase(process.env, ROOT, async (config) => {
    const pool = createPool(config.databaseUrl, { applicationName: 'rotate-master-key', max: 2 });
    try {
      await migrateKeys(pool);
      return await work(pool, config);
    } finally {
      await pool.end();
    }
  });

/** Wraps anew unless only asked for numbers. Gives the keys left under another master key. */
const wrapOrCount = (wrap: boolean): Promise<number> =>
  onDatabase(async (pool, config) => {
    const current = masterKeyOf(config.masterKey);
    if (wrap) await wrapAnew(pool, [current, ...config.otherMasterKeys.map(masterKeyOf)]);
    const under = await keysUnder(pool);
    for (const { masterKeyId, keys } of under)
      console.log(`${masterKeyId}${masterKeyId === current.id ? ' (current)' : ''}: ${keys} keys`);
    return under.reduce((sum, { masterKeyId, keys }) => sum + (masterKeyId === current.id ? 0 : keys), 0);
  });

/** Retires the key before in the database first: a process that nobody started again would go on wrapping under it. */
async function drop(): Promise<void> {
  const former = await formerMasterKey(DATA_DIR);
  if (former === undefined) throw new NotRunning('There is no key before: it was dropped, or none was promoted yet.');
  if ((await onDatabase((pool) => retireMasterKey(pool, masterKeyOf(former).id))) > 0)
    throw new NotRunning('Keys still lie under the key before: npm run rotate-master-key');
  await dropFormerMasterKey(DATA_DIR);
  console.log('The key before is dropped.');
}

async function wrapAnew(pool: Pool, masterKeys: MasterKeys): Promise<void> {
  const bar = new CountBar('keys');
  const cut = new AbortController();
  process.once('SIGINT', () => cut.abort());
  await rotateKeys({ pool, masterKeys, onProgress: (done, total) => bar.at(done, total), signal: cut.signal });
  bar.end();
}

async function main(): Promise<number> {
  if (values.help) console.log(USAGE);
  else if (values.make) {
    await makeNextMasterKey(DATA_DIR);
    console.log('The next key is made. Start the product again, then: npm run rotate-master-key -- --promote');
  } else if (values.promote) {
    if (!(await promoteMasterKey(DATA_DIR))) throw new NotRunning('There is no next key: --make makes one.');
    console.log('The next key is the current one. Start the product again, then: npm run rotate-master-key');
  } else if (values.drop) await drop();
  else {
    const left = await wrapOrCount(!values.status);
    console.log(left === 0 ? 'No other master key is needed any more.' : `${left} keys lie under another master key.`);
  }
  return 0;
}

await endWith(main, FormerKeyInUse);
