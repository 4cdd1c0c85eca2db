import { randomUUID } from 'node:crypto';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { NoticeGroups } from '@fynbos/domain/agent/notifications.ts';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { referralDecider, referralStreamOf } from '@fynbos/domain/referral/referral.ts';
import { INITIAL_TERMS, REWARD_POLICY_STREAM } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { allPages } from '@fynbos/event-store/all-pages.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { createTokens } from '@fynbos/platform/crypto/tokens.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { handle } from '../handle.ts';
import { deliver, readInbox } from './deliver.ts';
import { MONEY_EVENTS, type MoneyEvent, moneyNoticesOf, moneyNoticesReaction, toAgent } from './money-notices.ts';
import { Notices } from './notices.ts';
import { noticesOf } from './reaction.ts';
import { migrateNotices } from './schema.ts';

const logger = createLogger('test', { level: 'silent' });
const queues = { queue: () => ({ addBulk: async () => undefined }) };
const sender = { programme: 'Fynbos Rewards', supportEmail: 'support@fynbos.example', headOffice: 'Cape Town' };
const actor = { kind: 'system', id: 'test' } as const;
const NINE = new Date('2026-05-04T07:00:00.000Z');
const NEXT_MORNING = new Date('2026-05-05T05:00:00.000Z');
const EMAIL = 'thandi@agency.example';
const CELL = '+27821234567';
const RUN = randomUUID();

let database: FreshDatabase;
let keys: ReturnType<typeof memoryKeyRing>;
let log: EventLog;
let now: Date;

const details = {
  idNumber: '8001015009087',
  idType: 'SMART',
  title: 'Ms',
  initials: 'T',
  firstName: 'Thandi',
  surname: 'Nkosi',
  emailAddress: EMAIL,
  cellNumber: CELL,
  countryDialCode: '27',
  taxCountry: 'RSA' as const,
  taxNumber: '2251362634',
  countryOfIssue: 'RSA',
  rentalCo: '1',
  communicationMethod: 'E' as const,
  telephoneNumber: '+27118518081',
  iataNumber: '7720101',
  agencyName: 'Karoo Travel',
  postalCode: '8001',
  physicalAddressLine1: '1 Long Street',
  physicalAddressLine2: 'Central',
  physicalAddressLine3: 'Cape Town',
};
const bank = {
  bankName: 'FNB',
  bankAccountHolderName: 'T Nkosi',
  bankAccountNumber: '62000000919',
  branchCode: '250655',
  branchName: 'Universal',
  bankCountry: 'RSA',
};
const register: AgentCommand = {
  type: 'RegisterAgent',
  agentId: 7,
  source: 'self',
  details,
  bank,
  passwordHash: null,
  termsAccepted: true,
  employerConsent: true,
};

const asAgent = (command: AgentCommand) =>
  handle(log, { decider: agentDecider, streamId: 'agent-7', command, context: { actor, now, correlationId: 'c' } });
const choose = (byEmail: boolean, groups: Partial<NoticeGroups> = {}) =>
  asAgent({ type: 'ChooseNotifications', byEmail, bySms: !byEmail, groups });

async function record(streamId: string, events: readonly { type: string; data: object }[], demo = false) {
  const context = { actor, now, correlationId: 'c', ...(demo ? { demo: true as const } : {}) };
  const [outcome] = await log.append([{ stream: await log.readStream(streamId), events, context }]);
  expect(outcome?.ok).toBe(true);
}

