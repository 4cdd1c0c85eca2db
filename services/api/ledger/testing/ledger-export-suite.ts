import { createHash } from 'node:crypto';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { cents, fixture, sum } from './fixture.ts';

const FROM = '2026-11-17';
const TO = '2026-11-19';
const REASON = { reason: 'The accounts of our ledger' };
const CODES: Readonly<Record<string, string>> = {
  expense: '4000',
  expired: '4010',
  payable: '2100',
  payeAccrued: '2110',
  payePayable: '2120',
  bank: '1100',
  openingBalances: '3000',
};
const days = (path: string, system: string) => `${path}?system=${system}&from=${FROM}&to=${TO}`;

describe('the export to the company’s ledger', () => {
  const get = (path: string) => fixture.programme.get(`/admin/${path}`);
  const post = (path: string, body: object) => fixture.programme.post(`/admin/${path}`, body);
  const exportTo = async (system: string): Promise<string> => {
    const { body } = await post('ledger-exports', { system, from: FROM, to: TO }).expect(201);
    return body.id;
  };

  test('is refused with the name of every account that is not mapped, and for today', async () => {
    await post('ledger-chart/expense', { code: '4000', name: 'Agent rewards', ...REASON }).expect(200);
    await post('ledger-chart/no-such', { code: '4000', name: 'Agent rewards', ...REASON }).expect(404);
    const { body: preview } = await get(days('ledger-exports/preview', 'xero')).expect(200);
    expect(preview.debitCents).toBe(preview.creditCents);
    expect(preview.problems).toContain('2310 Rewards payable to agents has no account in your ledger.');
    const { body } = await post('ledger-exports', { system: 'xero', from: FROM, to: TO }).expect(422);
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(
      ['bank', 'payable', 'payeAccrued', 'payePayable'].sort(),
    );
    const today = dayOf(fixture.programme.running.clock.now);
    await post('ledger-exports', { system: 'xero', from: FROM, to: today }).expect(422);
    expect((await get('ledger-exports').expect(200)).body).toEqual([]);
  });

  test('contains the journal to the cent, and a repetition gives the same bytes and names the first', async () => {
    for (const [account, code] of Object.entries(CODES))
      await post(`ledger-chart/${account}`, { code, name: `Account ${code}`, ...REASON }).expect(200);
    const id = await exportTo('xero');
    const { body: first } = await get(`ledger-exports/${id}`).expect(200);
    const file = await get(`ledger-exports/${id}/files/1`).expect(200);
    expect(first.files).toEqual([
      {
        name: `journal-xero-${FROM}-${TO}.csv`,
        sha256: createHash('sha256').update(file.text).digest('hex'),
        lines: file.text.trimEnd().split('\r\n').length - 1,
      },
    ]);
    const journal = parse((await get(`reports/journal.csv?from=${FROM}&to=${TO}`).expect(200)).text, {
      columns: true,
    }) as Record<string, string>[];
    const rows = parse(file.text, { columns: true }) as Record<string, string>[];
    const { body: chart } = await get('ledger-chart').expect(200);
    for (const { ours, code } of chart.accounts) {
      const own = journal.filter(({ account }) => account === ours);
      expect(
        sum(
          rows.filter((row) => row['*AccountCode'] === code),
          (row) => cents(row['*Amount']),
        ),
        code,
      ).toBe(sum(own, ({ debit, credit }) => cents(debit) - cents(credit)));
    }
    expect(first).toMatchObject({ repeated: null, exportedByName: expect.any(String), readBack: null });
    const again = await exportTo('xero');
    const { body: second } = await get(`ledger-exports/${again}`).expect(200);
    expect(second.files).toEqual(first.files);
    expect(second.repeated).toMatchObject({ id, isSame: true, differences: [] });
    expect((await get(days('ledger-exports/preview', 'xero')).expect(200)).body.repeats).toBe(again);
  });

  test('keeps the file of an export when the chart changes later, and names the change', async () => {
    const [, { id }] = (await get('ledger-exports').expect(200)).body;
    const before = (await get(`ledger-exports/${id}/files/1`).expect(200)).text;
    await post('ledger-chart/expense', { code: '4001', name: 'Rewards of agents', ...REASON }).expect(200);
    expect((await get(`ledger-exports/${id}/files/1`).expect(200)).text).toBe(before);
    expect((await get(`ledger-exports/${id}`).expect(200)).body.changedAccounts).toEqual(['6100']);
    const { body: chart } = await get('ledger-chart').expect(200);
    expect(chart.changes[0]).toMatchObject({ account: 'expense', code: '4001', ...REASON });
    await fixture.programme.settled();
    const today = dayOf(fixture.programme.running.clock.now);
    const { body: controls } = await get(`controls?from=${today}&to=${today}`).expect(200);
    expect(controls.findings).toContainEqual(
      expect.objectContaining({ control: 'one-person', by: 'admin 1', subject: 'ledger-exports/1', ...REASON }),
    );
    const later = await exportTo('xero');
    const { body } = await get(`ledger-exports/${later}`).expect(200);
    expect(body.repeated).toMatchObject({ isSame: false, differences: [] });
    expect(body.changedAccounts).toEqual(['6100']);
    await get(`ledger-exports/${id}/files/2`).expect(404);
    await get('ledger-exports/nothing').expect(404);
  });

  test('writes SAP after its company code is set, and warns of days that were exported before', async () => {
    const { body: refused } = await post('ledger-exports', { system: 'sap', from: FROM, to: TO }).expect(422);
    expect(refused.message).toContain('SAP company code');
    const { settings } = (await get('ledger-chart').expect(200)).body;
    await post('ledger-settings', { ...settings, sapCompanyCode: 'FY01', ...REASON }).expect(200);
    const id = await exportTo('sap');
    const file = await get(`ledger-exports/${id}/files/1`).expect(200);
    expect(file.headers['content-type']).toContain('text/plain');
    const { body: overlap } = await get(`ledger-exports/preview?system=sap&from=${FROM}&to=2026-11-18`).expect(200);
    expect(overlap.overlaps).toEqual([{ exportId: id, from: FROM, to: TO }]);
  });

  test('shows the differences of the ledger by account and day, and keeps the result', async () => {
    const id = await exportTo('sage');
    const { text } = await get(`ledger-exports/${id}/files/1`).expect(200);
    const cells = (parse(text) as string[][]).map((row) => [row[1], row[3], row[6]]);
    const upload = async (rows: readonly (readonly (string | undefined)[])[]) => {
      const csv = ['Date,Account,Amount', ...rows.map((row) => row.join(','))].join('\n');
      return (await fixture.programme.upload(`/admin/ledger-exports/${id}/read-back`, csv)).body;
    };
    expect(await upload(cells)).toMatchObject({ kind: 'journal', differing: 0, differenceCents: 0, otherAccounts: 0 });
    const [date, account, amount] = cells[0] as [string, string, string];
    const changed = [[date, account, (Number(amount) + 0.01).toFixed(2)], ...cells.slice(1), [date, '9999', '5.00']];
    const body = await upload(changed);
    expect(body).toMatchObject({ differing: 1, differenceCents: 1, otherAccounts: 1 });
    expect(body.rows.filter(({ state }: { state: string }) => state !== 'agrees')).toMatchObject([
      { code: account, day: FROM, differenceCents: 1, state: 'differs' },
    ]);
    const { body: kept } = await get(`ledger-exports/${id}`).expect(200);
    expect(kept.readBacks).toMatchObject([{ differing: 1, readByName: expect.any(String) }, { differing: 0 }]);
    await fixture.programme.upload(`/admin/ledger-exports/${id}/read-back`, 'nothing').expect(422);
  });
});
