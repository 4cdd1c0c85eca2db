import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addAdmin } from '@fynbos/application/admins/first-admins.ts';
import { signNewEvents } from '@fynbos/application/audit/checkpoints.ts';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { markRestore } from '@fynbos/platform/unfinished-restore.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { projections } from '@fynbos/projections/registry.ts';
import type pg from 'pg';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUp } from '../scripts/backup/back-up.ts';
import { removeExpired } from '../scripts/backup/manifest.ts';
import { type Restored, restore } from '../scripts/backup/restore.ts';
import { adminToken, newAgent, type SignedInAgent, signInAgain } from '../services/api/testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { command } from './support/command.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { unpacked } from './support/gunzip.ts';
import { foundInText } from './support/search-for.ts';
import { recordSmallProgramme, reportsOf } from './support/small-programme.ts';

let running: RunningApp;
let home: string;
let folder: string;
let keysFolder: string;
let agent: SignedInAgent;
let expected: Awaited<ReturnType<typeof reportsOf>>;
let thread: string;

const SLIP = Buffer.from('%PDF-1.7 Zwartbooi');

const backup = (now = new Date()) => backUp({ db: running.pool, eventStoreDb: null, folder, keysFolder, now });
const restoreInto = (
  database: FreshDatabase,
  changes: Partial<Parameters<typeof restore>[0]> = {},
): Promise<Restored> =>
  restore({ db: database.pool(), config: running.config, folder, keysFolder, now: new Date(), ...changes });

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'backup-'));
  [folder, keysFolder] = [path.join(home, 'data'), path.join(home, 'keys')];
  const database = await freshDatabase();
  await recordSmallProgramme(database.url, 120);
  running = await runApp({ database, env: { RATE_LIMIT_SCALE: '100' } });
  const context = { actor: { kind: 'system', id: 'test' }, now: new Date(), correlationId: 'test' } as const;
  // The processes have added their own administrator, so the app adds none.
  await addAdmin(running.services, { ...ADMIN, name: 'Admin', roles: ['Admin', 'Finance'] }, context);
  agent = await newAgent(running, { surname: 'Zwartbooi', bankAccountNumber: '55443322110' });
  const asAgent = (path: string) => request(running.app).post(`/api/${path}`).auth(agent.token, { type: 'bearer' });
  const enquiry = { email: agent.form.emailAddress, typeOfQuery: 'other', queryDetails: 'See the slip.' };
  ({ thread } = (await asAgent('ContactUsSupport/contact-us').send(enquiry).expect(201)).body);
  const upload = asAgent('agent/enquiry-files').query({ thread, name: 'slip.pdf' }).type('application/octet-stream');
  await upload.send(SLIP).expect(201);
  const { log } = running.services;
  await signNewEvents({ log, db: running.pool, storeKind: 'postgres', folder: null, now: () => new Date() });
  expected = await reportsOf(running);
  await backup();
});
afterAll(async () => {
  await running.close();
  await rm(home, { recursive: true });
});