const cents = (nettCents: number) => ({ grossCents: (nettCents * 4) / 3, payeCents: nettCents / 3, nettCents });
const posted = (
  reservationNo: string,
  before: number | null,
  after: number,
  on = '2026-05-04',
  reason: string | null = null,
) => ({
  type: 'RewardPosted',
  data: {
    agentId: 7,
    reservationNo,
    decisionNo: 1,
    month: '2026-05',
    promoCode: 'SPRING',
    reason,
    on,
    before: before === null ? null : { ...cents(before), status: 'Earned' },
    after: { ...cents(after), status: after === 0 ? 'Void' : 'Earned' },
  },
});
const line = (nettCents: number) => ({ ...cents(nettCents), agentId: 7, rewards: 2, treatment: 'ordinary' });
const proposed = {
  type: 'PayoutRunProposed',
  data: {
    runId: RUN,
    reference: 'FR260504AB',
    batch: 'eft',
    cutOff: '2026-05-03',
    payDate: '2026-05-06',
    policyVersion: 1,
    payeRate: 0.25,
    minimumCents: 10_000,
    coolingHours: 72,
    proposedBy: '1',
    proposedAt: NINE.toISOString(),
  },
};
const frozen = {
  type: 'PayoutLinesFrozen',
  data: { runId: RUN, chunk: 1, lastAgentId: 8, lines: [line(120_000), { ...line(90_000), agentId: 8 }], leftOut: [] },
};
const checked = {
  type: 'PayoutLinesChecked',
  data: {
    runId: RUN,
    chunk: 1,
    kept: { ...cents(120_000), lines: 1 },
    dropped: [{ ...line(90_000), agentId: 8, reason: 'OnHold' }],
  },
};
const exported = { type: 'PayoutRunExported', data: { runId: RUN, files: [], exportedAt: NINE.toISOString() } };
const settled = (outcome: 'paid' | 'failed' | 'returned', chunk = 1) => ({
  type: 'PayoutLinesSettled',
  data: {
    runId: RUN,
    answerId: randomUUID(),
    chunk,
    on: '2026-05-06',
    paid: [],
    failed: [],
    returned: [],
    ignored: [],
    [outcome]: [outcome === 'paid' ? line(120_000) : { ...line(120_000), reason: 'AccountClosed' }],
  },
});

const corrected = (from: 'paid' | 'failed' | 'returned', to: 'paid' | 'failed') => ({
  type: 'PayoutResultCorrected',
  data: {
    runId: RUN,
    correctionId: randomUUID(),
    on: '2026-05-06',
    line: line(120_000),
    from,
    to,
    reason: 'Bank statement',
    correctedBy: '1',
    correctedAt: NINE.toISOString(),
  },
});

/** Lets the reaction read the whole log, as after its checkpoint was lost, and sends what is due. */
async function reactAndSend(): Promise<void> {
  const notices = new Notices(database.pool(), queues as never, logger);
  const reaction = moneyNoticesReaction({ log, notices, now: () => now });
  const io = { appended: () => undefined, signal: new AbortController().signal };
  for await (const page of allPages(log.store, { types: MONEY_EVENTS }))
    await reaction.react((await log.decode(page)) as readonly FoldEvent[], io);
  await sendStored();
}

/** Sends what is stored and due. */
async function sendStored(): Promise<void> {
  const composer = { log, tokens: createTokens(keys), publicUrl: 'https://rewards.example', sender };
  const parts = {
    db: database.pool(),
    composer,
    mail: null,
    sms: null,
    push: null,
    inbox: true,
    logger,
    now: () => now,
  };
  const { rows } = await database.pool().query<{ noticeId: string }>('select "noticeId" from notices.notices');
  for (const { noticeId } of rows) await deliver(parts, noticeId);
}
const subjects = async (to: string) => (await readInbox(database.pool(), to)).map(({ subject }) => subject).reverse();
const mails = () => subjects(EMAIL);
const smsCount = async () => (await readInbox(database.pool(), CELL)).length;

beforeAll(async () => {
  database = await freshDatabase();
  await migrateNotices(database.pool());
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool().query('truncate notices.notices, notices."devInbox"');
  keys = memoryKeyRing();
  log = new EventLog({ store: memoryEventStore(), keys });
  now = NINE;
  await asAgent(register);
});

