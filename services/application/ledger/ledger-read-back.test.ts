import { INITIAL_CHART } from '@fynbos/domain/ledger-export/chart.ts';
import type { LedgerSum } from '@fynbos/domain/ledger-export/events.ts';
import { describe, expect, test } from 'vitest';
import { comparePosted, type PostedLine } from './ledger-read-back.ts';

const CHART = {
  ...INITIAL_CHART,
  accounts: {
    expense: { code: '4000/000', name: 'Rewards' },
    payable: { code: '002100', name: 'Payable' },
    payeAccrued: { code: '002100', name: 'Payable' },
  },
};
const sum = (day: string, account: LedgerSum['account'], cents: number): LedgerSum => ({
  day,
  account,
  debitCents: Math.max(0, cents),
  creditCents: Math.max(0, -cents),
});
const FIRST = '2026-11-17';
const SECOND = '2026-11-18';
const EXPORT = {
  from: FIRST,
  to: SECOND,
  sums: [
    sum(FIRST, 'expense', 200_00),
    sum(FIRST, 'payable', -150_00),
    sum(FIRST, 'payeAccrued', -50_00),
    sum(SECOND, 'expense', 10_00),
    sum(SECOND, 'payable', -10_00),
  ],
};
const posted = (code: string, day: string | null, cents: number): PostedLine => ({ code, day, cents });

describe('the read-back of an export', () => {
  test('agrees on a day and account, also where two accounts share a code or a code is written otherwise', () => {
    const lines = [
      posted('4000000', FIRST, 200_00),
      posted('2100', FIRST, -120_00),
      posted('2100', FIRST, -80_00),
      posted('4000/000', SECOND, 10_00),
      posted('002100', SECOND, -10_00),
    ];
    expect(comparePosted(CHART, EXPORT, { kind: 'journal', lines })).toMatchObject({
      agreeing: 4,
      differing: 0,
      differenceCents: 0,
      otherAccounts: 0,
      otherDays: 0,
    });
  });

  test('shows what differs, is missing or was posted in addition, to the cent', () => {
    const lines = [
      posted('4000/000', FIRST, 200_01),
      posted('2100', FIRST, -200_00),
      posted('4000/000', SECOND, 10_00),
      posted('2100', '2026-11-19', -10_00),
      posted('9999', FIRST, 5_00),
    ];
    const result = comparePosted(CHART, EXPORT, { kind: 'journal', lines });
    expect(result).toMatchObject({ agreeing: 2, differing: 2, differenceCents: 10_01, otherAccounts: 1, otherDays: 1 });
    expect(result.rows.filter(({ state }) => state !== 'agrees')).toMatchObject([
      { day: FIRST, code: '4000/000', name: 'Rewards', exportedCents: 200_00, postedCents: 200_01, differenceCents: 1 },
      { day: SECOND, code: '002100', state: 'missing', differenceCents: 10_00 },
    ]);
    const twice = [...lines.slice(0, 3), posted('2100', SECOND, -10_00), posted('4000/000', FIRST, 1)];
    expect(comparePosted(CHART, EXPORT, { kind: 'journal', lines: twice }).rows).toContainEqual(
      expect.objectContaining({ day: FIRST, code: '4000/000', differenceCents: 2 }),
    );
  });

  test('includes cash in transit, which has its own account', () => {
    const accounts = { bank: { code: '1000', name: 'Bank' }, inTransit: { code: '1010', name: 'In transit' } };
    const sums = [sum(FIRST, 'bank', 50_00), sum(FIRST, 'inTransit', -50_00)];
    const lines = [posted('1000', FIRST, 50_00), posted('1010', FIRST, -49_00)];
    const found = comparePosted({ ...CHART, accounts }, { ...EXPORT, sums }, { kind: 'journal', lines });
    expect(found.rows).toMatchObject([
      { code: '1000', state: 'agrees' },
      { code: '1010', differenceCents: 1_00 },
    ]);
  });

  test('compares a trial balance by account over the whole period', () => {
    const lines = [posted('4000/000', null, 210_00), posted('2100', null, -209_99)];
    expect(comparePosted(CHART, EXPORT, { kind: 'trial-balance', lines })).toMatchObject({
      agreeing: 1,
      differing: 1,
      differenceCents: 1,
      rows: [
        { day: null, code: '002100', differenceCents: 1, state: 'differs' },
        { day: null, code: '4000/000', state: 'agrees' },
      ],
    });
  });
});
