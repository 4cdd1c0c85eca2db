import { certifiableYears } from '@fynbos/domain/tax/certificates.ts';
import { expect, test } from 'vitest';
import type { FoldEvent } from '../engine/projection.ts';
import { type TaxRow, tax } from './tax.ts';

const paid = (directiveNumber: string | undefined, grossCents: number) => ({
  type: 'PayoutPaid',
  data: {
    ...{ agentId: 7, paidOn: '2026-11-12', grossCents, payeCents: grossCents / 10, nettCents: (grossCents * 9) / 10 },
    treatment: {
      kind: directiveNumber ? 'directive' : 'paye',
      rate: 0.1,
      ...(directiveNumber ? { directiveNumber } : {}),
    },
  },
});

function rowsAfter(...events: { type: string; data: object }[]): TaxRow[] {
  const rows = new Map<string, TaxRow | null>();
  for (const each of events) {
    const event = each as unknown as FoldEvent<never>;
    for (const key of tax.keys(event)) rows.set(key, tax.evolve(rows.get(key) ?? null, event, key));
  }
  return [...rows.values()].filter((row) => row !== null);
}

test('two directives of one month stand each by itself, and both on the certificate', () => {
  const first = paid('111', 100_00);
  const returned = { type: 'PayoutReturned', data: { ...first.data, returnedOn: '2026-11-20' } };
  const rows = rowsAfter(first, paid('222', 200_00), paid('111', 50_00), returned, paid(undefined, 400_00));
  expect(rows.map(({ id, directiveNumber, grossCents }) => [id, directiveNumber, grossCents])).toEqual([
    ['7:2026-11:directive:111', '111', 50_00],
    ['7:2026-11:directive:222', '222', 200_00],
    ['7:2026-11:paye', null, 400_00],
  ]);
  const { years } = certifiableYears(rows);
  expect(years).toMatchObject([
    { directiveNumbers: ['111', '222'], grossCents: 650_00, months: [{ month: '2026-11' }] },
  ]);
});

test.each([
  ['a contractor', { kind: 'independent-contractor', rate: 0 }, 0, 'independent-contractor', 'IT3(a)'],
  ['one whom the old system took PAYE from', { kind: 'independent-contractor', rate: 0 }, 10_00, 'paye', 'IRP5'],
  ['a directive', { kind: 'directive', rate: 0.1, directiveNumber: '111' }, 10_00, 'directive', 'IRP5'],
  ['a balance of before treatments were recorded', undefined, 10_00, 'paye', 'IRP5'],
])('what the old system had paid %s is certified by its treatment', (_whom, treatment, paye, kind, type) => {
  const data = { agentId: 7, asOf: '2026-10-31', payeRate: 0.25, taxYear: 2027, grossCents: 0, payeCents: 0 };
  const year = { grossThisTaxYearCents: 100_00, payeThisTaxYearCents: paye };
  const rows = rowsAfter({
    type: 'OpeningBalanceTaken',
    data: { ...data, ...year, nettCents: 0, paidCents: 90_00, ...(treatment && { treatment }) },
  });
  expect(rows).toMatchObject([
    {
      id: '7:2026-10:opening',
      kind,
      isOpening: true,
      directiveNumber: kind === 'directive' ? '111' : null,
      grossCents: 100_00,
      nettCents: 100_00 - paye,
    },
  ]);
  expect(certifiableYears(rows).years).toMatchObject([{ type, grossCents: 100_00, payeCents: paye }]);
});