describe('rewards', () => {
  test('are announced together on the next morning, once', async () => {
    await record('rewards-account-7', [posted('R1', null, 15_000), posted('R2', null, 7_500)]);
    await reactAndSend();
    expect(await mails()).toEqual([]);
    now = NEXT_MORNING;
    await reactAndSend();
    await reactAndSend();
    expect(await mails()).toEqual(['You earned R225.00']);
    const [mail] = await readInbox(database.pool(), EMAIL);
    expect(mail?.text).toContain('after tax from 2 rentals on 4\u00a0May\u00a02026');
    expect(mail?.html).toContain('R225.00');
    expect(await smsCount()).toBe(0);
  });

  test.each(['PaidMeanwhile', 'PaymentReturned'])(
    'are not announced when a payment leads to them (%s)',
    async (reason) => {
      await record('rewards-account-7', [posted('R1', 0, 15_000, '2026-05-04', reason)]);
      await reactAndSend();
      expect((await database.pool().query('select from notices.notices')).rowCount).toBe(0);
      await record('rewards-account-7', [posted('R2', null, 7_500)]);
      await reactAndSend();
      now = NEXT_MORNING;
      await reactAndSend();
      expect(await mails()).toEqual(['You earned R75.00']);
    },
  );

  test('are announced only if they are still earned in the evening', async () => {
    await record('rewards-account-7', [posted('R1', null, 15_000), posted('R2', null, 7_500), posted('R2', 7_500, 0)]);
    await reactAndSend();
    now = NEXT_MORNING;
    await reactAndSend();
    expect(await mails()).toEqual(['You earned R150.00']);
  });

  test('are not announced if all were reversed on the same day', async () => {
    await record('rewards-account-7', [posted('R1', null, 15_000), posted('R1', 15_000, 0)]);
    await reactAndSend();
    now = NEXT_MORNING;
    await reactAndSend();
    expect(await mails()).toEqual([]);
  });

  test('are not announced for demo data or for days long past', async () => {
    await record('rewards-account-7', [posted('R1', null, 15_000)], true);
    now = new Date(NINE.getTime() + 4 * DAY_MS);
    await reactAndSend();
    expect(await mails()).toEqual([]);
  });
});