/** The rows of every read model, sorted, without positions, which differ between logs. */
async function rowsOf(pool: pg.Pool): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const projection of projections) {
    const { rows } = await pool.query(`select * from ${readModelTable(projection).sql}`);
    all[projection.name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

const files = async (one: string): Promise<string[]> => {
  const [newest] = (await readdir(one)).sort().reverse();
  return (await readdir(path.join(one, newest ?? ''))).map((name) => path.join(one, newest ?? '', name));
};

test('a backup contains no readable personal data, and stores the keys apart', async () => {
  const names = (await files(folder)).map((file) => path.basename(file));
  expect(names).toContain('eventstore.events.copy.gz');
  expect(names.filter((name) => /^(keys|rm_|bullmq)|devInbox|sessions/.test(name))).toEqual([]);
  const words = ['Zwartbooi', '55443322110', agent.form.emailAddress, agent.form.idNumber];
  for (const file of [...(await files(folder)), ...(await files(keysFolder))])
    expect(foundInText(await unpacked(file), words, path.basename(file))).toEqual([]);
});

describe('a backup that was restored into an empty database', () => {
  let database: FreshDatabase;
  let restored: Restored;
  let again: RunningApp;

  beforeAll(async () => {
    database = await freshDatabase();
    restored = await restoreInto(database);
    again = await runApp({ database, env: { RATE_LIMIT_SCALE: '100' } });
  });
  afterAll(() => again.close());

  test('passes the verification of hash chains and checkpoints', async () => {
    expect(restored.verification).toMatchObject({ intact: true, count: 0 });
    expect(restored.verification.covered).toBeGreaterThan(100);
  });

  test('keeps the position of every event and starts a new epoch for new ones', async () => {
    const events = `select epoch, "transactionId"::text, position, "streamId", revision, id, data::text, metadata::text
      from eventstore.events where position <= $1 order by position`;
    const { rows } = await running.pool.query('select max(position) as last from eventstore.events');
    const [before, after] = await Promise.all(
      [running.pool, again.pool].map((pool) => pool.query(events, [rows[0].last])),
    );
    expect(after?.rows).toEqual(before?.rows);
    const epochs = await again.pool.query(
      'select log.epoch, (select max(epoch) from eventstore.events) from eventstore.log',
    );
    expect(epochs.rows[0].epoch).toBeGreaterThan(1);
  });

  test('gives the same reports from rebuilt read models, row by row', async () => {
    expect(await reportsOf(again)).toEqual(expected);
    const [before, after] = [await rowsOf(running.pool), await rowsOf(again.pool)];
    // Later sign-ins of admins, for the reports.
    for (const name of ['admins', 'audit-log']) for (const rows of [before, after]) delete rows[name];
    expect(after).toEqual(before);
    const parts = foldPartsOf(again.services.log, again.pool);
    const results = await rebuild(parts, projections, { compare: true, swap: 'never' });
    expect(results.filter(({ comparison }) => !comparison?.equal)).toEqual([]);
  });

  test('continues with working sign-ins and files, unused ids, and no e-mail sent twice', async () => {
    const notices = `select "noticeId", state, attempts, "changedAt" from notices.notices
      where "createdAt" <= $1 order by "noticeId"`;
    // The processes may have written notices within the same second as this app's clock.
    const { last } = (await running.pool.query('select max("createdAt") as last from notices.notices')).rows[0];
    const { rows } = await running.pool.query(notices, [last]);
    expect(rows.length).toBeGreaterThan(50);
    // Notices that wait for the next morning may have left after the backup: an operator decides about them.
    const kept = rows.map((row) => (row.state === 'queued' ? { ...row, state: 'dead' } : row));
    expect((await again.pool.query(notices, [last])).rows).toEqual(kept);
    const { token, travelAgent } = await signInAgain(again, agent);
    expect(travelAgent.id).toBe(agent.id);
    const see = (path: string) =>
      request(again.app).get(`/api/${path}`).query({ thread }).auth(token, { type: 'bearer' }).expect(200);
    const [file] = (await see('ContactUsSupport/thread')).body.files;
    expect((await see(`agent/enquiry-files/${file.fileId}`)).body).toEqual(SLIP);
    const fresh = await newAgent(again);
    expect(fresh.id).toBeGreaterThan(agent.id);
    expect(await adminToken(again, ADMIN)).toBeTruthy();
  });
});

test('the commands need only the database and the master key, and name which one is missing', async () => {
  const database = await freshDatabase();
  const [data, keys, empty] = ['named', 'named-keys', 'nothing'].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  const named = (url: string) => ({ DATABASE_URL: url, MASTER_KEY: running.config.masterKey, DATA_DIR: empty });
  const ran = async (name: string, args: readonly string[], env: Record<string, string>) => {
    const { code, output } = await command(`scripts/${name}.ts`, args, env);
    return [code, output];
  };
  try {
    const args = [data, '--keys', keys];
    const source = named(running.config.databaseUrl);
    expect(await ran('backup', args, source)).toEqual([0, expect.stringContaining('data: ')]);
    expect(await ran('backup', [...args, '--keys-only'], source)).toEqual([0, expect.not.stringContaining('data: ')]);
    expect([(await readdir(data)).length, (await readdir(keys)).length]).toEqual([1, 2]);
    const { MASTER_KEY: _missing, ...half } = named(database.url);
    const refused = [2, expect.stringContaining('MASTER_KEY is missing')];
    expect(await ran('restore', args, half)).toEqual(refused);
    expect(await ran('restore', args, named(database.url))).toEqual([0, expect.stringContaining('The log is intact')]);
    expect(await ran('verify-audit', [], half)).toEqual(refused);
    expect(await ran('verify-audit', [], named(database.url))).toEqual([0, expect.stringContaining('INTACT')]);
  } finally {
    await database.drop();
  }
});

describe('a backup', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());
  const refused = async () => {
    const before = await Promise.all([folder, keysFolder].map((one) => readdir(one)));
    const { masterKey } = running.config;
    const env = { DATABASE_URL: database.url, MASTER_KEY: masterKey, DATA_DIR: path.join(home, 'nothing') };
    const { code, output } = await command('scripts/backup.ts', [folder, '--keys', keysFolder], env);
    expect(await Promise.all([folder, keysFolder].map((one) => readdir(one)))).toEqual(before);
    expect(code).toBe(2);
    return output;
  };

  test('is refused for an empty database', async () => {
    expect(await refused()).toContain('The database has no tables of the portal.');
  });

  test('is refused for a new database while there are backups with keys', async () => {
    await database.pool().query('create schema keys; create table keys."subjectKeys" (subject text)');
    expect(await refused()).toContain(`but ${keysFolder} has backups with keys`);
  });

  test('is refused for a new database in which a process was started once', async () => {
    await database.pool().query(`insert into keys."subjectKeys" values ('keyed-hashes')`);
    expect(await refused()).toContain(`but ${keysFolder} has backups with keys`);
  });

  test('is refused for a database with an unfinished restore', async () => {
    const client = await database.pool().connect();
    await markRestore(client, { dataMadeAt: new Date().toISOString(), keysMadeAt: new Date().toISOString() });
    client.release();
    expect(await refused()).toContain('A restore into this database did not end.');
  });
});

