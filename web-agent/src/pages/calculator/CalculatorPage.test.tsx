import { dayOf } from '@fynbos/domain/calendar.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import CalculatorPage from './CalculatorPage.tsx';

const midnight = (at: Date): string => `${dayOf(at)}T00:00:00+02:00`;
const promotion = (promoCode: string, startDate: string) => ({ promoCode, startDate, promoRate: 0.2, isActive: true });
const WAIT = { timeout: 30_000 };

afterEach(() => vi.unstubAllGlobals());

test('offers a promotion from its first day, and says why there is no estimate', async () => {
  const now = Date.now();
  const promotions = [
    promotion('TODAY', midnight(new Date(now))),
    promotion('LATER', midnight(new Date(now + 3 * 86_400_000))),
  ];
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) => {
    if (method === 'POST') throw new TypeError('network');
    return Response.json(promotions);
  });
  render(<CalculatorPage />, { wrapper: MemoryRouter });
  const choice = await screen.findByLabelText('Promotion', {}, WAIT);
  expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['TODAY: 20%']);
  fireEvent.change(screen.getByLabelText('Time and kilometre charges, in rand'), { target: { value: '2 500' } });
  fireEvent.click(screen.getByRole('button', { name: 'Calculate' }));
  expect(await screen.findByText('An unexpected error occurred!', {}, WAIT)).toBeVisible();
});
