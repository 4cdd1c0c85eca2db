import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { offlineApi, offlineStore } from '../../api/offline-copy.ts';
import ChallengesPage from './ChallengesPage.tsx';

const WAIT = { timeout: 30_000 };
const GOAL = { goalCents: 500_000, earnedCents: 120_000, month: '2026-11' };

test('says that the goal is an earlier one without a connection, and only as long as it is shown', async () => {
  localStorage.setItem('token', 'x');
  localStorage.setItem('UserId', '7');
  vi.stubGlobal('fetch', async () => Response.json(GOAL));
  await offlineApi.goal();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  const { unmount } = render(<ChallengesPage />, { wrapper: MemoryRouter });
  expect(await screen.findByText('Change goal', {}, WAIT)).toBeVisible();
  expect(await screen.findByText(/Showing figures of/, {}, WAIT)).toBeVisible();
  unmount();
  expect(offlineStore.read()).toBeNull();
});
