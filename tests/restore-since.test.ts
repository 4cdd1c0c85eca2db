import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Dashboard, dashboard } from '@fynbos/api/testing/call.ts';
import { adminToken, newAgent, type SignedInAgent } from '@fynbos/api/testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '@fynbos/api/testing/running-app.ts';
import { until } from '@fynbos/api/testing/until.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import { EMAIL_CLAIM } from '@fynbos/domain/agent/details.ts';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { ownerOf } from '@fynbos/event-store/claims/claims.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { unfinishedRestore } from '@fynbos/platform/unfinished-restore.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUp, backUpKeys } from '../scripts/backup/back-up.ts';
import { type Restored, restore } from '../scripts/backup/restore.ts';
import { readErased, recordAllErased } from '../services/application/erasure/erasure-register.ts';
import { erasureReaction } from '../services/application/erasure/reaction.ts';
import { handle } from '../services/application/handle.ts';
import { decisionOf } from '../services/application/payouts/testing/payout-harness.ts';
import { openProgramme } from '../services/application/reward-policy/current-policy.ts';
import { command } from './support/command.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { foundInDatabase } from './support/search-for.ts';

/** Between backup and restore: a payout was sent to the bank, and a person was erased. */

const SURNAME = 'Quagmeyer';
let home: string;
let running: RunningApp;
let admin: Dashboard;
let again: RunningApp;
let restored: Restored;
let runId: string;
let forgotten: SignedInAgent;
const archive = () => path.join(home, 'archive');
const folders = () => ({ folder: path.join(home, 'data'), keysFolder: path.join(home, 'keys') });
const env = () => ({ RATE_LIMIT_SCALE: '100', CHECKPOINT_FOLDER: archive() });

const isForgotten = (app: RunningApp) => async () => (await foundInDatabase(app.pool, [SURNAME])).length === 0;
const runIs = (who: Dashboard, status: string) => async () =>
  (await who.get(`payouts/${runId}`)).body.status === status;

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'since-'));
  running = await runApp({ env: env() });
  await openProgramme(running.services);
  // A Monday that is not a holiday, so that pay dates are near; it also leaves time for a bank account to cool.
  running.clock.now = new Date('2026-11-09T08:00:00.000Z');
  const paid = await newAgent(running);
  forgotten = await newAgent(running, { surname: SURNAME, bankAccountNumber: '62011111112' });
  running.pass(73 * HOUR_MS);
  const { log } = running.services;
  const context = { actor: { kind: 'system', id: 'test' } as const, now: running.clock.now, correlationId: 'test' };
  const decision = decisionOf(paid.id, `RES-${paid.id}`);
  const reward = { type: 'PostReward' as const, agentId: paid.id, decision };
  await handle(log, { decider: rewardsAccountDecider, streamId: accountStreamOf(paid.id), command: reward, context });
  admin = dashboard(running, await adminToken(running, ADMIN));
  const { body } = await admin.post('payouts', { cutOff: '2026-11-12', payDate: '2026-11-13' });
  runId = body.id;
  await until(runIs(admin, 'frozen'));
  const second = dashboard(running, await adminToken(running, ADMIN2));
  await second.post(`payouts/${runId}/approve`, {});
  await until(runIs(admin, 'exported'));

  await backUp({ db: running.pool, eventStoreDb: null, now: new Date(), ...folders() });

  // Also requested after the backup: the restored log does not contain it.
  const requestId = '00000000-0000-4000-8000-000000000017';
  await handle(log, {
    decider: agentDecider,
    streamId: `agent-${forgotten.id}`,
    command: { type: 'RequestDeletion', requestId, request: 'Forget me' },
    context,
  });
  await admin.post(`travel-agents/${forgotten.id}/forgetting`, { reason: 'asked for' });
  await until(isForgotten(running));
  await until(async () => (await readdir(archive()).catch(() => [])).length > 0);

  const database = await freshDatabase();
  restored = await restore({ db: database.pool(), config: running.config, now: new Date(), ...folders() });
  again = await runApp({ database, env: env() });
  again.clock.now = running.clock.now;
  admin = dashboard(again, await adminToken(again, ADMIN));
});
afterAll(async () => {
  await Promise.all([running.close(), again.close()]);
  await rm(home, { recursive: true });
});

