import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Overview } from '../../api/types.ts';
import { Balance, ExpiresSoon } from './Balance.tsx';

const OVERVIEW: Overview = {
  fullName: 'Thandi Nkosi',
  firstName: 'Thandi',
  surname: 'Nkosi',
  loyaltyTrackingNo: 'FT1',
  months: [],
  blockers: [],
  balanceCents: 150_00,
  earnedCents: 150_00,
  pendingCents: 0,
  paidCents: 0,
  expiredCents: 0,
  payoutMinimumCents: 100_00,
  isMinimumWaived: false,
  minimumRewardCents: 50_00,
  onTheWay: null,
  expiring: null,
  account: null,
  sameDaysLastMonthCents: 0,
};
const show = (changes: Partial<Overview>) =>
  render(<Balance of={{ data: { ...OVERVIEW, ...changes }, error: null, refetch: async () => undefined }} />, {
    wrapper: MemoryRouter,
  });

test('names the next payout only while no run holds the money', () => {
  show({});
  expect(screen.getByText('You’ll be paid with the next payout.')).toBeVisible();
});

test.each([
  [true, 'Your payout of R150.00 is on its way. Expected 16 Mar 2026.'],
  [false, 'R150.00 is scheduled for payment on 16 Mar 2026.'],
])('shows the pay date of money that a run holds, approved or not (%s)', (isApproved, text) => {
  show({ onTheWay: { nettCents: 150_00, payDate: '2026-03-16', isApproved } });
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByText(/with the next payout/)).toBeNull();
});

test.each([
  [['BankAccountCooling'], /You don’t need to do anything: we pay you after the time below\./],
  [['BankAccountCooling', 'TaxNumberMissing'], /We can pay you once these 2 points are resolved\./],
])('says whether the agent must act: %s', (codes, text) => {
  show({ blockers: codes.map((code) => ({ code, text: code, href: '' })) });
  expect(screen.getByText(text)).toBeVisible();
});

test.each([
  [[], 'You’ll be paid with the next payout.'],
  [['TaxNumberMissing'], 'We can pay you once this point is resolved.'],
])('promises the payout of a balance below the minimum that finance waived: %s', (codes, text) => {
  const blockers = codes.map((code) => ({ code, text: code, href: '' }));
  show({ balanceCents: 37_50, earnedCents: 37_50, isMinimumWaived: true, blockers });
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('shows the amount of the scheduled payout, and the part of the balance that it leaves for later', () => {
  show({ onTheWay: { nettCents: 120_00, payDate: '2026-03-16', isApproved: false } });
  expect(screen.getByText('R120.00', { selector: '.figure' })).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByText(/on 16 Mar 2026\. The other R30\.00 is paid with a later payout\./)).toBeVisible();
});

test('explains pending rewards where there are any', () => {
  const { unmount } = show({ pendingCents: 37_50 });
  expect(screen.getByText(/^Pending: the rental is on hold/)).toBeVisible();
  unmount();
  show({});
  expect(screen.queryByText(/^Pending: /)).toBeNull();
});

test('warns of what expires soon, with a link to the rewards', () => {
  const { rerender, container } = render(<ExpiresSoon expiring={{ nettCents: 75_00, firstOn: '2026-04-05' }} />, {
    wrapper: MemoryRouter,
  });
  expect(screen.getByText(/R75\.00 of your balance expires soon, starting on 5 Apr 2026/)).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/agent/payouts');
  rerender(<ExpiresSoon expiring={null} />);
  expect(container).toBeEmptyDOMElement();
});

test('explains a balance that differs from the available rewards', () => {
  show({ balanceCents: 128_45 });
  expect(screen.getByText('Corrections')).toBeVisible();
  expect(screen.getByText('−R21.55')).toBeVisible();
});
