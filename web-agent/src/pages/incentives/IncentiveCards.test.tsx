import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Incentive, IncentiveLine } from '../../api/types.ts';
import { IncentiveCards } from './IncentiveCards.tsx';
import IncentiveList from './IncentiveList.tsx';

const line = (reservationNo: string, changes: Partial<IncentiveLine> = {}): IncentiveLine => ({
  reservationNo,
  marketSector: 'Leisure',
  date: '2026-03-14',
  reservedOn: '2026-03-01',
  taxTreatment: 'paye',
  taxRate: 0.25,
  correctionCents: null,
  grossAmount: 90,
  paye: 22.5,
  nettAmount: 67.5,
  status: 'Earned',
  promoCode: 'SUMMER25',
  reason: null,
  rate: 0.075,
  revenueCents: 1200_00,
  policyVersion: 1,
  explanation: 'Earned at the rate of the promotion.',
  rule: null,
  ...changes,
});

const card = (title: string, status: Incentive['status'], details: IncentiveLine[]): Incentive => ({
  title,
  status,
  details,
  month: '2026-03',
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
  expect(
    screen.getByText(
      /7\.5% of R1.200\.00 \(time and kilometres\) = R90\.00\. Less 25% PAYE R22\.50\. You get R67\.50\./,
    ),
  ).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /MORE INFO about EARLYBIRD/ }));
  expect(screen.queryByText('Reservation RES-1')).toBeNull();
  expect(screen.getByText('Reservation RES-2')).toBeVisible();
});

test('Earned is green, Paid is yellow, and each shows its status as text', () => {
  show(CARDS);
  const cards = screen.getAllByRole('listitem').filter((item) => item.classList.contains('incentive'));
  const earned = cards.find((item) => item.textContent?.includes('SUMMER25'));
  const paid = cards.find((item) => item.textContent?.includes('EARLYBIRD'));
  expect(earned).toHaveClass('incentive-green');
  expect(within(earned as HTMLElement).getByText('Earned')).toBeVisible();
  expect(paid).toHaveClass('incentive-yellow');
  expect(within(paid as HTMLElement).getByText('Paid')).toBeVisible();
  expect(within(paid as HTMLElement).getByText('R1 234.50')).toBeVisible();
});

test('lists a declined reservation separately with its reason and its rule', () => {
  show(CARDS);
  expect(screen.getByText('1 reservation didn’t qualify')).toBeInTheDocument();
  expect(screen.getByText('The code is not ours.')).toBeInTheDocument();
  expect(screen.getByText('Rule: Only qualifying codes earn.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /CORP9/ })).toBeNull();
});

test('does not count a reservation of the opening balance as declined', () => {
  const covered = line('RES-9', { status: 'Declined', reason: 'OpeningBalance', explanation: 'Not owed again.' });
  show([...CARDS, card('SUMMER25', 'Declined', [covered])]);
  expect(screen.getByText('1 reservation didn’t qualify')).toBeInTheDocument();
  expect(screen.getByText('1 reservation in your opening balance')).toBeInTheDocument();
  expect(screen.getByText(/Already included in the opening balance/)).toBeInTheDocument();
});

test('shows that a month has no rewards', () => {
  show([]);
  expect(screen.getByText('No incentives available.')).toBeVisible();
});

test('lists the reservations of a market sector, and states when details are missing', () => {
  render(<IncentiveList incentives={CARDS} month="2026-03" />, { wrapper: MemoryRouter });
  fireEvent.change(screen.getByLabelText('Market sector'), { target: { value: 'Corporate' } });
  expect(screen.getByText('Reservation RES-2')).toBeVisible();
  expect(screen.queryByText('Reservation RES-1')).toBeNull();
});

test('an empty list states that no details are available', () => {
  render(<IncentiveList incentives={[]} month="2026-03" />, { wrapper: MemoryRouter });
  expect(screen.getByText('No details available.')).toBeVisible();
});

test('searches and sorts the list, and sums what it shows', () => {
  const more = card('SUMMER25', 'Earned', [line('RES-7', { nettAmount: 100, date: '2026-03-20' })]);
  render(<IncentiveList incentives={[...CARDS, more]} month="2026-03" />, { wrapper: MemoryRouter });
  const numbers = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(numbers()[0]).toBe('Reservation RES-7');
  fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'least' } });
  expect(numbers().at(-1)).toBe('Reservation RES-7');
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'res-7' } });
  expect(numbers()).toEqual(['Reservation RES-7']);
  expect(screen.getByRole('status')).toHaveTextContent('1 reservation, R100.00 nett');
});
