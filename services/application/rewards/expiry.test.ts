import {
  INITIAL_TERMS,
  REWARD_POLICY_STREAM,
  type RewardPolicyCommand,
  rewardPolicyDecider,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import { migrateDaily, runDailyJobs } from '@fynbos/platform/daily-jobs.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createQueues, type Queues } from '@fynbos/platform/queue/queue.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { handle } from '../handle.ts';
import { discardUnsent } from '../notices/after-restore.ts';
import { sendMonthlyDigests } from '../notices/money-notices.ts';
import { Notices } from '../notices/notices.ts';
import { migrateNotices } from '../notices/schema.ts';
import { decisionOf, PayoutHarness } from '../payouts/testing/payout-harness.ts';
import { runExpiry } from './expiry.ts';

let database: FreshDatabase;
let harness: PayoutHarness;
let queues: Queues;
let notices: Notices;
const logger = createLogger('test', { level: 'silent' });

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [balances, incentives]);
  await migrateNotices(harness.db);
  queues = await createQueues({ redisUrl: null, databaseUrl: database.url, logger });
  notices = new Notices(harness.db, queues, logger);
  await policy({ type: 'OpenProgramme', terms: INITIAL_TERMS });
  await harness.addAgent(1);
  // Decided and posted in October 2023.
  harness.now = new Date('2023-10-12T08:00:00.000Z');
  const decision = decisionOf(1, 'R1', { invoiceDate: '2023-10-10' });
  const stream = await harness.log.readStream('rental-R1');
  await harness.log.append([
    { stream, events: [{ type: 'RewardDecided', data: decision }], context: harness.context() },
  ]);
  await harness.post(1, decision);
  await harness.catchUp();
});
afterEach(async () => {
  await queues.close();
  await database.drop();
});

const policy = (command: RewardPolicyCommand) =>
  handle(harness.log, {
    decider: rewardPolicyDecider,
    streamId: REWARD_POLICY_STREAM,
    command,
    context: harness.context(),
  });
const runOn = async (day: string) => {
  harness.now = new Date(`${day}T08:00:00.000Z`);
  const done = await runExpiry({ log: harness.log, db: harness.db, notices, now: () => harness.now });
  await harness.catchUp();
  return done;
};
const warnings = async () => {
  const sql = `select detail from notices.notices where channel = 'email' order by "createdAt"`;
  return (await harness.db.query(sql)).rows.map(({ detail }) => detail);
};
const restoreOn = (day: string) => discardUnsent(harness.log, harness.db, new Date(`${day}T10:00:00.000Z`));
/** The states of warnings and digests. */
const statesOf = async (channel: string) => {
  const sql = `select state from notices.notices
    where channel = $1 and kind in ('rewards-expiring', 'monthly-digest') order by "createdAt"`;
  return (await harness.db.query(sql, [channel])).rows.map(({ state }) => state);
};

