import { randomUUID } from 'node:crypto';
import { signNewEvents } from '@fynbos/application/audit/checkpoints.ts';
import { adviceToken, type PaymentAdvice } from '@fynbos/application/payouts/payment-advice.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, installedDatabase } from '../../../tests/support/database.ts';
import { FinanceHarness } from '../testing/finance-harness.ts';
import { bytes, wordsOf } from '../testing/pdf.ts';

let harness: FinanceHarness;
let database: FreshDatabase;
let runId: string;
let advice: PaymentAdvice;
const verify = (token: string) => request(harness.running.app).get(`/api/verify/${encodeURIComponent(token)}`);
const tokenOf = (changes: Partial<PaymentAdvice> = {}) =>
  adviceToken(harness.running.services.tokens, { ...advice, ...changes });

beforeAll(async () => {
  database = await installedDatabase();
  harness = await FinanceHarness.open([], { database });
  await harness.earn(harness.agent.id, 'RES-1', '2026-11-12');
  runId = await harness.pay('2026-11-12', '2026-11-13');
  const on = '2026-11-12';
  advice = { runId, agentId: harness.agent.id, nettCents: 150_00, status: 'paid', on, accountEnding: '1111' };
});
afterAll(() => harness.close());

test('the statement of a payout has the address of its verification', async () => {
  const { agentToken } = harness;
  const pdf = await harness.get(`/agent/payouts/${runId}/statement.pdf`, agentToken).buffer().parse(bytes).expect(200);
  const words = (await wordsOf(pdf.body)).replace(/\s/g, '');
  const token = /verify\/([\w~-]+\.[\w-]{22})/.exec(words)?.[1] ?? '';
  expect(await verify(token).expect(200)).toMatchObject({ body: { result: 'valid', payment: { nettCents: 150_00 } } });
});

test('a valid advice shows amount, day, reference, account ending and the checkpoint, and nothing else', async () => {
  const before = await verify(tokenOf()).expect(200);
  const { body: run } = await harness.get(`/admin/payouts/${runId}`).expect(200);
  const payment = {
    nettCents: 150_00,
    status: 'paid',
    on: '2026-11-12',
    reference: run.reference,
    accountEnding: '1111',
  };
  expect(before.body).toEqual({ result: 'valid', payment, now: null, checkpoint: null });
  const { services, clock } = harness.running;
  const { log, db } = services;
  await signNewEvents({ log, db, storeKind: 'postgres', folder: null, now: () => clock.now });
  const { body } = await verify(tokenOf()).expect(200);
  const checkpoint = {
    number: 1,
    signedAt: clock.now.toISOString(),
    fingerprint: expect.stringMatching(/^(\w{4} ?){8}$/),
  };
  expect(body).toEqual({ result: 'valid', payment, now: null, checkpoint });
});

test.each<[string, (token: string) => string]>([
  ['a changed amount', (token) => token.replace('~15000~', '~15001~')],
  ['a changed account', (token) => token.replace('~1111.', '~2222.')],
  ['a changed signature', (token) => `${token.slice(0, -2)}AA`],
  ['no signature', (token) => token.slice(0, token.lastIndexOf('.'))],
  ['another text', () => 'x'],
])('refuses an advice with %s, and shows nothing of it', async (_what, change) => {
  const { body } = await verify(change(tokenOf())).expect(200);
  expect(body).toEqual({ result: 'invalid', payment: null, now: null, checkpoint: null });
});

test.each<[string, Partial<PaymentAdvice>]>([
  ['amount', { nettCents: 150_01 }],
  ['status', { status: 'returned' }],
  ['day', { on: '2026-11-11' }],
  ['agent', { agentId: 999 }],
  ['run', { runId: '00000000-0000-4000-8000-000000000000' }],
])('refuses a signed advice whose %s the log does not contain', async (_what, changes) => {
  expect((await verify(tokenOf(changes)).expect(200)).body.result).toBe('invalid');
});

test('names later changes of a payment, and refuses an account that was edited in the database', async () => {
  const csv = `reference,outcome,reason\n${harness.agent.loyaltyTrackingNo},returned,No such account\n`;
  await harness.answer(runId, csv, { answerId: randomUUID(), on: '2026-11-12' }).expect(202);
  await harness.runWith(runId, ({ returned }) => returned.lines === 1);
  const { body } = await verify(tokenOf()).expect(200);
  expect(body).toMatchObject({
    result: 'superseded',
    payment: { status: 'paid' },
    now: { status: 'returned', on: '2026-11-12' },
    checkpoint: { number: 1 },
  });
  expect((await verify(tokenOf({ status: 'returned' })).expect(200)).body.result).toBe('valid');
  await database.admin().query(
    `update eventstore.events set data = replace(data::text, '"nettCents":15000', '"nettCents":15001')::json
     where type = 'PayoutPaid' and "streamId" = $1`,
    [`rewards-account-${harness.agent.id}`],
  );
  expect((await verify(tokenOf({ nettCents: 150_01 })).expect(200)).body.result).toBe('invalid');
});

test('is limited for each network', async () => {
  let status = 200;
  for (let n = 0; n < 130 && status === 200; n++) ({ status } = await verify('x'));
  expect(status).toBe(429);
});
