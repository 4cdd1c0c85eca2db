import { describe, expect, test } from 'vitest';
import { fold } from '../decider.ts';
import type { LedgerAccount } from '../ledger/journal.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { chartProblems, INITIAL_CHART } from './chart.ts';
import type { LedgerExportEvent, LedgerSum } from './events.ts';
import { exportWithId, type LedgerExportCommand, ledgerExportDecider } from './ledger-export.ts';
import { chartChanges, overlapping, sumDifferences } from './queries.ts';
import { chartInForce } from './state.ts';

type CommandOf<Type extends LedgerExportCommand['type']> = Timed<Extract<LedgerExportCommand, { type: Type }>>;
const BY = { by: 2, at: '2026-11-20T08:00:00.000Z' };
const map = (account: LedgerAccount, code: string, name = `Account ${code}`): CommandOf<'MapAccount'> => ({
  type: 'MapAccount',
  account,
  code,
  name,
  reason: 'As our chart of accounts',
  ...BY,
});
const sum = (day: string, account: LedgerAccount, cents: number): LedgerSum => ({
  day,
  account,
  debitCents: Math.max(0, cents),
  creditCents: Math.max(0, -cents),
});
const DAY = '2026-11-17';
const SUMS = [sum(DAY, 'expense', 200_00), sum(DAY, 'payable', -150_00), sum(DAY, 'payeAccrued', -50_00)];
const EXPORT: CommandOf<'RecordExport'> = {
  type: 'RecordExport',
  exportId: 'e1',
  system: 'xero',
  from: DAY,
  to: DAY,
  chartVersion: 3,
  sums: SUMS,
  position: '7',
  ...BY,
  files: [{ name: 'journal.csv', sha256: 'aa', lines: 3 }],
};
const MAPPED = [map('expense', '4000'), map('payable', '2100'), map('payeAccrued', '2110')];

function given(...commands: readonly Timed<LedgerExportCommand>[]) {
  const events: LedgerExportEvent[] = [];
  for (const command of commands) {
    const state = fold(ledgerExportDecider, ledgerExportDecider.initial, events);
    events.push(...decideTimed(ledgerExportDecider, command, state));
  }
  return fold(ledgerExportDecider, ledgerExportDecider.initial, events);
}
const when = (command: Timed<LedgerExportCommand>, ...before: readonly Timed<LedgerExportCommand>[]) =>
  decideTimed(ledgerExportDecider, command, given(...before));

describe('the chart of the company’s accounts', () => {
  test('changes an account with its reason, and records nothing for the same account', () => {
    const [event] = when(map('bank', '1100'));
    expect(event).toMatchObject({
      type: 'LedgerAccountMapped',
      data: { account: 'bank', code: '1100', reason: 'As our chart of accounts', mappedBy: 2, mappedAt: BY.at },
    });
    expect(when(map('bank', '1100'), map('bank', '1100'))).toEqual([]);
    expect(chartInForce(given(map('bank', '1100'), map('bank', '1200'))).chart.accounts.bank?.code).toBe('1200');
  });

  test.each(['', '=1+1', '-100', '12345678901', 'a b'])('rejects the account code “%s”', (code) => {
    expect(() => when(map('bank', code))).toThrow(expect.objectContaining({ code: 'ledger-export.code' }));
  });

  test('gives accounts that share a code one name', () => {
    expect(() => when(map('payable', '2100', 'PAYE'), map('payeAccrued', '2100', 'Rewards'))).toThrow('is named');
    expect(when(map('payable', '2100', 'Rewards'), map('payeAccrued', '2100', 'Rewards'))).toHaveLength(1);
  });

  test('rejects settings that no file could carry', () => {
    const { settings } = INITIAL_CHART;
    const change = (part: Partial<typeof settings>) =>
      when({ type: 'ChangeSettings', settings: { ...settings, ...part }, reason: 'x', ...BY });
    expect(change({ sapCompanyCode: '1000' })).toHaveLength(1);
    expect(change({})).toEqual([]);
    for (const part of [{ xeroTaxRate: '=x' }, { sageFirstMonth: 13 }, { sapCompanyCode: 'TOOLONG' }])
      expect(() => change(part)).toThrow(expect.objectContaining({ kind: 'invalid' }));
  });

  test('names every account that a system lacks or cannot take', () => {
    const accounts = { expense: { code: '4000/001', name: 'Rewards' }, bank: { code: '1-100', name: 'Bank' } };
    const chart = { ...INITIAL_CHART, accounts };
    expect(chartProblems(chart, 'xero', ['expense', 'payable'])).toEqual([
      { field: 'payable', message: '2310 Rewards payable to agents has no account in your ledger.' },
    ]);
    expect(chartProblems(chart, 'sage', ['expense', 'bank']).map(({ field }) => field)).toEqual(['bank']);
    expect(chartProblems(chart, 'sap', ['expense']).map(({ field }) => field)).toEqual(['expense', 'sapCompanyCode']);
  });
});

