import { createECDH, createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { createTokens } from '@fynbos/platform/crypto/tokens.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { NotSent } from '@fynbos/platform/messages/delivery.ts';
import { poster } from '@fynbos/platform/messages/post.ts';
import { isPushPublicKey, pushKeyOf, webPush } from '@fynbos/platform/messages/web-push.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
// @ts-expect-error: the package has no types.
import ece from 'http_ece';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { handle, load } from '../handle.ts';
import { type DeliveryServices, deliver } from './deliver.ts';
import { Notices } from './notices.ts';
import { migrateNotices } from './schema.ts';

const keys = memoryKeyRing();
const log = new EventLog({ store: memoryEventStore(), keys });
const logger = createLogger('test', { level: 'silent' });
const queues = { queue: () => ({ addBulk: async () => undefined }) };
const sender = { programme: 'Fynbos Rewards', supportEmail: 'support@fynbos.example', headOffice: 'Cape Town' };
const now = new Date();
const pushKey = pushKeyOf(keys);

/** A browser with its own keys: it decrypts with an implementation that is not the sender's. */
function browser() {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys().toString('base64url');
  const auth = randomBytes(16).toString('base64url');
  const decrypt = (body: Buffer) =>
    JSON.parse(String(ece.decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth })));
  return { p256dh, auth, decrypt };
}

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}
const received: Received[] = [];
const answers = new Map<string, number>();
const service = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { url: path = '', headers } = request;
    received.push({ path, headers, body: Buffer.concat(chunks) });
    response.writeHead(answers.get(path) ?? 201).end();
  });
});
const { post, close } = poster(false);

let database: FreshDatabase;
let services: DeliveryServices;
let origin: string;
let agentId = 0;

const asAgent = (command: AgentCommand) =>
  handle(log, {
    decider: agentDecider,
    streamId: `agent-${agentId}`,
    command,
    context: {
      actor: { kind: 'agent', id: String(agentId) },
      now,
      correlationId: 'c',
    },
  });
async function subscribe(name: string) {
  const own = browser();
  const { p256dh, auth } = own;
  const endpoint = `${origin}/${agentId}/${name}`;
  await asAgent({ type: 'SubscribePush', pushId: randomUUID(), device: 'Chrome on Android', endpoint, p256dh, auth });
  return own;
}
const devices = async () => (await load(log, agentDecider, `agent-${agentId}`)).state.pushDevices;

async function noticed(kind: 'certificate-ready' | 'payout-paid' = 'certificate-ready'): Promise<string> {
  const noticeId = randomUUID();
  const detail = kind === 'payout-paid' ? '120000:2026-05-06:FR260504AB' : 'IRP5:2026:1';
  await new Notices(database.pool(), queues as never, logger).add(
    [
      {
        noticeId,
        kind,
        channel: 'push',
        audience: 'current',
        streamId: `agent-${agentId}`,
        eventId: null,
        detail,
        correlationId: 'c',
      },
    ],
    now,
  );
  return noticeId;
}
const stateOf = async (noticeId: string): Promise<string> =>
  (await database.pool().query('select state from notices.notices where "noticeId" = $1', [noticeId])).rows[0].state;

beforeAll(async () => {
  database = await freshDatabase();
  await migrateNotices(database.pool());
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await close();
  service.close();
  await database.drop();
});
beforeEach(async () => {
  received.length = 0;
  answers.clear();
  agentId++;
  const composer = { log, tokens: createTokens(keys), publicUrl: 'https://rewards.example', sender };
  const push = webPush(post, pushKey, sender.supportEmail, () => now);
  services = { db: database.pool(), composer, mail: null, sms: null, push, inbox: false, logger, now: () => now };
  await asAgent({
    type: 'RegisterAgent',
    agentId,
    source: 'self',
    bank: null,
    passwordHash: null,
    termsAccepted: true,
    employerConsent: true,
    details: {
      idNumber: '8001015009087',
      idType: 'SMART',
      title: 'Ms',
      initials: 'T',
      firstName: 'Thandi',
      surname: 'Nkosi',
      emailAddress: 'thandi@agency.example',
      cellNumber: '+27821234567',
      countryDialCode: '27',
      taxCountry: 'RSA',
      taxNumber: '2251362634',
      countryOfIssue: 'RSA',
      rentalCo: '1',
      communicationMethod: 'C',
      telephoneNumber: '+27118518081',
      iataNumber: '7720101',
      agencyName: 'Karoo Travel',
      postalCode: '8001',
      physicalAddressLine1: '1 Long Street',
      physicalAddressLine2: 'Central',
      physicalAddressLine3: 'Cape Town',
    },
  } as AgentCommand);
});

