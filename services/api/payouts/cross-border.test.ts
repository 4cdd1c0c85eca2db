import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaErrors } from '../../domain/bank-files/testing/schema-errors.ts';
import { FinanceHarness } from '../testing/finance-harness.ts';

const ABROAD = {
  taxCountry: 'NMB',
  countryDialCode: '264',
  telephoneNumber: '61234567',
  bankName: 'OTHER',
  otherBankName: 'Bank Windhoek',
  branchCode: '',
};
let harness: FinanceHarness;
beforeAll(async () => {
  harness = await FinanceHarness.open([
    { ...ABROAD, cellNumber: '811234567', idNumber: 'NA00001', bankAccountNumber: '8001234567', bic: 'BWLINANX' },
    { ...ABROAD, cellNumber: '811234568', idNumber: 'NA00002', bankAccountNumber: '8001234568' },
  ]);
});
afterAll(() => harness.close());

/** Pays the agents with a cross-border run on the next business days. */
async function exported(ids: readonly number[], payDate: string): Promise<string> {
  for (const id of ids) await harness.earn(id, `R${payDate}-${id}`, '2026-11-11');
  harness.running.pass(1000);
  const order = { cutOff: '2026-11-12', payDate, batch: 'cross-border' };
  const { id } = (await harness.post('/admin/payouts', order).expect(201)).body;
  await harness.runWith(id, ({ status }) => status === 'frozen');
  await harness.post(`/admin/payouts/${id}/approve`, {}, harness.second).expect(200);
  await harness.runWith(id, ({ status }) => status === 'exported');
  return id;
}

test('a cross-border run has an ISO 20022 message once every payee has a BIC', async () => {
  const [complete, other] = harness.others;
  if (!complete || !other) throw new Error('the harness has two agents abroad');
  const first = await exported([complete.id], '2026-11-13');
  const { text } = await harness.get(`/admin/payouts/${first}/pain001`).buffer(true).expect(200);
  expect(await schemaErrors(text)).toEqual([]);
  expect(text).toContain('<NbOfTxs>1</NbOfTxs><CtrlSum>150.00</CtrlSum>');
  expect(text).toContain('<BICFI>BWLINANX</BICFI>');
  expect(text).toContain('<Ctry>NA</Ctry>');
  expect(text).toContain('<Cd>275</Cd>');

  const second = await exported([other.id], '2026-11-16');
  const risksOf = async (id: string) => (await harness.get(`/admin/payouts/${id}/risks`).expect(200)).body.lines;
  expect((await risksOf(first))[0].risks).not.toContain('incomplete-abroad');
  expect((await risksOf(second))[0].risks).toContain('incomplete-abroad');
  const check = async (id: string) =>
    (await harness.get(`/admin/payouts/${id}/files/cross-border/check`).expect(200)).body.errors;
  expect(await check(first)).toEqual([]);
  expect(await check(second)).toEqual(['Line 2: BIC, address or category is missing.']);
  const { body } = await harness.get(`/admin/payouts/${second}/pain001`).expect(409);
  expect(body.message).toContain(`when the files were written: ${other.loyaltyTrackingNo}.`);
  await harness.get(`/admin/payouts/${second}/files/cross-border`).buffer(true).expect(200);
});