describe('an export to the company’s ledger', () => {
  test('is recorded with its period, checksums, totals and position', () => {
    expect(when(EXPORT, ...MAPPED)).toMatchObject([
      {
        type: 'LedgerExported',
        data: {
          from: DAY,
          to: DAY,
          debitCents: 200_00,
          creditCents: 200_00,
          position: '7',
          repeats: null,
          exportedBy: 2,
        },
      },
    ]);
  });

  test('is refused with the name of each account that is not mapped', () => {
    const [expense] = MAPPED as [Timed<LedgerExportCommand>];
    expect(() => when({ ...EXPORT, chartVersion: 1 }, expense)).toThrow(
      expect.objectContaining({
        code: 'ledger-export.chart',
        errors: [expect.objectContaining({ field: 'payable' }), expect.objectContaining({ field: 'payeAccrued' })],
      }),
    );
  });

  test.each([
    ['today', { to: '2026-11-20' }, 'to'],
    ['days in the wrong order', { from: '2026-11-18' }, 'from'],
    ['more than a quarter', { from: '2026-08-01' }, 'to'],
    ['a chart that has changed since', { chartVersion: 2 }, 'chart-changed'],
    ['a day that does not balance', { sums: SUMS.slice(0, 2) }, 'unbalanced'],
    ['no entries', { sums: [] }, 'empty'],
  ])('is refused for %s', (_name, change, code) => {
    expect(() => when({ ...EXPORT, ...change }, ...MAPPED)).toThrow(
      expect.objectContaining({ code: `ledger-export.${code}` }),
    );
  });

  test('names the export that it repeats, and other exports of its days', () => {
    const again = { ...EXPORT, exportId: 'e2' };
    expect(when(again, ...MAPPED, EXPORT)).toMatchObject([{ data: { repeats: 'e1' } }]);
    expect(when(EXPORT, ...MAPPED, EXPORT)).toEqual([]);
    const longer = { system: 'xero', from: '2026-11-16', to: DAY } as const;
    const state = given(...MAPPED, EXPORT);
    expect(overlapping(state, longer).map(({ exportId }) => exportId)).toEqual(['e1']);
    expect(overlapping(state, EXPORT)).toEqual([]);
    expect(overlapping(state, { ...longer, system: 'sap' })).toEqual([]);
  });

  test('shows what later postings and later charts changed', () => {
    const later = [...SUMS, sum('2026-11-18', 'bank', -10), sum('2026-11-18', 'payable', 10)];
    expect(sumDifferences(SUMS, later)).toEqual([
      { day: '2026-11-18', account: 'bank', beforeCents: 0, afterCents: -10 },
      { day: '2026-11-18', account: 'payable', beforeCents: 0, afterCents: 10 },
    ]);
    expect(sumDifferences(SUMS, SUMS)).toEqual([]);
    const state = given(...MAPPED, EXPORT, map('expense', '4100'));
    expect(chartChanges(state, exportWithId(state, 'e1'))).toEqual({ accounts: ['expense'], settings: false });
  });

  test('keeps the result of each read-back', () => {
    const readBack: CommandOf<'RecordReadBack'> = {
      type: 'RecordReadBack',
      exportId: 'e1',
      kind: 'journal',
      sha256: 'bb',
      lines: 3,
      agreeing: 3,
      differing: 0,
      differenceCents: 0,
      ...BY,
    };
    const state = given(...MAPPED, EXPORT, readBack);
    expect(exportWithId(state, 'e1').readBacks).toMatchObject([{ sha256: 'bb', readBy: 2 }]);
    expect(() => when(readBack)).toThrow(expect.objectContaining({ kind: 'not-found' }));
  });
});
