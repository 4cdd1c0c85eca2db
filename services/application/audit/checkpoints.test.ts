import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openEventLog } from '@fynbos/event-store/open.ts';
import { insertAtEnd, rewrite } from '@fynbos/event-store/testing/forge.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { newRunId } from '@fynbos/platform/queue/run-id.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { checkpointArchiveMissing } from './checkpoint-archive.ts';
import { type CheckpointServices, signNewEvents, signOrVerify } from './checkpoints.ts';
import { migrateAudit } from './schema.ts';
import { runVerification, verifications } from './verifications.ts';

const logger = createLogger('test', { level: 'silent' });
const now = () => new Date('2026-05-04T08:00:00.000Z');
let database: FreshDatabase;
let services: CheckpointServices;
let folder: string;

async function add(streamId: string): Promise<void> {
  const stream = await services.log.readStream(streamId);
  const context = { actor: { kind: 'system' as const, id: 'test' }, now: now(), correlationId: 'test' };
  await services.log.append([{ stream, events: [{ type: 'Happened', data: { n: stream.revision + 1 } }], context }]);
}

beforeEach(async () => {
  database = await freshDatabase();
  const db = database.pool();
  const { log } = await openEventLog({ eventStoreUrl: null, masterKey: 'a master key of the tests, of no value' }, db);
  await migrateAudit(db);
  folder = await mkdtemp(path.join(os.tmpdir(), 'checkpoints-'));
  services = { log, db, storeKind: 'postgres', folder: null, now };
  for (let n = 0; n < 3; n++) for (const stream of ['agent-1', 'rental-A']) await add(stream);
});
afterEach(async () => {
  await services.log.store.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const prove = () => runVerification(services, { id: newRunId(), how: 'signing' });
const sign = (refused: string | null = null) => signOrVerify(services, { logger, verify: prove, refused });
const proofs = async () =>
  (await verifications(services.db)).map(({ how, result }) => [how, result?.findings.map(({ what }) => what)]);
const dropCheckpoints = async () => {
  await services.db.query(`delete from eventstore.events where "streamId" = 'log-checkpoints'`);
  await services.db.query('delete from audit.covered');
};

test('forged events are not signed but reported as a failed verification, once per cause', async () => {
  expect(await sign()).toBeNull();
  await insertAtEnd(services.db, services.log.store, 'rental-A', { data: { n: 3 } });
  const refused = await sign();
  expect(refused).toBe('revision 3 of rental-A has no MAC');
  expect(await proofs()).toEqual([['signing', [expect.stringContaining('revision 3 of rental-A has no MAC')]]]);
  expect(await sign(refused)).toBe(refused);
  expect(await proofs()).toHaveLength(1);
});

test('a rewritten history is not signed, even with its checkpoints deleted', async () => {
  await sign();
  await dropCheckpoints();
  await rewrite(services.db, services.log.store, { streamId: 'agent-1', revision: 1 }, (event) => ({
    ...event,
    data: {},
  }));
  expect(await sign()).toBe('revision 1 of agent-1 has a wrong MAC');
  expect(await proofs()).toEqual([['signing', [expect.stringMatching(/^revision 1 of agent-1 was edited/)]]]);
});

test('a log that was truncated with its checkpoints is not signed if there is a checkpoint archive', async () => {
  services = { ...services, folder };
  await sign();
  await dropCheckpoints();
  await services.db.query(`delete from eventstore.events where "streamId" = 'rental-A'`);
  await expect(signNewEvents(services)).rejects.toThrow('checkpoint 1 was made and is gone');
  await sign();
  expect((await proofs())[0]?.[1]).toContain('Checkpoint 1 is missing in the log; the archive has it.');
});

const fileOf = (number: number) => path.join(folder, `checkpoint-0000000${number}.json`);

test('a checkpoint with an empty file in the archive is written again, and this is reported', async () => {
  const logged: object[] = [];
  const logTo = { write: (line: string) => void logged.push(JSON.parse(line)) };
  services = { ...services, folder, logger: createLogger('test', { level: 'error', destination: logTo }) };
  for (let n = 0; n < 3; n++) {
    await add('agent-1');
    await signNewEvents(services);
  }
  const whole = await Promise.all([2, 3].map((number) => readFile(fileOf(number), 'utf8')));
  // The newest file is empty, as after a power loss. The one before contains only zeros, which some file systems
  // return for data that was never written.
  await writeFile(fileOf(3), '');
  await writeFile(fileOf(2), '\0'.repeat(512));
  expect(await prove()).toMatchObject({ intact: true });
  expect(await signNewEvents(services)).toBe(0);
  expect(await Promise.all([2, 3].map((number) => readFile(fileOf(number), 'utf8')))).toEqual(whole);
  expect(logged).toMatchObject([{ checkpoints: [2, 3] }]);
});

test('an empty file proves that its checkpoint existed: a truncated log is not signed', async () => {
  services = { ...services, folder };
  await signNewEvents(services);
  await writeFile(fileOf(1), '');
  await dropCheckpoints();
  await services.db.query(`delete from eventstore.events where "streamId" = 'rental-A'`);
  await expect(signNewEvents(services)).rejects.toThrow('checkpoint 1 was made and is gone');
  expect(await prove()).toMatchObject({ intact: false });
  expect(await readFile(fileOf(1), 'utf8')).toBe('');
});

test('an empty file is not written again from a log that contradicts the other files', async () => {
  services = { ...services, folder };
  await signNewEvents(services);
  await add('agent-1');
  await signNewEvents(services);
  // The log is rewritten from its first event and signed as often as before; the checkpoint archive has lost one file.
  await dropCheckpoints();
  await services.db.query(`delete from eventstore.events where "streamId" = 'rental-A'`);
  await signNewEvents({ ...services, folder: null });
  await add('agent-1');
  await signNewEvents({ ...services, folder: null });
  await writeFile(fileOf(2), '');
  await expect(signNewEvents(services)).rejects.toThrow('does not match its neighbours');
  expect(await readFile(fileOf(2), 'utf8')).toBe('');
});

test('warns in production when there is no checkpoint archive', () => {
  const config = { production: true, checkpointFolder: null, checkpointMail: null };
  expect(checkpointArchiveMissing(config)).toContain('CHECKPOINT_FOLDER');
  expect(checkpointArchiveMissing({ ...config, checkpointMail: 'auditor@example.org' })).toBeNull();
  expect(checkpointArchiveMissing({ ...config, checkpointFolder: '/mnt/x' })).toBeNull();
  expect(checkpointArchiveMissing({ ...config, production: false })).toBeNull();
});
