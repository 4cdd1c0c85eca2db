import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Payout, TaxProfile } from '../../api/types.ts';
import { PayoutList } from './PayoutList.tsx';
import { Expiring } from './PayoutsPage.tsx';

const payout = (id: string, changes: Partial<Payout> = {}): Payout => ({
  id,
  reference: `FR${id}`,
  payDate: '2026-03-16',
  state: 'paid',
  status: 'Paid',
  reason: null,
  treatment: 'paye',
  rewards: 2,
  settledOn: '2026-03-17',
  againIn: null,
  grossCents: 800_00,
  payeCents: 200_00,
  nettCents: 600_00,
  ...changes,
});
const show = (...payouts: Payout[]) => render(<PayoutList payouts={payouts} />, { wrapper: MemoryRouter });

beforeEach(() => {
  const amounts = { grossCents: 800_00, payeCents: 200_00, nettCents: 600_00 };
  const lines = [
    { what: 'reward', name: 'RES-1', detail: '2026-02 · KAROO20', ...amounts },
    {
      what: 'correction',
      name: 'Credited',
      detail: 'RES-0',
      grossCents: -100_00,
      payeCents: -25_00,
      nettCents: -75_00,
    },
  ];
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify({ lines }), { status: 200 })),
  );
});

test('a payout shows its status and amounts before and after tax', () => {
  show(payout('1'));
  expect(screen.getByText('The bank paid it into your account on 17 Mar 2026.')).toBeVisible();
  expect(screen.getAllByText('R600.00')).toHaveLength(2);
  expect(screen.getByText('R200.00')).toBeVisible();
});

test('a rejected payment is back in the balance, with the bank’s reason and a link to the bank details', () => {
  show(payout('1', { state: 'failed', status: 'Not paid: it is owed again', reason: 'Account closed' }));
  expect(screen.getByText(/rejected this payment on 17 Mar 2026. The money is back in your balance/)).toBeVisible();
  expect(screen.getByText('Reason given by the bank: Account closed')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Check your bank details' })).toHaveAttribute(
    'href',
    '/agent/profile#banking',
  );
});

test('a returned payment that was paid again requires no action', () => {
  const againIn = { id: '2', payDate: '2026-04-15', settledOn: '2026-04-16' };
  show(payout('1', { state: 'returned', status: 'Returned', reason: 'No such account', againIn }));
  expect(screen.getByText(/We paid the amount that you were still owed on 16 Apr 2026/)).toBeVisible();
  expect(screen.getByText('Paid again')).toBeVisible();
  expect(screen.queryByText(/back in your balance/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Check your bank details' })).toBeNull();
});

test('a payout lists its rewards and corrections; one payout is open at a time', async () => {
  show(payout('1'), payout('2', { payDate: '2026-02-16' }));
  fireEvent.click(screen.getByRole('button', { name: /View rewards Payout of 16\sMar\s2026/ }));
  expect(await screen.findByRole('heading', { name: 'Reservation RES-1' }, { timeout: 30_000 })).toBeVisible();
  expect(screen.getByText('February 2026 · KAROO20')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Reversed: the rental was credited' })).toBeVisible();
  expect(screen.getByText(/1 reward and 1 correction add up to/)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /View rewards Payout of 16\sFeb\s2026/ }));
  expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(1);
});

test('explains how the first payout is earned while there are none', () => {
  show();
  expect(screen.getByText('No payouts yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See what you have earned' })).toHaveAttribute('href', '/agent/incentives');
});

test('sums up what expires soon: five rewards by name with their days, the rest counted', () => {
  const expiring = Array.from({ length: 7 }, (_, n) => ({
    reservationNo: `RES-${n}`,
    nettCents: 150_00,
    expiresOn: `2026-04-0${n + 1}`,
  }));
  const profile = { expiryMonths: 36, expiring } as unknown as TaxProfile;
  const { rerender, container } = render(<Expiring profile={profile} />);
  expect(screen.getByRole('heading', { name: /R1.050\.00 expires soon/ })).toBeVisible();
  expect(screen.getByText('R150.00 until 5 Apr 2026')).toBeVisible();
  expect(screen.queryByText('Reservation RES-5')).toBeNull();
  expect(screen.getByText('And 2 more.')).toBeVisible();
  rerender(<Expiring profile={{ ...profile, expiring: [] }} />);
  expect(container).toBeEmptyDOMElement();
});
