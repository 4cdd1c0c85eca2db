import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { createTokens } from '@fynbos/platform/crypto/tokens.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { NotSent } from '@fynbos/platform/messages/delivery.ts';
import { type Mail, smtpMailer } from '@fynbos/platform/messages/mail.ts';
import { smsGateway } from '@fynbos/platform/messages/sms.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { handle } from '../handle.ts';
import { type DeliveryServices, deliver, RETRY_DELAYS_MS, readInbox } from './deliver.ts';
import { type NewNotice, Notices } from './notices.ts';
import { migrateNotices } from './schema.ts';
import { sweep } from './worker.ts';

const keys = memoryKeyRing();
const log = new EventLog({ store: memoryEventStore(), keys });
const logger = createLogger('test', { level: 'silent' });
const called: string[] = [];
const queues = {
  queue: () => ({
    addBulk: async (jobs: { opts: { jobId: string } }[]) => void called.push(...jobs.map(({ opts }) => opts.jobId)),
  }),
};
const sender = { programme: 'Fynbos Rewards', supportEmail: 'support@fynbos.example', headOffice: 'Cape Town' };

let database: FreshDatabase;
let notices: Notices;
let services: DeliveryServices & { notices: Notices };
let now = new Date('2026-05-04T08:00:00.000Z');

const register: AgentCommand = {
  type: 'RegisterAgent',
  agentId: 7,
  source: 'self',
  details: {
    idNumber: '8001015009087',
    idType: 'SMART',
    title: 'Ms',
    initials: 'T',
    firstName: 'Thandi <b>',
    surname: 'Nkosi',
    emailAddress: 'thandi@agency.example',
    cellNumber: '+27821234567',
    countryDialCode: '27',
    taxCountry: 'RSA' as const,
    taxNumber: '2251362634',
    countryOfIssue: 'RSA',
    rentalCo: '1',
    communicationMethod: 'C' as const,
    telephoneNumber: '+27118518081',
    iataNumber: '7720101',
    agencyName: 'Karoo Travel',
    postalCode: '8001',
    physicalAddressLine1: '1 Long Street',
    physicalAddressLine2: 'Central',
    physicalAddressLine3: 'Cape Town',
  },
  bank: null,
  passwordHash: null,
  termsAccepted: true,
  employerConsent: true,
};

beforeAll(async () => {
  database = await freshDatabase();
  await migrateNotices(database.pool());
  notices = new Notices(database.pool(), queues as never, logger);
  await handle(log, {
    decider: agentDecider,
    streamId: 'agent-7',
    command: register,
    context: {
      actor: { kind: 'visitor', id: 'visitor' },
      now,
      correlationId: 'c',
    },
  });
});
afterAll(() => database.drop());
beforeEach(() => {
  called.length = 0;
  const composer = { log, tokens: createTokens(keys), publicUrl: 'https://rewards.example', sender };
  services = {
    db: database.pool(),
    composer,
    mail: null,
    sms: null,
    push: null,
    inbox: true,
    logger,
    now: () => now,
    notices,
  };
});

async function noticed(changes: Partial<NewNotice> = {}): Promise<string> {
  const noticeId = randomUUID();
  const notice = {
    kind: 'code',
    channel: 'email',
    audience: 'current',
    streamId: 'agent-7',
    eventId: null,
    detail: 'sign-in',
    correlationId: 'c',
  } as const;
  await notices.add([{ noticeId, ...notice, ...changes }], now);
  return noticeId;
}
const stateOf = async (noticeId: string) =>
  (
    await database
      .pool()
      .query('select state, attempts, "lastError" from notices.notices where "noticeId" = $1', [noticeId])
  ).rows[0];

