import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FinanceHarness } from '../testing/finance-harness.ts';

let harness: FinanceHarness;
let runId: string;
beforeAll(async () => {
  harness = await FinanceHarness.open([{ bankAccountNumber: '62011111112' }]);
  await harness.earn(harness.agent.id, 'RES-1', '2026-11-12');
  await harness.earn(harness.agent.id, 'RES-2', '2026-11-12', 400_00);
  runId = await harness.pay('2026-11-12', '2026-11-13');
});
afterAll(() => harness.close());

/** Sends an enquiry and returns it as support sees it. */
async function ask(about: object, token?: string) {
  const sent = request(harness.running.app).post('/api/ContactUsSupport/contact-us');
  if (token) sent.auth(token, { type: 'bearer' });
  const { emailAddress: email } = harness.agent.form;
  const body = { email, typeOfQuery: 'incentives', queryDetails: 'Too little', ...about };
  const { headers, body: received } = await sent.send(body).expect(201);
  const filter = encodeURIComponent(JSON.stringify({ referenceNumber: received.referenceNumber }));
  const list = await harness
    .get(`/admin/contact-support?filter=${filter}`)
    .set('X-Read-After', headers['x-position'] as string)
    .expect(200);
  return (await harness.get(`/admin/contact-support/${list.body[0].id}`).expect(200)).body;
}

test('an enquiry about a line of a payout has the facts of the line, and later the correction of it', async () => {
  const enquiry = await ask({ runId, lineName: 'RES-1' }, harness.agentToken);
  const run = await harness.get(`/admin/payouts/${runId}`).expect(200);
  expect(enquiry).toMatchObject({
    figure: {
      runId,
      reference: run.body.reference,
      reservationNo: 'RES-1',
      name: 'RES-1',
      status: 'Paid',
      grossCents: 200_00,
      payeCents: 50_00,
      nettCents: 150_00,
    },
    corrections: [],
  });
  const correction = { agentId: harness.agent.id, reason: 'Error', text: 'Rate of 2025', grossCents: 40_00 };
  harness.running.pass(1000);
  await harness.withTwo('/admin/corrections', { ...correction, reservationNo: 'RES-2' });
  await harness.withTwo('/admin/corrections', { ...correction, reservationNo: 'RES-1' });
  const { body: later } = await harness.get(`/admin/contact-support/${enquiry.id}`).expect(200);
  expect(later.corrections).toMatchObject([
    { reason: 'Error', text: 'Rate of 2025', grossCents: 40_00, nettCents: 30_00 },
  ]);
  await harness.get(`/admin/approvals/${later.corrections[0].approvalId}`).expect(200);
  expect(later.figure, 'as it was when the enquiry was sent').toEqual(enquiry.figure);
});

test('an enquiry about a whole payout has its total', async () => {
  const { figure } = await ask({ runId }, harness.agentToken);
  expect(figure).toMatchObject({ runId, name: '', reservationNo: null, nettCents: 450_00 });
});

test.each<[string, object, boolean]>([
  ['of another run', { runId: '00000000-0000-4000-8000-000000000000' }, true],
  ['of a line that the payout does not have', { lineName: 'RES-9' }, true],
  ['of a visitor', {}, false],
])('an enquiry %s is received without a figure', async (_what, changes, isSignedIn) => {
  const { figure, corrections } = await ask(
    { runId, lineName: 'RES-1', ...changes },
    isSignedIn ? harness.agentToken : undefined,
  );
  expect([figure, corrections]).toEqual([null, []]);
});
