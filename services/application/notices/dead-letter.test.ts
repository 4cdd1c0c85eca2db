import { randomUUID } from 'node:crypto';
import { createLogger } from '@fynbos/platform/logger.ts';
import { NotSent } from '@fynbos/platform/messages/delivery.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { deadLetter, deadNotices, dropNotice, sendAgain } from './dead-letter.ts';
import { type DeliveryServices, deliver, RETRY_DELAYS_MS } from './deliver.ts';
import { Notices } from './notices.ts';
import { migrateNotices } from './schema.ts';
import { sweep } from './worker.ts';

const logger = createLogger('test', { level: 'silent' });
const called: string[] = [];
const queues = {
  queue: () => ({
    addBulk: async (jobs: { opts: { jobId: string } }[]) => void called.push(...jobs.map(({ opts }) => opts.jobId)),
  }),
};
let database: FreshDatabase;
let services: DeliveryServices & { notices: Notices };
let now = new Date('2026-11-22T01:00:00.000Z');

beforeAll(async () => {
  database = await freshDatabase();
  await migrateNotices(database.pool());
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool().query('delete from notices.notices');
  called.length = 0;
  const pool = database.pool();
  // Composing fails here as the mail server would; the dead letter does not depend on the text of a notice.
  const composer = { log: { readStream: async () => Promise.reject(new NotSent('no such mailbox')) } } as never;
  const notices = new Notices(pool, queues as never, logger);
  services = { db: pool, composer, mail: null, sms: null, push: null, inbox: false, logger, now: () => now, notices };
});

async function put(changes: { state?: string; kind?: string; channel?: string; lastError?: string } = {}) {
  const noticeId = randomUUID();
  const { state = 'dead', kind = 'welcome', channel = 'email', lastError = null } = changes;
  await database.pool().query(
    `insert into notices.notices
       ("noticeId", kind, channel, audience, "streamId", state, "lastError", "correlationId", "createdAt", "changedAt")
     values ($1, $2, $3, 'current', 'agent-7', $4, $5, 'c', $6, $6)`,
    [noticeId, kind, channel, state, lastError, now],
  );
  return noticeId;
}
const stateOf = async (noticeId: string) =>
  (await database.pool().query('select state, attempts from notices.notices where "noticeId" = $1', [noticeId]))
    .rows[0];

/** Fails to send until the notice is given up. */
async function givenUp(noticeId: string): Promise<void> {
  for (const wait of [...RETRY_DELAYS_MS, 0]) {
    await expect(deliver(services, noticeId)).rejects.toThrow('no such mailbox');
    now = new Date(now.getTime() + wait);
  }
}

test('counts undelivered notices by channel, without codes', async () => {
  const counted = async () => Object.fromEntries((await deadNotices(services.db)).map((one) => Object.values(one)));
  expect(await counted()).toEqual({ email: 0, sms: 0 });
  for (const channel of ['email', 'email', 'sms']) await put({ channel });
  await put({ kind: 'code', channel: 'sms' });
  await put({ state: 'sent' });
  expect(await counted()).toEqual({ email: 2, sms: 1 });
});

test('shows the kind, the recipient and whether each message may have been sent', async () => {
  const refused = await put({ state: 'queued' });
  await givenUp(refused);
  const killed = await put({ state: 'sending' });
  await services.db.query(
    `update notices.notices set "claimedAt" = now() - interval '200 seconds' where "noticeId" = $1`,
    [killed],
  );
  await sweep(services);
  const restored = await put({ state: 'queued' });
  await expect(deliver(services, restored)).rejects.toThrow(NotSent);
  await services.db.query(`update notices.notices set state = 'dead', "lastError" = 'Restored' where "noticeId" = $1`, [
    restored,
  ]);
  const shown = await deadLetter(services.db);
  expect(Object.fromEntries(shown.map(({ id, mayHaveLeft }) => [id, mayHaveLeft]))).toEqual({
    [refused]: false,
    [killed]: true,
    [restored]: true,
  });
  const one = shown.find(({ id }) => id === refused);
  expect(one).toMatchObject({ kind: 'welcome', channel: 'email', streamId: 'agent-7', error: 'no such mailbox' });
  expect(one).toMatchObject({ attempts: RETRY_DELAYS_MS.length + 1 });
});

test('a notice that is sent again has all its attempts, and is sent once', async () => {
  const id = await put({ state: 'queued' });
  await givenUp(id);
  called.length = 0;
  await sendAgain(services, id, now);
  expect(called).toEqual([`${id}_0`]);
  await expect(sendAgain(services, id, now)).rejects.toMatchObject({ kind: 'not-found' });
  await givenUp(id);
  expect(await stateOf(id)).toEqual({ state: 'dead', attempts: RETRY_DELAYS_MS.length + 1 });
});

test('a discarded notice is removed; an unknown notice is neither sent nor discarded', async () => {
  const id = await put();
  await dropNotice(services.db, id, now);
  expect(await stateOf(id)).toMatchObject({ state: 'dropped' });
  for (const other of [id, await put({ state: 'sent' }), await put({ kind: 'code' }), randomUUID()]) {
    const before = await stateOf(other);
    await expect(dropNotice(services.db, other, now)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(sendAgain(services, other, now)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await stateOf(other)).toEqual(before);
  }
  expect(await deadLetter(services.db)).toEqual([]);
});
