import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Overview } from '../../api/types.ts';
import { Balance } from './Balance.tsx';
import { ExpiresSoon } from './ExpiresSoon.tsx';

const OVERVIEW: Overview = {
  ...{ fullName: 'Thandi Nkosi', loyaltyTrackingNo: 'FT1', months: [], blockers: [] },
  ...{ balanceCents: 150_00, earnedCents: 150_00, pendingCents: 0, paidCents: 0, expiredCents: 0 },
  ...{ payoutMinimumCents: 100_00, minimumRewardCents: 50_00, onTheWay: null, expiring: null },
};
const show = (changes: Partial<Overview>) =>
  render(<Balance overview={{ ...OVERVIEW, ...changes }} />, { wrapper: MemoryRouter });

test('the next run is spoken of only while no run holds the money', () => {
  show({});
  expect(screen.getByText('It goes out with the next payout run.')).toBeVisible();
});

test.each([
  [true, 'R150.00 of it is on its way to your bank account already, planned for 16 Mar 2026.'],
  [false, 'R150.00 of it is set aside in a payout that is being prepared for 16 Mar 2026.'],
])('money that a run holds is told with its day, approved or not (%s)', (isApproved, text) => {
  show({ onTheWay: { nettCents: 150_00, payDate: '2026-03-16', isApproved } });
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByText(/next payout run/)).toBeNull();
});

test('what expires soon is told beside the balance, with the way to the rewards', () => {
  const { rerender, container } = render(<ExpiresSoon expiring={{ nettCents: 75_00, firstOn: '2026-04-05' }} />, {
    wrapper: MemoryRouter,
  });
  expect(screen.getByText(/R75\.00 of your balance will expire soon, the first of it on 5 Apr 2026/)).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/agent/payouts');
  rerender(<ExpiresSoon expiring={null} />);
  expect(container).toBeEmptyDOMElement();
});