describe('a payout', () => {
  const sendToBank = () => record(`payout-run-${RUN}`, [proposed, frozen, checked, exported]);

  test('is announced on its way and paid, each once, however often the events arrive', async () => {
    await sendToBank();
    await reactAndSend();
    expect(await mails()).toEqual(['R1 200.00 is on its way to your bank']);
    await record(`payout-run-${RUN}`, [settled('paid')]);
    await reactAndSend();
    // The bank's answer arrives again, and the reaction starts from the first event.
    await record(`payout-run-${RUN}`, [settled('paid', 2)]);
    await reactAndSend();
    expect(await mails()).toEqual(['R1 200.00 is on its way to your bank', 'R1 200.00 was paid into your account']);
    const [paid, sent] = await readInbox(database.pool(), EMAIL);
    expect(sent?.text).toContain('ending in 919');
    expect(paid?.text).toContain('Reference: FR260504AB');
  });

  test.each([
    {
      from: 'failed',
      to: 'paid',
      subject: 'Correction: R1 200.00 was paid into your account',
      sms: 'The bank paid it into your account on 6 May 2026. The amount is no longer in your balance.',
    },
    {
      from: 'paid',
      to: 'failed',
      subject: 'Correction: R1 200.00 was not paid',
      sms: 'The bank did not pay it. The amount is in your balance again. Check your bank details in your profile.',
    },
  ] as const)(
    'is announced by e-mail and SMS when $from is corrected to $to',
    async ({ from, to, subject, sms: text }) => {
      await choose(true, { rewards: false, payouts: false, digest: false });
      await sendToBank();
      await record(`payout-run-${RUN}`, [settled(from), corrected(from, to)]);
      await reactAndSend();
      await reactAndSend();
      expect((await mails()).filter((one) => one.startsWith('Correction'))).toEqual([subject]);
      const sms = (await readInbox(database.pool(), CELL)).filter((one) => one.text.includes('correction'));
      expect(sms.map((one) => one.text)).toEqual([`Fynbos Rewards: correction to your payout of R1 200.00. ${text}`]);
    },
  );

  test('is announced again if it is returned again after a correction', async () => {
    await sendToBank();
    await record(`payout-run-${RUN}`, [settled('returned'), corrected('returned', 'paid'), settled('returned', 2)]);
    await reactAndSend();
    await reactAndSend();
    expect((await mails()).filter((one) => one.startsWith('Your bank returned'))).toHaveLength(2);
  });

  test('is settled without reading the lines of the whole run', async () => {
    await sendToBank();
    await reactAndSend();
    await record(`payout-run-${RUN}`, [settled('paid')]);
    const [event] = await log.decode(await log.store.readStream(`payout-run-${RUN}`, { from: 4, limit: 1 }));
    const readStreams = vi.spyOn(log, 'readStreams');
    const readStream = vi.spyOn(log.store, 'readStream');
    expect(await moneyNoticesOf(log, event as FoldEvent<MoneyEvent>)).toHaveLength(3);
    expect(readStreams).not.toHaveBeenCalled();
    expect(readStream.mock.calls).toEqual([[`payout-run-${RUN}`, { from: 0, limit: 1 }]]);
  });

  test('is announced without reading the whole run at once', async () => {
    await sendToBank();
    const [event] = (await log.decode(await log.store.readStream(`payout-run-${RUN}`))).slice(-1);
    const readStream = vi.spyOn(log.store, 'readStream');
    const readWhole = vi.spyOn(log, 'readStream');
    const notices = await moneyNoticesOf(log, event as FoldEvent<MoneyEvent>);
    expect(event?.type).toBe('PayoutRunExported');
    expect(notices).toHaveLength(3);
    expect(readWhole).not.toHaveBeenCalled();
    for (const [, page] of readStream.mock.calls) expect(page?.limit).toBeLessThanOrEqual(50);
  });

  test('names the rewards that expire soon when it is returned (E1)', async () => {
    const about = { version: 1, effectiveFrom: null, terms: INITIAL_TERMS };
    await record(REWARD_POLICY_STREAM, [{ type: 'RewardPolicySet', data: about }]);
    await record('rewards-account-7', [posted('R1', null, 15_000, '2023-05-20'), posted('R2', null, 7_500)]);
    await sendToBank();
    await record(`payout-run-${RUN}`, [settled('returned')]);
    await reactAndSend();
    const [mail] = (await readInbox(database.pool(), EMAIL)).filter(({ subject }) => subject.includes('returned'));
    expect(mail?.text).toContain('except rewards that expire before it');
    expect(mail?.text).toContain('R150.00 of your balance expires soon, the first on 20\u00a0May\u00a02026.');
  });

  test('notifies no agent whose line was dropped before the export', async () => {
    await sendToBank();
    await reactAndSend();
    const { rows } = await database.pool().query('select distinct "streamId" from notices.notices');
    expect(rows).toEqual([{ streamId: 'agent-7' }]);
  });

  test('is announced by e-mail and SMS when it fails or is returned, independent of the choices', async () => {
    await choose(true, { rewards: false, payouts: false, digest: false });
    await sendToBank();
    await record(`payout-run-${RUN}`, [settled('paid'), settled('returned', 2)]);
    await reactAndSend();
    await reactAndSend();
    expect(await mails()).toEqual(['Your bank returned R1 200.00']);
    expect(await smsCount()).toBe(1);
    await record(`payout-run-${RUN}`, [settled('failed', 3)]);
    await reactAndSend();
    expect(await mails()).toEqual(['Your bank returned R1 200.00', 'We could not pay you R1 200.00']);
  });

  test('is announced by SMS to an agent who chose SMS', async () => {
    await choose(false);
    await sendToBank();
    await reactAndSend();
    expect(await mails()).toEqual([]);
    const [sms] = await readInbox(database.pool(), CELL);
    expect(sms?.text).toBe(
      'Fynbos Rewards: R1 200.00 is on its way to your bank account ending in 919. Pay date 6 May 2026.',
    );
  });

  test('does not name the account if it was changed after the export', async () => {
    await sendToBank();
    const notices = new Notices(database.pool(), queues as never, logger);
    const reaction = moneyNoticesReaction({ log, notices, now: () => now });
    for await (const page of allPages(log.store, { types: MONEY_EVENTS }))
      await reaction.react((await log.decode(page)) as readonly FoldEvent[], {
        appended: () => undefined,
        signal: new AbortController().signal,
      });
    now = new Date(NINE.getTime() + 60_000);
    await asAgent({ type: 'ChangeBankDetails', bank: { bankAccountNumber: '62000000111' } });
    await reactAndSend();
    const [sent] = await readInbox(database.pool(), EMAIL);
    expect(sent?.text).toContain('to your bank account.');
  });
});