describe('a notification', () => {
  test('is encrypted for the device and contains only the amount that the agent earned', async () => {
    const { decrypt } = await subscribe('phone');
    const noticeId = await noticed('payout-paid');
    await deliver(services, noticeId);
    expect(received).toHaveLength(1);
    const [{ body, headers }] = received as [Received];
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '259200' });
    expect(body.toString('latin1')).not.toContain('200');
    const shown = decrypt(body);
    expect(shown).toEqual({
      id: noticeId,
      title: 'Fynbos Rewards',
      body: 'R1 200.00 was paid into your account',
      url: 'https://rewards.example/agent/payouts',
    });
    expect(await stateOf(noticeId)).toBe('sent');
  });

  test('proves its sender to the push service', async () => {
    await subscribe('phone');
    await deliver(services, await noticed());
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(String(received[0]?.headers.authorization)) ?? [];
    expect(key).toBe(pushKey.publicKey);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const claims = jwt.verify(token, publicKey, { algorithms: ['ES256'], audience: origin });
    expect(claims).toMatchObject({ sub: 'mailto:support@fynbos.example' });
    const { exp = 0 } = claims as jwt.JwtPayload;
    expect(exp - now.getTime() / 1000).toBeLessThanOrEqual(24 * 3_600);
  });

  test('is sent once to each device, even if its job is repeated', async () => {
    await subscribe('phone');
    await subscribe('tablet');
    const noticeId = await noticed();
    await Promise.all(Array.from({ length: 5 }, () => deliver(services, noticeId)));
    await deliver(services, noticeId);
    expect(received.map(({ path }) => path).sort()).toEqual([`/${agentId}/phone`, `/${agentId}/tablet`]);
  });

  test('is sent again only if it was certainly not accepted', async () => {
    await subscribe('phone');
    answers.set(`/${agentId}/phone`, 500);
    const unknown = await noticed();
    await deliver(services, unknown);
    await deliver(services, unknown);
    expect([received.length, await stateOf(unknown)]).toEqual([1, 'dead']);
    answers.set(`/${agentId}/phone`, 429);
    const refused = await noticed();
    await expect(deliver(services, refused)).rejects.toThrow(NotSent);
    expect(await stateOf(refused)).toBe('queued');
  });

  test('is tried again only on the device that did not accept it', async () => {
    await subscribe('phone');
    await subscribe('tablet');
    answers.set(`/${agentId}/tablet`, 503);
    const noticeId = await noticed();
    await expect(deliver(services, noticeId)).rejects.toThrow(NotSent);
    answers.clear();
    const later = { ...services, now: () => new Date(now.getTime() + 60_000) };
    await deliver(later, noticeId);
    const paths = received.map(({ path }) => path);
    expect(paths.sort()).toEqual(['phone', 'tablet', 'tablet'].map((name) => `/${agentId}/${name}`));
    expect(await stateOf(noticeId)).toBe('sent');
  });

  test.each([404, 410])('ends on a device that the push service does not know (%i)', async (status) => {
    await subscribe('old');
    await subscribe('phone');
    answers.set(`/${agentId}/old`, status);
    await deliver(services, await noticed());
    expect(await devices()).toMatchObject([{ endpoint: `${origin}/${agentId}/phone` }]);
    await deliver(services, await noticed());
    expect(received).toHaveLength(3);
  });

  test('is dropped without a device, and for a group that the agent switched off', async () => {
    const none = await noticed();
    await deliver(services, none);
    await subscribe('phone');
    const groups = { payouts: false };
    await asAgent({ type: 'ChooseNotifications', byEmail: true, bySms: false, groups });
    const off = await noticed();
    await deliver(services, off);
    expect([await stateOf(none), await stateOf(off), received]).toEqual(['dropped', 'dropped', []]);
  });
});

test('an address of a network that is not public gets nothing in production', async () => {
  const { post: inProduction, close: end } = poster(true);
  const { p256dh, auth } = browser();
  const message = { id: 'x', title: 't', body: 'b', url: 'https://rewards.example' };
  const send = webPush(inProduction, pushKey, sender.supportEmail, () => now);
  for (const endpoint of [origin, 'https://10.0.0.1/x', 'https://localhost/x'])
    await expect(send({ endpoint, p256dh, auth }, message)).rejects.toThrow(NotSent);
  expect(received).toEqual([]);
  await end();
});

test('refuses a public key that is not a point on the curve', () => {
  expect(isPushPublicKey(browser().p256dh)).toBe(true);
  expect(isPushPublicKey(Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url'))).toBe(false);
  expect(isPushPublicKey('AAAA')).toBe(false);
});
