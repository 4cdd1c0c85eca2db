import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Promotion } from '../../api/types.ts';
import { EarnMore } from '../offers/EarnMore.tsx';
import { Greeting } from './Greeting.tsx';

const PROMOTION = {
  id: 1,
  promoCode: 'karoo20',
  promoRate: 0.2,
  description: 'A fifth.',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  isActive: true,
} as unknown as Promotion;

test('what is paid at least, and from how much, are the figures of the policy in force', () => {
  const page = (payoutMinimumCents?: number, minimumRewardCents?: number) => (
    <>
      <Greeting
        agent={null}
        overview={payoutMinimumCents === undefined ? null : { fullName: 'thandi nkosi', payoutMinimumCents }}
      />
      <EarnMore loyaltyTrackingNo="FT1" promotions={[PROMOTION]} minimumRewardCents={minimumRewardCents} />
    </>
  );
  const { rerender } = render(page(200_00, 60_50));
  expect(screen.getByRole('heading', { name: 'Hello, Thandi Nkosi' })).toBeVisible();
  expect(screen.getByText(/^Payouts are made only at R200 or more\./)).toBeVisible();
  expect(screen.getByText(/time-and-kilometre revenue, at least R60\.50 before tax\.$/)).toBeVisible();
  rerender(page());
  expect(screen.getByText(/^Payouts are made only at the minimum or more\./)).toBeVisible();
  expect(screen.getByText(/time-and-kilometre revenue\.$/)).toBeVisible();
});