describe('a notice', () => {
  test('is logged without its text and recipient', async () => {
    const noticeId = await noticed();
    const { rows } = await database.pool().query('select * from notices.notices where "noticeId" = $1', [noticeId]);
    const stored = JSON.stringify(rows);
    for (const secret of ['thandi', '82123', createTokens(keys).code(noticeId)]) expect(stored).not.toContain(secret);
    expect(called).toEqual([`${noticeId}_0`]);
  });

  test('is sent once, even if its job is repeated', async () => {
    const noticeId = await noticed();
    await Promise.all(Array.from({ length: 5 }, () => deliver(services, noticeId)));
    await deliver(services, noticeId);
    const inbox = await readInbox(database.pool(), 'THANDI@agency.example');
    expect(inbox.filter(({ text }) => text.includes(createTokens(keys).code(noticeId)))).toHaveLength(1);
    expect(await stateOf(noticeId)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  const refused = async () => Promise.reject(new NotSent('the mail server did not take the message'));
  const passed = { kind: 'password-changed', eventId: randomUUID(), detail: null } as const;

  test('is retried with delays and given up after 23 hours if it was certainly not sent', async () => {
    const noticeId = await noticed(passed);
    const failing = { ...services, mail: refused };
    const began = now.getTime();
    for (const [tries, wait] of RETRY_DELAYS_MS.entries()) {
      await expect(deliver(failing, noticeId)).rejects.toThrow(NotSent);
      expect(await stateOf(noticeId)).toMatchObject({ state: 'queued', attempts: tries + 1 });
      now = new Date(now.getTime() + wait - 1);
      called.length = 0;
      await sweep(services);
      await deliver(failing, noticeId);
      expect(called).not.toContain(`${noticeId}_${tries + 1}`);
      now = new Date(now.getTime() + 1);
      await sweep(services);
      expect(called).toContain(`${noticeId}_${tries + 1}`);
    }
    expect(now.getTime() - began).toBeGreaterThan(20 * HOUR_MS);
    await expect(deliver(failing, noticeId)).rejects.toThrow(NotSent);
    await deliver(failing, noticeId);
    expect(await stateOf(noticeId)).toMatchObject({ state: 'dead', attempts: RETRY_DELAYS_MS.length + 1 });
  });

  test('is given up immediately if its address accepts no mail', async () => {
    const noticeId = await noticed(passed);
    const mail = async () => Promise.reject(new NotSent('no such mailbox', true));
    await expect(deliver({ ...services, mail }, noticeId)).rejects.toThrow(NotSent);
    expect(await stateOf(noticeId)).toEqual({ state: 'dead', attempts: 1, lastError: 'no such mailbox' });
  });

  test('is sent when the mail server is available again', async () => {
    const noticeId = await noticed(passed);
    for (const wait of RETRY_DELAYS_MS.slice(0, 6)) {
      await expect(deliver({ ...services, mail: refused }, noticeId)).rejects.toThrow(NotSent);
      now = new Date(now.getTime() + wait);
    }
    await deliver(services, noticeId);
    expect(await stateOf(noticeId)).toMatchObject({ state: 'sent', attempts: 7 });
  });

  test('is given up once its code has expired', async () => {
    const [tried, late] = [await noticed(), await noticed()];
    for (const wait of RETRY_DELAYS_MS.slice(0, 3)) {
      await expect(deliver({ ...services, mail: refused }, tried)).rejects.toThrow(NotSent);
      now = new Date(now.getTime() + wait);
    }
    expect(await stateOf(tried)).toMatchObject({ state: 'queued' });
    await expect(deliver({ ...services, mail: refused }, tried)).rejects.toThrow(NotSent);
    expect(await stateOf(tried)).toMatchObject({ state: 'dead', attempts: 4 });
    now = new Date(now.getTime() + 10 * 60_000);
    await deliver(services, late);
    expect(await stateOf(late)).toMatchObject({ state: 'dead' });
  });

  test('is not attempted while the event store is unavailable', async () => {
    const noticeId = await noticed();
    const away = { readStream: async () => Promise.reject(new StoreUnavailable('away')) } as unknown as EventLog;
    const cut = { ...services, composer: { ...services.composer, log: away } };
    for (let times = 0; times < 20; times++) await expect(deliver(cut, noticeId)).rejects.toThrow(StoreUnavailable);
    expect(await stateOf(noticeId)).toMatchObject({ state: 'queued', attempts: 0 });
    await deliver(services, noticeId);
    expect(await stateOf(noticeId)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('goes to the dead letters and is not sent again if its result is unknown', async () => {
    const noticeId = await noticed();
    let sent = 0;
    const cut = {
      ...services,
      mail: async () => {
        sent++;
        throw new Error('cut off');
      },
    };
    await deliver(cut, noticeId);
    await deliver(cut, noticeId);
    expect(sent).toBe(1);
    expect(await stateOf(noticeId)).toMatchObject({ state: 'dead', attempts: 1 });
  });

  test('goes to the dead letters if its sender was killed, and is retried if its job was lost', async () => {
    const killed = await noticed();
    const claimed = (secondsAgo: number) =>
      database
        .pool()
        .query(
          `update notices.notices set state = 'sending', "claimedAt" = now() - make_interval(secs => $2) where "noticeId" = $1`,
          [killed, secondsAgo],
        );
    await claimed(150);
    const lost = await noticed();
    called.length = 0;
    now = new Date(now.getTime() + 60_000);
    await sweep(services);
    expect(await stateOf(killed)).toMatchObject({ state: 'sending' });
    expect(called).toContain(`${lost}_0`);
    await claimed(200);
    await sweep(services);
    expect(await stateOf(killed)).toMatchObject({ state: 'dead' });
    await deliver(services, killed);
    expect(await stateOf(killed)).toMatchObject({ state: 'dead' });
  });

  test('is not discarded by a process with a fast clock while it is being sent', async () => {
    const noticeId = await noticed(passed);
    const mail = async () => {
      await sweep({ ...services, now: () => new Date(now.getTime() + 180_001) });
      expect(await stateOf(noticeId)).toMatchObject({ state: 'sending' });
    };
    await deliver({ ...services, mail }, noticeId);
    expect(await stateOf(noticeId)).toMatchObject({ state: 'sent', lastError: null });
  });

  test('names the account of its own change of the bank account, also after a later one', async () => {
    const bank = {
      bankName: 'FNB',
      bankAccountHolderName: 'T Nkosi',
      branchCode: '250655',
      branchName: 'Universal',
      bankCountry: 'RSA',
    } as const;
    const change = async (bankAccountNumber: string) => {
      await handle(log, {
        decider: agentDecider,
        streamId: 'agent-7',
        command: { type: 'ChangeBankDetails', bank: { ...bank, bankAccountNumber } },
        context: { actor: { kind: 'agent', id: '7' }, now, correlationId: 'c' },
      });
      return (await log.readStream('agent-7')).events.at(-1)?.id ?? '';
    };
    const first = await change('62000000111');
    await change('62000000222');
    await deliver(services, await noticed({ kind: 'bank-changed', eventId: first, detail: null }));
    const [mail] = await readInbox(database.pool(), 'thandi@agency.example');
    expect(mail?.text).toContain('will be paid into the account that ends in 111.');
  });

  test('is dropped if the person was erased', async () => {
    const forgotten = memoryKeyRing();
    const own = new EventLog({ store: memoryEventStore(), keys: forgotten });
    await handle(own, {
      decider: agentDecider,
      streamId: 'agent-7',
      command: register,
      context: {
        actor: { kind: 'visitor', id: 'visitor' },
        now,
        correlationId: 'c',
      },
    });
    await forgotten.destroy('agent-7');
    const noticeId = await noticed();
    await deliver({ ...services, composer: { ...services.composer, log: own } }, noticeId);
    expect(await stateOf(noticeId)).toMatchObject({ state: 'dropped' });
  });
});

describe('sending by SMTP', () => {
  let server: SMTPServer;
  let received: string[] = [];
  let answer: Error | undefined;

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(answer),
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk) => (text += chunk));
        stream.on('end', () => {
          received.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
  beforeEach(() => {
    received = [];
    answer = undefined;
  });

  const mailer = () =>
    smtpMailer(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, {
      name: 'Fynbos Rewards',
      address: 'support@fynbos.example',
    });
  const mail: Mail = { id: randomUUID(), to: 'a@b.example', subject: 'S', text: 'plain', html: '<p>html</p>' };

  test('a mail is sent as text and HTML, and a name is escaped in the HTML', async () => {
    const { send, close } = mailer();
    const noticeId = await noticed({ kind: 'password-changed', eventId: randomUUID(), detail: null });
    await deliver({ ...services, mail: send }, noticeId);
    close();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(/Content-Type: text\/plain/);
    expect(received[0]).toMatch(/Content-Type: text\/html/);
    expect(received[0]).toContain(`Message-ID: <${noticeId}@fynbos.example>`);
    expect(received[0]?.replace(/=\r\n/g, '')).toContain('Thandi &#60;b&#62;');
    expect(await stateOf(noticeId)).toMatchObject({ state: 'sent' });
  });

  test('a refused address and an unavailable server mean that nothing was sent', async () => {
    answer = Object.assign(new Error('no such user'), { responseCode: 550 });
    const { send, close } = mailer();
    await expect(send(mail)).rejects.toThrow(NotSent);
    close();
    const away = smtpMailer('smtp://127.0.0.1:1', { name: 'F', address: 'support@fynbos.example' });
    await expect(away.send(mail)).rejects.toThrow(NotSent);
    away.close();
  });
});

describe('sending by an SMS gateway', () => {
  let server: Server;
  let status = 200;
  const received: { body: unknown; authorization: string | undefined }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => {
        received.push({ body: JSON.parse(text), authorization: request.headers.authorization });
        response.statusCode = status;
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  });
  afterAll(() => server.close());

  const gateway = () => smsGateway(`http://user:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}/send`);

  test('a code is sent by SMS to the number in E.164', async () => {
    const noticeId = await noticed({ channel: 'sms' });
    await deliver({ ...services, sms: gateway() }, noticeId);
    const code = createTokens(keys).code(noticeId);
    expect(received.at(-1)).toEqual({
      body: { id: noticeId, to: '+27821234567', text: expect.stringMatching(new RegExp(`^${code} is your`)) },
      authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
    });
  });

  test('a refusal means that nothing was sent; a failure of the gateway leaves it unknown', async () => {
    const sms = { id: 'x', to: '+27821234567', text: 'x' };
    status = 422;
    await expect(gateway()(sms)).rejects.toThrow(NotSent);
    status = 500;
    await expect(gateway()(sms)).rejects.not.toThrow(NotSent);
    await expect(smsGateway('http://127.0.0.1:65500/')(sms)).rejects.toThrow(NotSent);
  });
});
