import { describe, expect, test } from 'vitest';
import { certificateNumber } from './certificate.ts';
import { emp501Of, reconciliationPeriod } from './emp501.ts';

const month = (name: string, payeCents: number) => ({ month: name, payeCents, sdlCents: payeCents / 25 });
const RETURNS = [month('2026-02', 99_00), month('2026-03', 25_00), month('2026-08', 50_00), month('2027-02', 75_00)];
const irp5 = (payeCents: number) => ({ type: 'IRP5' as const, grossCents: payeCents * 4, payeCents });
const given = { returns: RETURNS, sdlRate: 0.01, today: '2026-09-01' };

describe('the employer reconciliation', () => {
  test('covers the first six months of the tax year in August, and is named by its calendar month', () => {
    expect(reconciliationPeriod(2027, 'interim')).toEqual({
      code: '202608',
      from: '2026-03',
      to: '2026-08',
      lastDay: '2026-08-31',
      months: 6,
    });
    expect(reconciliationPeriod(2028, 'final')).toMatchObject({ code: '202802', to: '2028-02', lastDay: '2028-02-29' });
    const certificates = [irp5(25_00), irp5(50_00), { type: 'IT3(a)' as const, grossCents: 100_00, payeCents: 0 }];
    expect(emp501Of(2027, 'interim', { ...given, certificates })).toMatchObject({
      declaredPayeCents: 75_00,
      certifiedPayeCents: 75_00,
      differenceCents: 0,
      certificates: 3,
      isOver: true,
      declaredSdlCents: 3_00,
      certifiedSdlCents: 3_00,
    });
  });

  test('shows at the end of the year what was declared and is in no certificate', () => {
    expect(emp501Of(2027, 'final', { ...given, certificates: [irp5(75_00)] })).toMatchObject({
      declaredPayeCents: 150_00,
      differenceCents: 75_00,
      isOver: false,
    });
  });

  test('has separate certificate numbers', () => {
    const year = { sourceCode: '3606', reasonCode: null };
    const [interim, final] = (['interim', 'final'] as const).map((period) =>
      certificateNumber('7000000000', { taxYear: 2027, agentId: 7, version: 1 }, year, period),
    );
    expect(interim).toBe('700000000020260800000000700001');
    expect(final).toBe('700000000020270200000000700001');
  });
});
