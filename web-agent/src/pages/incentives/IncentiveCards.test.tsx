import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Incentive, IncentiveLine } from '../../api/types.ts';
import { IncentiveCards } from './IncentiveCards.tsx';
import { IncentiveList } from './IncentiveList.tsx';

const line = (reservationNo: string, changes: Partial<IncentiveLine> = {}): IncentiveLine => ({
  reservationNo,
  marketSector: 'Leisure',
  date: '2026-03-14',
  grossAmount: 90,
  paye: 22.5,
  nettAmount: 67.5,
  status: 'Earned',
  promoCode: 'SUMMER25',
  reason: null,
  rate: 0.075,
  revenueAmount: 1200,
  policyVersion: 1,
  explanation: 'Earned at the rate of the promotion.',
  rule: null,
  ...changes,
});

const card = (title: string, status: Incentive['status'], details: IncentiveLine[]): Incentive => ({
  ...{ title, status, details, month: '2026-03' },
  amount: 1234.5,
  grossAmount: 1646,
  paye: 411.5,
  nettAmount: 1234.5,
});

const CARDS = [
  card('SUMMER25', 'Earned', [line('RES-1')]),
  card('EARLYBIRD', 'Paid', [line('RES-2', { marketSector: 'Corporate' })]),
  card('CORP9', 'Declined', [
    line('RES-3', {
      status: 'Declined',
      rate: null,
      revenueAmount: null,
      policyVersion: null,
      explanation: 'The code is not ours.',
      rule: 'Only qualifying codes earn.',
    }),
  ]),
];

const show = (incentives: Incentive[]) =>
  render(<IncentiveCards incentives={incentives} month="2026-03" />, { wrapper: MemoryRouter });

test('one card is open at a time, and shows gross, PAYE, nett and why', () => {
  show(CARDS);
  fireEvent.click(screen.getByRole('button', { name: /MORE INFO about SUMMER25/ }));
  expect(screen.getByText('Reservation RES-1')).toBeVisible();
  expect(screen.getByText('Earned at the rate of the promotion.')).toBeVisible();
  expect(
    screen.getByText(/Rate 7\.5.%, time-and-kilometre revenue R1.200\.00, reward policy version 1\./),
  ).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /MORE INFO about EARLYBIRD/ }));
  expect(screen.queryByText('Reservation RES-1')).toBeNull();
  expect(screen.getByText('Reservation RES-2')).toBeVisible();
});

test('Earned is green, Paid is yellow, and each says its status in words', () => {
  show(CARDS);
  const [earned, paid] = screen.getAllByRole('listitem').filter((item) => item.classList.contains('incentive'));
  expect(earned).toHaveClass('incentive-green');
  expect(within(earned as HTMLElement).getByText('Earned')).toBeVisible();
  expect(paid).toHaveClass('incentive-yellow');
  expect(within(paid as HTMLElement).getByText('Paid')).toBeVisible();
  expect(within(paid as HTMLElement).getByText('R1 234.50')).toBeVisible();
});

test('a refused reservation stands apart with its reason and its rule', () => {
  show(CARDS);
  expect(screen.getByText('1 reservation earned nothing')).toBeInTheDocument();
  expect(screen.getByText('The code is not ours.')).toBeInTheDocument();
  expect(screen.getByText('Rule: Only qualifying codes earn.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /CORP9/ })).toBeNull();
});

test('a reservation that the balance taken over has is not told as one that earned nothing', () => {
  const covered = line('RES-9', { status: 'Declined', reason: 'OpeningBalance', explanation: 'Not owed again.' });
  show([...CARDS, card('SUMMER25', 'Declined', [covered])]);
  expect(screen.getByText('1 reservation earned nothing')).toBeInTheDocument();
  expect(screen.getByText('1 reservation in the balance taken over')).toBeInTheDocument();
  expect(screen.getByText('Not owed again.')).toBeInTheDocument();
});

test('a month without rewards says so', () => {
  show([]);
  expect(screen.getByText('No incentives available.')).toBeVisible();
});

test('the list shows the reservations of a market sector, and says when it has no details', () => {
  render(<IncentiveList incentives={CARDS} month="2026-03" />, { wrapper: MemoryRouter });
  fireEvent.change(screen.getByLabelText('Market sector'), { target: { value: 'Corporate' } });
  expect(screen.getByText('Reservation RES-2')).toBeVisible();
  expect(screen.queryByText('Reservation RES-1')).toBeNull();
});

test('an empty list says that no details are available', () => {
  render(<IncentiveList incentives={[]} month="2026-03" />, { wrapper: MemoryRouter });
  expect(screen.getByText('No details available.')).toBeVisible();
});
