import { render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Overview, Promotion } from '../../api/types.ts';
import { EarnMore } from '../offers/EarnMore.tsx';
import { Greeting } from './Greeting.tsx';

// The server writes the figures into each page. The portal reads them once, so they are there before its modules.
vi.hoisted(() => {
  for (const [name, content] of Object.entries({ 'minimum-reward': 'R60.50', 'payout-minimum': 'R200' }))
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
});

const PROMOTION = {
  id: '1',
  promoCode: 'karoo20',
  promoRate: 0.2,
  description: 'A fifth.',
  startDate: '2026-01-01T00:00:00+02:00',
  endDate: '2026-12-31T00:00:00+02:00',
  isActive: true,
  version: 1,
} satisfies Promotion;

test('uses the minimum figures of the page until those of the agent have loaded', () => {
  const promotions = { data: [PROMOTION], error: null, refetch: async () => undefined };
  const page = (overview?: Pick<Overview, 'firstName' | 'surname' | 'payoutMinimumCents' | 'minimumRewardCents'>) => (
    <>
      <Greeting agent={null} overview={overview} />
      <EarnMore loyaltyTrackingNo="FT1" minimumRewardCents={overview?.minimumRewardCents} promotions={promotions} />
    </>
  );
  const { rerender } = render(page());
  expect(screen.getByText(/^Payouts are made only at R200 or more\./)).toBeVisible();
  expect(screen.getByText(/time-and-kilometre revenue, at least R60\.50 before tax\.$/)).toBeVisible();
  const minimums = { payoutMinimumCents: 250_00, minimumRewardCents: 70_00 };
  for (const [firstName, surname, greeting] of [
    ['thandi', 'nkosi', 'Hello, Thandi Nkosi'],
    ['thandi', 'Nkosi', 'Hello, Thandi Nkosi'],
    ['deon', 'van der Merwe', 'Hello, Deon van der Merwe'],
  ] as const) {
    rerender(page({ ...minimums, firstName, surname }));
    expect(screen.getByRole('heading', { name: greeting })).toBeVisible();
  }
  expect(screen.getByText(/^Payouts are made only at R250 or more\./)).toBeVisible();
  expect(screen.getByText(/time-and-kilometre revenue, at least R70 before tax\.$/)).toBeVisible();
});

test('says that the promotions could not be loaded', () => {
  const promotions = { data: undefined, error: new Error('offline'), refetch: vi.fn() };
  render(<EarnMore loyaltyTrackingNo="FT1" minimumRewardCents={undefined} promotions={promotions} />);
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('The promotions could not be loaded.');
  within(alert).getByRole('button', { name: 'Try again' }).click();
  expect(promotions.refetch).toHaveBeenCalledOnce();
});