describe('rewards that were not paid for 36 months', () => {
  test('cause warnings 60, 30 and 7 days before, once each, and then expire', async () => {
    await runOn('2026-08-01');
    expect(await warnings()).toEqual([]);
    for (const day of ['2026-08-20', '2026-08-21', '2026-09-15', '2026-10-07', '2026-10-11'])
      expect(await runOn(day)).toMatchObject({ expired: 0 });
    expect(await warnings()).toEqual(['2026-10-12:15000', '2026-10-12:15000', '2026-10-12:15000']);
    expect(await runOn('2026-10-12')).toEqual({ expired: 1, warned: 0 });
    expect(await runOn('2026-10-12')).toEqual({ expired: 0, warned: 0 });
    const { rows } = await harness.db.query(
      'select "earnedCents", "expiredCents", "balanceCents" from rm_balances.balances',
    );
    expect(rows).toEqual([{ earnedCents: 0, expiredCents: 150_00, balanceCents: 0 }]);
    expect((await harness.db.query('select status from rm_incentives.incentives')).rows).toEqual([
      { status: 'Expired' },
    ]);
  });

  test('are warned by SMS and notification too, for agents who chose these (N2)', async () => {
    await runOn('2026-10-07');
    for (const channel of ['email', 'sms', 'push']) expect(await statesOf(channel)).toEqual(['queued']);
  });

  test('are not warned again of what may have been sent before a restore (N1)', async () => {
    await runOn('2026-08-20');
    await restoreOn('2026-09-15');
    expect(await runOn('2026-09-15')).toEqual({ expired: 0, warned: 1 });
    await runOn('2026-09-20');
    await runOn('2026-10-07');
    for (const channel of ['email', 'sms', 'push'])
      expect(await statesOf(channel)).toEqual(['queued', 'dead', 'queued']);
  });

  test('keep their day and their warnings when they are credited and invoiced again later', async () => {
    harness.now = new Date('2024-04-20T08:00:00.000Z');
    // A decision of a release that did not record the first invoice's day.
    const again = decisionOf(1, 'R1', { decisionNo: 2, invoiceNo: 'I-2', invoiceDate: '2024-04-20' });
    const stream = await harness.log.readStream('rental-R1');
    await harness.log.append([
      { stream, events: [{ type: 'RewardDecided', data: again }], context: harness.context() },
    ]);
    await harness.post(1, again);
    await harness.catchUp();
    for (const day of ['2026-08-20', '2026-09-15', '2026-10-07']) await runOn(day);
    expect(await warnings()).toEqual(['2026-10-12:15000', '2026-10-12:15000', '2026-10-12:15000']);
    expect(await runOn('2026-10-12')).toMatchObject({ expired: 1 });
  });

  test('are warned of a shorter expiry before it applies, 60 days after its first day', async () => {
    const shorter = { ...INITIAL_TERMS, expiryMonths: 1 };
    harness.now = new Date('2024-05-20T08:00:00.000Z');
    await policy({ type: 'SetRewardPolicy', effectiveFrom: '2024-06-01', terms: shorter });
    expect(await runOn('2024-05-31')).toMatchObject({ expired: 0 });
    for (const day of ['2024-06-01', '2024-07-01', '2024-07-24', '2024-07-30'])
      expect(await runOn(day)).toMatchObject({ expired: 0 });
    expect(await warnings()).toEqual(['2024-07-31:15000', '2024-07-31:15000', '2024-07-31:15000']);
    expect(await runOn('2024-07-31')).toMatchObject({ expired: 1 });
  });

  test('keep their notice where a shorter expiry is approved after its first day (E5)', async () => {
    harness.now = new Date('2024-08-15T08:00:00.000Z');
    const terms = { ...INITIAL_TERMS, expiryMonths: 1 };
    const late = policy({ type: 'SetRewardPolicy', effectiveFrom: '2024-06-01', terms });
    await expect(late).rejects.toMatchObject({ code: 'reward-policy.expiryMonths' });
  });

  test('remain if the policy has switched expiry off', async () => {
    await policy({
      type: 'SetRewardPolicy',
      effectiveFrom: '2026-01-01',
      terms: { ...INITIAL_TERMS, expiryMonths: null },
    });
    expect(await runOn('2026-10-12')).toEqual({ expired: 0, warned: 0 });
  });
});

test('runs a daily job once a day, and again after a failure', async () => {
  await migrateDaily(harness.db);
  let runs = 0;
  const job = {
    name: 'test',
    run: async () => {
      if (++runs === 1) throw new Error('crash');
      return { runs };
    },
  };
  const at = new Date('2026-11-21T23:30:00.000Z');
  for (let n = 0; n < 3; n++) await runDailyJobs({ db: harness.db, jobs: [job], logger }, at);
  expect(runs).toBe(2);
  await runDailyJobs({ db: harness.db, jobs: [job], logger }, new Date('2026-11-22T22:30:00.000Z'));
  expect(runs).toBe(3);
});

describe('the monthly digest', () => {
  const digestsOn = (day: string) => sendMonthlyDigests({ db: harness.db, notices, now: () => harness.now }, day);

  test('has the figures of the previous month and is stored once, up to the fifth', async () => {
    await digestsOn('2023-11-06');
    expect(await warnings()).toEqual([]);
    await digestsOn('2023-11-05');
    await digestsOn('2023-11-05');
    const [digest, ...more] = await warnings();
    expect(more).toEqual([]);
    const figures = JSON.parse(digest);
    expect(figures).toMatchObject({ month: '2023-10', rewards: 1, declined: 0, pendingCents: 0 });
    expect(figures.earnedCents).toBeGreaterThan(0);
    expect(figures.balanceCents).toBe(figures.earnedCents);
  });

  test('is not sent again after a restore in its days, and is sent after an earlier one (N1)', async () => {
    await restoreOn('2023-10-31');
    await digestsOn('2023-11-01');
    expect(await statesOf('email')).toEqual(['queued']);
    await harness.db.query('delete from notices.notices');
    await restoreOn('2023-11-02');
    await digestsOn('2023-11-02');
    expect(await statesOf('email')).toEqual(['dead']);
  });

  test('is not for agents without a rental in the month', async () => {
    expect(await digestsOn('2023-12-01')).toEqual({ agents: 0 });
  });
});