test('a certificate is announced once, and a corrected one again', async () => {
  const certificate = (version: number) => ({
    type: 'CertificateIssued',
    data: {
      certificateNo: '700000000020260200000005100001',
      agentId: 7,
      taxYear: 2026,
      version,
      type: 'IRP5',
      sourceCode: '3606',
      reasonCode: null,
      directiveNumbers: [],
      grossCents: 100,
      payeCents: 25,
      months: [],
      issuedAt: NINE.toISOString(),
    },
  });
  await record('tax-certificate-7-2026-IRP5', [certificate(1)]);
  await reactAndSend();
  await reactAndSend();
  await record('tax-certificate-7-2026-IRP5', [certificate(2)]);
  await reactAndSend();
  expect(await mails()).toEqual([
    'Your IRP5 for tax year 2026 is ready',
    'Your corrected IRP5 for tax year 2026 is ready',
  ]);
});

describe('the channel of a message that is not about security (N2)', () => {
  const add = (notices: Parameters<Notices['add']>[0]) =>
    new Notices(database.pool(), queues as never, logger).add(notices, now);
  const choices = [
    { name: 'nothing chosen, codes by e-mail', choice: () => undefined, mail: 1, sms: 0 },
    {
      name: 'nothing chosen, codes by SMS',
      choice: () => asAgent({ type: 'ChangeDetails', details: { communicationMethod: 'C' } }),
      mail: 0,
      sms: 1,
    },
    { name: 'e-mail chosen', choice: () => choose(true), mail: 1, sms: 0 },
    { name: 'SMS chosen', choice: () => choose(false), mail: 0, sms: 1 },
  ] as const;

  test.each(choices)(
    'is the chosen one, otherwise that of one-time codes, for an expiry: $name',
    async ({ choice, mail, sms }) => {
      await choice();
      const cause = { id: null, metadata: { correlationId: 'c' } };
      const message = { agentId: 7, subject: '2026-06-30:30', detail: '2026-06-30:15000' };
      await add(toAgent('rewards-expiring', cause, message));
      await sendStored();
      expect(await mails()).toHaveLength(mail);
      expect(await smsCount()).toBe(sms);
    },
  );

  test.each(choices)(
    'is the chosen one, otherwise that of one-time codes, for a completed referral: $name',
    async ({ choice, mail, sms }) => {
      await choice();
      const referralId = randomUUID();
      const stream = referralStreamOf(referralId);
      const person = {
        firstName: 'Sipho',
        surname: 'Dube',
        emailAddress: 'sipho@agency.example',
        contactNumber: '+27821110000',
        iataNumber: '7720102',
        agencyName: 'Veld Travel',
      };
      const context = { actor, now, correlationId: 'c' };
      const own = { emailAddress: EMAIL, cellNumber: CELL };
      const invite = { type: 'ReferAgent', referralId, referredByAgentId: 7, own, person } as const;
      for (const command of [
        invite,
        { type: 'RegisterReferral', agentId: 8 },
        { type: 'CompleteReferral', agentId: 8 },
      ] as const)
        await handle(log, { decider: referralDecider, streamId: stream, command, context });
      const completed = (await log.readStream(stream)).events.at(-1);
      await add(noticesOf(completed as never));
      await sendStored();
      expect(await mails()).toHaveLength(mail);
      expect(await smsCount()).toBe(sms);
    },
  );
});