test('holds a run that may be at the bank, and gives out its files only after a person resumed it', async () => {
  expect(restored.held.map((run) => [run.runId, run.status])).toEqual([[runId, 'exported']]);
  const body = await until(async () => {
    const read = await admin.get(`payouts/${runId}`);
    return read.status === 200 && read.body;
  });
  expect(body.heldFor).toContain('Compare it with the bank statement');
  const refused = await admin.get(`payouts/${runId}/files/csv`);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('on hold')]);
  expect((await admin.post(`payouts/${runId}/resume`, {})).status).toBe(422);
  expect((await admin.post(`payouts/${runId}/resume`, { reason: 'The bank has not got it' })).status).toBe(200);
  await until(async () => (await admin.get(`payouts/${runId}`)).body.heldFor === null);
  expect((await admin.get(`payouts/${runId}/files/csv`)).status).toBe(200);
});

test('repeats erasures since the backup everywhere in the restored data', async () => {
  expect(restored.forgotten).toBe(1);
  await until(isForgotten(again));
  await again.folded('agents');
  expect((await admin.get(`travel-agents/${forgotten.id}`)).body).toMatchObject({ status: 'forgotten', surname: '' });
  const { rows } = await again.pool.query('select "wrappedKey" from keys."subjectKeys" where subject = $1', [
    `agent-${forgotten.id}`,
  ]);
  expect(rows).toEqual([{ wrappedKey: null }]);
  // The reaction kept the key until it finished, so the address is free again.
  const email = comparableEmail(forgotten.form.emailAddress);
  expect(await ownerOf(again.services.log, EMAIL_CLAIM, email)).toBeNull();
});

describe('an interrupted restore', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());
  const into = (changes: Partial<Parameters<typeof restore>[0]> = {}) =>
    restore({ db: database.pool(), config: running.config, now: new Date(), ...folders(), ...changes });
  const named = () => ({
    DATABASE_URL: database.url,
    DATA_DIR: home,
    NODE_ENV: 'development',
    MASTER_KEY: running.config.masterKey,
    JWT_SECRET: 'a signing secret for tests, of no value at all',
  });
  /** Runs on hold and erased people, according to the log. */
  const onRecord = async () => {
    const { rows } = await database.pool().query(
      `select type, data->>'runId' as run, "streamId" as stream from eventstore.events
       where type in ('PayoutRunHeld', 'AgentForgotten') order by type desc`,
    );
    return rows.map(({ type, run, stream }) => [type, run ?? stream]);
  };

  test('stops before anything is loaded when the checkpoint archive cannot be read', async () => {
    const bad = path.join(archive(), 'forgotten-99.json');
    await writeFile(bad, '{}');
    await expect(into()).rejects.toThrow('is not an erasure record');
    await rm(bad);
    const { rows } = await database.pool().query(`select from pg_namespace where nspname in ('eventstore', 'keys')`);
    expect(rows).toEqual([]);
    expect(await unfinishedRestore(database.pool())).toBeNull();
  });

  test('stops before anything is loaded when the checkpoint archive is missing', async () => {
    const checkpointFolder = path.join(home, 'not-mounted');
    const config = { ...running.config, checkpointFolder };
    await expect(into({ config })).rejects.toThrow(
      `The folder ${checkpointFolder} of the checkpoint archive does not exist`,
    );
    expect(await unfinishedRestore(database.pool())).toBeNull();
  });

  test('has already recorded holds and erasures when it stops in the verification', async () => {
    const onProgress = () => {
      throw new Error('cut off in the proof');
    };
    await expect(into({ onProgress })).rejects.toThrow('cut off in the proof');
    expect(await onRecord()).toEqual([
      ['PayoutRunHeld', runId],
      ['AgentForgotten', `agent-${forgotten.id}`],
    ]);
  });

  test.each(['api/main', 'workers/reactors', 'workers/projections'])('keeps %s from starting', async (service) => {
    const { code, output } = await command(`services/${service}.ts`, [], named());
    expect([code, output]).toEqual([78, expect.stringContaining('Run the same restore again')]);
  });

  test('resumes with the same backup, repeats nothing, and lets the portal start', async () => {
    const other = { folder: path.join(home, 'other-data'), keysFolder: path.join(home, 'other-keys') };
    await backUp({ db: running.pool, eventStoreDb: null, now: new Date(), ...other });
    await expect(into(other)).rejects.toThrow('unfinished restore of the data of');
    // A newer one does not replace that of the interrupted restore.
    await backUpKeys({ db: running.pool, eventStoreDb: null, now: new Date(), ...folders() });
    const { resumed, held, verification } = await into();
    expect([resumed, held.map((run) => run.runId), verification.intact]).toEqual([true, [runId], true]);
    const { rows } = await database.pool().query('select count(*)::int as events from eventstore.events');
    expect(verification.events).toBe(rows[0].events);
    expect(await onRecord()).toHaveLength(2);
    expect(await unfinishedRestore(database.pool())).toBeNull();
    await expect(into()).rejects.toThrow('The database is not empty');
  });

  test('is not called intact without the checkpoint archive it was verified against', async () => {
    const typo = path.join(home, 'typo');
    const refused = await command('scripts/verify-audit.ts', ['--archive', typo], named());
    expect([refused.code, refused.output]).toEqual([
      2,
      expect.stringContaining(`The folder ${typo} of the checkpoint archive does not exist`),
    ]);
    const proven = await command('scripts/verify-audit.ts', ['--archive', archive()], named());
    expect([proven.code, proven.output]).toEqual([0, expect.stringContaining('INTACT')]);
  });
});

