import { addDays } from '@fynbos/domain/calendar.ts';
import { type Chart, INITIAL_CHART } from '@fynbos/domain/ledger-export/chart.ts';
import { LEDGER_ACCOUNT_NAMES } from '@fynbos/domain/ledger-export/events.ts';
import type { JournalRow } from '@fynbos/projections/journal/journal.ts';
import { describe, expect, test } from 'vitest';
import { exportLines, exportSums, ledgerFiles } from './ledger-files.ts';

const row = (bookedOn: string, kind: JournalRow['kind'], grossCents: number, valueOn = bookedOn): JournalRow => ({
  id: `${bookedOn}:${valueOn}:${kind}`,
  bookedOn,
  valueOn,
  kind,
  entries: 1,
  grossCents,
  payeCents: grossCents / 4,
  nettCents: grossCents - grossCents / 4,
});
const CHART: Chart = {
  accounts: Object.fromEntries(
    LEDGER_ACCOUNT_NAMES.map((account, at) => [account, { code: `${4000 + at}`, name: `Account, "${at}"` }]),
  ),
  settings: { ...INITIAL_CHART.settings, sapCompanyCode: 'FY01' },
};
const ROWS = [
  row('2026-02-28', 'reward', 200_00, '2026-02-27'),
  row('2026-02-28', 'reward', 40_00, '2026-02-28'),
  row('2026-02-28', 'payout', 100_00),
  row('2026-03-01', 'expiry', 12_36),
];
const linesOf = (content: string, delimiter = ','): string[][] =>
  content
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(delimiter));
const centsOf = (text = ''): number => Math.round(Number(text) * 100);
const total = (amounts: readonly number[]): number => amounts.reduce((sum, cents) => sum + cents, 0);

describe('the files for the company’s ledger', () => {
  const lines = exportLines(ROWS);

  test('have one double entry per day and kind, whatever the value days', () => {
    expect(lines.filter(({ kind }) => kind === 'reward')).toMatchObject([
      { day: '2026-02-28', account: 'expense', debitCents: 240_00, creditCents: 0 },
      { day: '2026-02-28', account: 'payable', debitCents: 0, creditCents: 180_00 },
      { day: '2026-02-28', account: 'payeAccrued', debitCents: 0, creditCents: 60_00 },
    ]);
    for (const [day, own] of Map.groupBy(lines, (line) => line.day))
      expect(total(own.map(({ debitCents, creditCents }) => debitCents - creditCents)), day).toBe(0);
    expect(exportSums(lines).find(({ day, account }) => day === '2026-02-28' && account === 'payable')).toEqual({
      day: '2026-02-28',
      account: 'payable',
      debitCents: 75_00,
      creditCents: 180_00,
    });
    expect(exportLines(ROWS.toReversed())).toEqual(lines);
  });

  test('give Xero a journal per day that balances, with debits as positive amounts', () => {
    const [file, ...more] = ledgerFiles('xero', CHART, lines);
    expect(more).toEqual([]);
    expect(file?.name).toBe('journal-xero-2026-02-28-2026-03-01.csv');
    const [header, ...rows] = linesOf(file?.content ?? '');
    expect(header?.slice(0, 6)).toEqual(['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount']);
    expect(rows[0]).toEqual([
      'Agent rewards FR-20260228',
      '28/02/2026',
      'Rewards earned',
      '4000',
      'No VAT',
      '240.00',
      '',
      '',
      '',
      '',
    ]);
    for (const own of Map.groupBy(rows, ([narration]) => narration).values())
      expect(total(own.map((cells) => centsOf(cells[5])))).toBe(0);
  });

  test('give Sage Pastel periods of the financial year, 8 characters of reference and 18 columns', () => {
    const rows = linesOf(ledgerFiles('sage', CHART, lines)[0]?.content ?? '');
    expect(new Set(rows.map((cells) => cells.length))).toEqual(new Set([18]));
    expect(rows[0]?.slice(0, 7)).toEqual(['12', '28/02/2026', 'G', '4000', 'FR260228', 'Rewards earned', '240.00']);
    expect(rows.at(-1)?.[0]).toBe('1');
    expect(total(rows.map((cells) => centsOf(cells[6])))).toBe(0);
    for (const cells of rows) {
      expect(cells[4]?.length).toBe(8);
      expect(cells[5]?.length).toBeLessThanOrEqual(36);
    }
  });

  test('give SAP a document per day with posting keys 40 and 50 and amounts without a sign', () => {
    const [header, ...rows] = linesOf(ledgerFiles('sap', CHART, lines)[0]?.content ?? '', '\t');
    const cell = (cells: string[], name: string) => cells[header?.indexOf(name) ?? -1] ?? '';
    for (const own of Map.groupBy(rows, (cells) => cell(cells, 'XBLNR')).values()) {
      expect(own.map((cells) => Number(cell(cells, 'BUZEI')))).toEqual(own.map((_, at) => at + 1));
      const side = (key: string) =>
        total(own.filter((cells) => cell(cells, 'NEWBS') === key).map((cells) => centsOf(cell(cells, 'WRBTR'))));
      expect(side('40')).toBe(side('50'));
    }
    expect(rows[0]?.slice(0, 5)).toEqual(['FY01', 'SA', '28.02.2026', '28.02.2026', 'ZAR']);
    expect(rows.every((cells) => Number(cell(cells, 'WRBTR')) > 0)).toBe(true);
  });

  test('are split between days at the 300 lines that Xero takes, and stay the same bytes', () => {
    const days = Array.from({ length: 92 }, (_, at) => addDays('2026-01-01', at));
    const many = exportLines(days.flatMap((day) => [row(day, 'reward', 400), row(day, 'payout', 80)]));
    const files = ledgerFiles('xero', CHART, many);
    expect(files.map(({ lines: count }) => count)).toEqual([294, 294, 56]);
    expect(files[1]?.name).toBe('journal-xero-2026-02-12-2026-03-25-2-of-3.csv');
    expect(
      ledgerFiles(
        'xero',
        CHART,
        exportLines(days.toReversed().flatMap((day) => [row(day, 'payout', 80), row(day, 'reward', 400)])),
      ),
    ).toEqual(files);
    for (const { content } of files)
      expect(
        total(
          linesOf(content)
            .slice(1)
            .map((cells) => centsOf(cells[5])),
        ),
      ).toBe(0);
  });

  test('neutralise a text that a spreadsheet would run as a formula', () => {
    const settings = { ...CHART.settings, xeroTaxRate: '=HYPERLINK("x")' };
    const content = ledgerFiles('xero', { ...CHART, settings }, lines)[0]?.content ?? '';
    expect(content).toContain(`"'=HYPERLINK(""x"")"`);
  });
});
