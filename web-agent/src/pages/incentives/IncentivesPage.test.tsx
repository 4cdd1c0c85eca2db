import { act, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import IncentivesPage from './IncentivesPage.tsx';

test('shows the new month when a page that stayed open over the end of the month loads again', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T10:00:00Z'), toFake: ['Date'] });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  render(<IncentivesPage />, { wrapper: MemoryRouter });
  expect(screen.getByRole('heading', { name: 'November 2026' })).toBeVisible();
  await screen.findByText('The incentives of this month could not be loaded.');
  vi.setSystemTime(new Date('2026-12-01T10:00:00Z'));
  await act(async () => window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'December 2026' })).toBeVisible());
});
