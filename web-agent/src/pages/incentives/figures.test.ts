import { expect, test } from 'vitest';
import type { IncentiveLine, MonthSums, Overview, Promotion } from '../../api/types.ts';
import { inOrder, timeText } from '../offers/promotion-time.ts';
import { trendText } from '../overview/EarningsHero.tsx';
import { capitalised } from '../overview/Greeting.tsx';
import { finding } from '../year/year-figures.ts';
import { countText, monthFigures } from './month-figures.ts';
import { whyText } from './why-text.ts';

const LINE: IncentiveLine = {
  reservationNo: 'R1',
  marketSector: 'Leisure',
  date: '2026-10-01',
  promoCode: 'CLUBVAN',
  reason: null,
  reservedOn: '2026-09-09',
  taxTreatment: 'paye',
  taxRate: 0.25,
  correctionCents: null,
  grossAmount: 50,
  paye: 12.5,
  nettAmount: 37.5,
  status: 'Earned',
  rule: null,
  rate: 0.06,
  revenueCents: 424_52,
  policyVersion: 1,
  explanation: 'Earned: the minimum.',
};
const line = (changes: Partial<IncentiveLine>): IncentiveLine => ({ ...LINE, ...changes });
const plain = (text: string): string => text.replaceAll('\u202f', ' ');

test('explains a minimum reward, a hold, the tax and a payment that was corrected', () => {
  expect(whyText(LINE)).toBe(
    '6% of R424.52 would be R25.47, so you get the minimum of R50.00. Less 25% PAYE R12.50. You get R37.50.',
  );
  expect(whyText(line({ status: 'Pending' }))).toContain('you get R37.50 once it’s resolved.');
  const directive = line({ taxTreatment: 'directive', taxRate: 0.0725, paye: 3.63, nettAmount: 46.37 });
  expect(whyText(directive)).toContain('Less 7.25% PAYE under your tax directive: R3.63.');
  const halfCent = line({ rate: 0.15, revenueCents: 500_70, grossAmount: 75.11 });
  expect(whyText(halfCent), 'half a cent is rounded up').toContain('15% of R500.70 (time and kilometres) = R75.11.');
  expect(whyText(line({ taxTreatment: 'non-resident' }))).toContain('Less 25% tax for non-residents: R12.50.');
  const paid = line({
    status: 'Paid',
    grossAmount: 246.48,
    paye: 61.62,
    nettAmount: 184.86,
    rate: 0.09,
    revenueCents: 2738_68,
    correctionCents: -2873,
  });
  expect(plain(whyText(paid))).toBe(
    '9% of R2 738.68 (time and kilometres) = R246.48. Less 25% PAYE R61.62. You were paid R184.86. After payout the reward was calculated again: R28.73 before tax is deducted from your balance.',
  );
});

test('explains a refusal without the code of its reason', () => {
  const declined = (reason: IncentiveLine['reason'], changes: Partial<IncentiveLine> = {}) =>
    whyText(line({ status: 'Declined', reason, ...changes }));
  expect(declined('NonQualifyingCode', { promoCode: null })).toBe('The reservation had no promotion code.');
  expect(declined('PromotionNotActive')).toBe('CLUBVAN wasn’t active on 9\u00a0Sep\u00a02026, the day you booked.');
  expect(declined('NewReason' as never, { explanation: 'Declined: something else.' })).toBe(
    'Declined: something else.',
  );
  expect(declined('RewardExceedsRevenue')).toContain('revenue of R424.52, so none is due.');
  const { revenueCents: _lacking, ...stored } = LINE;
  const old = { ...stored, status: 'Declined', reason: 'RewardExceedsRevenue' } as IncentiveLine;
  expect(whyText(old), 'an offline copy of an earlier release').toContain('revenue, so none is due.');
});

test('sums a month from its reservations to the cent', () => {
  const lines = [
    LINE,
    line({ nettAmount: 0.1 }),
    line({ status: 'Declined' }),
    line({ status: 'Declined', reason: 'OpeningBalance' }),
  ];
  const figures = monthFigures([{ details: lines } as never]);
  expect(figures).toMatchObject({ nettCents: 3760, rewards: 2, declined: 1 });
  expect(countText(figures)).toBe('2 rewards, 1 reservation didn’t qualify');
});

test('compares this month with the same days of the last one', () => {
  const sums = (month: string, earnedCents: number): MonthSums => ({
    month,
    earnedCents,
    pendingCents: 0,
    paidCents: 0,
    expiredCents: 0,
    declined: 0,
  });
  const overview = (now: number, before: number) =>
    ({
      months: [sums('2026-11', now), sums('2026-10', 900_00)],
      sameDaysLastMonthCents: before,
    }) as unknown as Overview;
  expect(trendText(overview(300_00, 200_00))).toBe('R100.00 more than at this point in October.');
  expect(trendText(overview(100_00, 200_00))).toBe('R100.00 less than at this point in October.');
  expect(trendText(overview(0, 0))).toMatch(/first reward/);
  expect(finding([sums('2026-10', 100_00), sums('2026-11', 50_00)])).toBe(
    'Rewards of R150.00 nett since October 2026. Best month: October 2026, R100.00.',
  );
});

test('lists promotions that can be booked now first, with their end', () => {
  const midnight = (day: string): string => `${day}T00:00:00+02:00`;
  const promotion = (promoCode: string, promoRate: number, from: string, to: string | null): Promotion => ({
    id: promoCode,
    promoCode,
    promoRate,
    startDate: midnight(from),
    endDate: to && midnight(to),
    description: '',
    isActive: true,
    version: 1,
  });
  const later = promotion('NEXT', 0.15, '2026-12-13', '2027-03-13');
  const soon = promotion('SPRING', 0.16, '2026-10-04', '2026-12-03');
  const always = promotion('ALWAYS', 0.09, '2025-08-24', null);
  const today = '2026-11-24';
  expect(inOrder([later, always, soon], today).map(({ promoCode }) => promoCode)).toEqual(['SPRING', 'ALWAYS', 'NEXT']);
  expect(timeText(soon, today)).toBe('9 days left to book.');
  expect(timeText(soon, '2026-12-03')).toBe('Today is the last day to book.');
  expect(timeText(soon, '2026-10-04')).toBe('');
  expect(timeText(always, today)).toBe('No end date.');
  expect(timeText(later, today)).toBe('Bookings before that day earn nothing with it.');
  expect(timeText(later, '2026-12-12')).toBe('Bookings before that day earn nothing with it.');
  expect(timeText(later, '2026-12-13'), 'its first day').toBe('');
});

test('capitalises only a part of a name that was typed without capitals', () => {
  expect(capitalised('anna-marie')).toBe('Anna-Marie');
  expect(capitalised('van der Merwe')).toBe('van der Merwe');
});