test('a failed backup leaves no folder', async () => {
  const failing = path.join(home, 'failing');
  let tables = 0;
  const onTable = () => {
    tables += 1;
    if (tables === 3) throw new Error('the disk is full');
  };
  const options = { db: running.pool, eventStoreDb: null, folder: failing, keysFolder, now: new Date(), onTable };
  await expect(backUp(options)).rejects.toThrow('the disk is full');
  expect(await readdir(failing)).toEqual([]);
});

describe('a restore', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  test('is refused for a file that differs from the backup', async () => {
    const file = (await files(folder)).find((name) => name.endsWith('eventstore.events.copy.gz')) as string;
    const whole = await readFile(file);
    await writeFile(file, Buffer.concat([whole, Buffer.from(' ')]));
    await expect(restoreInto(database)).rejects.toThrow('differs from the file that was backed up');
    await writeFile(file, whole);
  });

  test('is refused for an incomplete newest backup, and the error names the folder of an older one', async () => {
    const [older] = await readdir(folder);
    const newest = path.join(folder, 'backup-2100-01-01T00-00-00-000Z');
    await mkdir(newest);
    await writeFile(path.join(newest, 'manifest.json'), '');
    const advice = `has no complete manifest.json. To use an older one, pass its folder, such as ${path.join(folder, older as string)}.`;
    await expect(restoreInto(database)).rejects.toThrow(advice);
    await rm(newest, { recursive: true });
  });

  test('is refused for a newest backup with a date in the future, unless its folder is named', async () => {
    const [older] = await readdir(folder);
    const ahead = path.join(folder, 'backup-2100-01-01T00-00-00-000Z');
    await cp(path.join(folder, older as string), ahead, { recursive: true });
    const manifest = JSON.parse(await readFile(path.join(ahead, 'manifest.json'), 'utf8'));
    await writeFile(
      path.join(ahead, 'manifest.json'),
      JSON.stringify({ ...manifest, madeAt: '2100-01-01T00:00:00.000Z' }),
    );
    await expect(restoreInto(database)).rejects.toThrow('has a later date than this machine');
    // Its keys are older then.
    await expect(restoreInto(database, { folder: ahead })).rejects.toThrow('are older than the data');
    await rm(ahead, { recursive: true });
  });

  test('is refused into a database that is not empty', async () => {
    await expect(restore({ ...common(), db: running.pool })).rejects.toThrow('The database is not empty');
  });

  test('is refused with keys older than 30 days, which could decrypt data of people erased since', async () => {
    const later = new Date(Date.now() + 31 * DAY_MS);
    await expect(restoreInto(database, { now: later })).rejects.toThrow('older than 30 days');
  });

  test('is refused without the master key of the keys', async () => {
    const config = { ...running.config, masterKey: 'another master key that opens nothing' };
    await expect(restoreInto(database, { config })).rejects.toThrow('unknown master key');
  });

  const common = () => ({ config: running.config, folder, keysFolder, now: new Date() });
});

