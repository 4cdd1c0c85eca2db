import { handle } from '@fynbos/application/handle.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FinanceHarness } from '../testing/finance-harness.ts';
import { bytes, wordsOf } from '../testing/pdf.ts';
import { until } from '../testing/until.ts';

const CUT_OFF = '2026-11-12';
let harness: FinanceHarness;
const as = (method: 'get' | 'post' | 'put', path: string) =>
  request(harness.running.app)[method](`/api${path}`).auth(harness.agentToken, { type: 'bearer' });

async function takeOpeningBalance(agentId: number): Promise<void> {
  await handle(harness.running.services.log, {
    decider: rewardsAccountDecider,
    streamId: accountStreamOf(agentId),
    command: {
      type: 'RecordOpeningBalance',
      agentId,
      asOf: '2026-06-30',
      earnedCents: 75_00,
      paidCents: 900_00,
      grossThisTaxYearCents: 1_200_00,
      payeThisTaxYearCents: 300_00,
      treatment: { kind: 'paye', rate: 0.25 },
    },
    context: { actor: { kind: 'system', id: 'test' }, now: harness.running.clock.now, correlationId: 'test' },
  });
}

/** Asks, as the agent; support answers and writes a note. */
async function enquire(): Promise<void> {
  const question = { email: harness.agent.form.emailAddress, typeOfQuery: 'incentives', queryDetails: 'Where is it?' };
  await as('post', '/ContactUsSupport/contact-us').send(question).expect(201);
  await harness.running.settled();
  const [{ id }] = (await harness.get('/admin/contact-support').expect(200)).body;
  await harness.post(`/admin/contact-support/${id}/answers`, { text: 'It was paid on Friday.' }).expect(201);
  await harness.post(`/admin/contact-support/${id}/notes`, { text: 'Shares an account, watch' }).expect(201);
}

beforeAll(async () => {
  harness = await FinanceHarness.open();
  const { id: agentId } = harness.agent;
  await takeOpeningBalance(agentId);
  await harness.earn(agentId, 'RES-1', CUT_OFF);
  await harness.pay(CUT_OFF, CUT_OFF);
  await harness.withTwo('/admin/corrections', { agentId, reason: 'Error', text: 'Entered twice', grossCents: -40_00 });
  await harness.withTwo(`/admin/travel-agents/${agentId}/tax-treatment`, {
    effectiveFrom: '2026-11-13',
    treatment: { kind: 'directive', rate: 0.1, directiveNumber: 'D-77', evidence: 'Seen by Ada' },
    reason: 'Directive seen',
  });
  await harness.withTwo('/admin/tax-years/2027/certificates', { reason: 'Year end' });
  await harness.post('/admin/holds', { agentId, reason: 'Same account as Sipho Dlamini' }).expect(201);
  await enquire();
  await as('post', '/agent/requests').send({ kind: 'correction', details: 'My initials are T.N.' }).expect(201);
  await as('put', '/agent/goal').send({ goalCents: 500_00 }).expect(200);
  await until(async () => ((await as('get', '/agent/certificates')).body.length === 1 ? true : null));
  await harness.running.settled();
});
afterAll(() => harness.close());

test('the export of a paid agent contains money, tax, answers of support and requests', async () => {
  const { body } = await as('get', '/agent/export.json').expect(200);
  expect(body).toMatchObject({
    monthlyGoal: 500,
    payouts: [{ status: 'Paid', payDate: CUT_OFF, grossAmount: 300, paye: 75, nettAmount: 225 }],
    account: [
      { what: 'Opening balance', nettAmount: 75 },
      { what: 'Reward', nettAmount: 150, balance: 225 },
      { what: 'Payout', nettAmount: -225, balance: 0 },
      { what: 'Correction', detail: 'Error · Entered twice', nettAmount: -30, balance: -30 },
    ],
    openingBalance: { asOf: '2026-06-30', nettAmount: 75, paid: 900, grossThisTaxYear: 1200, payeThisTaxYear: 300 },
    holds: [{ placedOn: CUT_OFF, releasedOn: null }],
    taxTreatments: [{ effectiveFrom: '2026-11-13', kind: 'directive', rate: 0.1, directiveNumber: 'D-77' }],
    certificates: [{ taxYear: 2027, type: 'IRP5', withdrawnAt: null }],
    enquiries: [
      {
        queryDetails: 'Where is it?',
        thread: [
          { from: 'sender', text: 'Where is it?' },
          { from: 'support', text: 'It was paid on Friday.' },
        ],
      },
    ],
    requests: [{ kind: 'correction', text: 'My initials are T.N.' }],
  });
});

test('the PDF shows the same parts', async () => {
  const { body } = await as('get', '/agent/export.pdf').buffer(true).parse(bytes).expect(200);
  const words = wordsOf(body).replaceAll(/\s+/g, ' ');
  for (const text of [
    'Payouts',
    'Opening balance',
    'Entries of your account',
    'Payments on hold',
    'Tax treatments',
    'Tax certificates',
    'Requests',
    'R225.00',
    'D-77',
    'It was paid on Friday.',
    'My initials are T.N.',
  ])
    expect(words).toContain(text);
});

test('neither contains notes of support and finance, or data that names other people', async () => {
  const json = (await as('get', '/agent/export.json').expect(200)).text;
  const pdf = await as('get', '/agent/export.pdf').buffer(true).parse(bytes).expect(200);
  expect(`${json} ${wordsOf(pdf.body)}`).not.toMatch(/Sipho|Shares an account|Seen by|admin@/);
});