describe('erased people', () => {
  const event = async () => {
    const { log } = running.services;
    const [last] = await log.store.readStream(`agent-${forgotten.id}`, { direction: 'backwards', limit: 1 });
    const [decoded] = await decoderOf(log).decode(last ? [last] : [], false);
    return decoded as FoldEvent;
  };

  test('are recorded later if the checkpoint archive cannot be written, as after any outage', async () => {
    const file = path.join(home, 'a-file');
    await writeFile(file, '');
    const { log } = running.services;
    const parts = { log, db: running.pool, now: () => running.clock.now, checkpointFolder: path.join(file, 'within') };
    const io = { appended: () => undefined, signal: new AbortController().signal };
    await expect(erasureReaction(parts).react([await event()], io)).rejects.toThrow(StoreUnavailable);
  });

  test('are not recorded next to a checkpoint archive that is not mounted', async () => {
    const { id, position } = await event();
    const key = `agent-${forgotten.id}`;
    await running.pool.query(
      `insert into engine.parked ("projection", "key", "partition", "eventId", "position", "errorCode", "errorMessage")
       values ('forget', $1, 0, $2, $3, 'Error', 'x')`,
      [key, id, position],
    );
    await running.pool.query(
      `insert into engine."parkedEvents" ("projection", "key", "eventId", "position") values ('forget', $1, $2, $3)`,
      [key, id, position],
    );
    await rename(archive(), `${archive()}-away`);
    try {
      const before = dashboard(running, await adminToken(running, ADMIN));
      const { status, body } = await before.post('operations/parked/resume', { projection: 'forget', key });
      expect([status, body]).toEqual([200, { taken: 1, waiting: 0 }]);
      expect(await readdir(home)).not.toContain('archive');
    } finally {
      await rm(archive(), { recursive: true, force: true });
      await rename(`${archive()}-away`, archive());
    }
  });
});

test('a nightly job records erasures that are missing in the checkpoint archive', async () => {
  const empty = path.join(home, 'another-place');
  expect(await recordAllErased(running.services.log, empty)).toEqual({ people: 1 });
  expect(await recordAllErased(running.services.log, empty)).toEqual({ people: 0 });
  expect(await readErased(empty)).toEqual(await readErased(archive()));
});

test('the checkpoint archive contains only the number of the person', async () => {
  const names = (await readdir(archive())).filter((name) => name.startsWith('forgotten-'));
  expect(names).toEqual([`forgotten-${forgotten.id}.json`]);
  const kept = JSON.parse(await readFile(path.join(archive(), names[0] as string), 'utf8'));
  expect(Object.keys(kept).sort()).toEqual(['agentId', 'forgottenAt', 'kept', 'keptUntil', 'requestId']);
});