test('a backup removes key backups older than 30 days, but no backups of data', async () => {
  const { expired } = await backup(new Date(Date.now() + 31 * DAY_MS));
  expect(expired).toHaveLength(1);
  expect(await readdir(keysFolder)).toHaveLength(1);
  expect(await readdir(folder)).toHaveLength(2);
});

test('a backup removes only expired key backups and unfinished backups from a folder', async () => {
  const shared = path.join(home, 'shared');
  const now = new Date('2026-11-22T12:00:00.000Z');
  const expired = JSON.stringify({ format: 'fynbos-backup 1', kind: 'keys', madeAt: '2026-10-01T08:00:00.000Z' });
  const manifests: Record<string, string | null> = {
    'keys-2026-10-01T08-00-00-000Z': expired,
    'keys-2026-10-02T08-00-00-000Z': JSON.stringify({ ...JSON.parse(expired), madeAt: '2026-11-02T08:00:00.000Z' }),
    'keys-2026-10-03T08-00-00-000Z': null,
    'keys-2026-10-04T08-00-00-000Z': '{"madeAt": "2026-10-04',
    'keys-2026-10-05T08-00-00-000Z': expired.replace('fynbos-backup 1', 'another 1'),
    'keys-2026-11-21T11-59-59-000Z.part': null,
    'keys-2026-11-22T11-59-00-000Z.part': null,
    'backup-2026-10-01T08-00-00-000Z': expired.replace('keys', 'data'),
    'backup-2026-11-21T11-59-59-000Z.part': null,
    'keys-old': expired,
  };
  for (const [name, manifest] of Object.entries(manifests)) {
    await mkdir(path.join(shared, name), { recursive: true });
    if (manifest !== null) await writeFile(path.join(shared, name, 'manifest.json'), manifest);
  }
  await writeFile(path.join(shared, 'keys-2025.tar.gz'), 'packed by hand');
  const gone = [
    'backup-2026-11-21T11-59-59-000Z.part',
    'keys-2026-10-01T08-00-00-000Z',
    'keys-2026-11-21T11-59-59-000Z.part',
  ];
  expect((await removeExpired(shared, now)).sort()).toEqual(gone.map((name) => path.join(shared, name)));
  const left = [...Object.keys(manifests), 'keys-2025.tar.gz'].filter((name) => !gone.includes(name)).sort();
  expect((await readdir(shared)).sort()).toEqual(left);
});
