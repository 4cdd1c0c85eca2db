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
