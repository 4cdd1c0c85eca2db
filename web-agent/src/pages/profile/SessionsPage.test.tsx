import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import SessionsPage from './SessionsPage.tsx';

const WAIT = { timeout: 30_000 };
const session = { address: '1.2.3.*', createdAt: '2026-11-01T08:00:00Z', lastSeenAt: '2026-11-02T08:00:00Z' };
const SESSIONS = [
  { ...session, id: 'a', current: true, device: 'Chrome on Windows' },
  { ...session, id: 'b', current: false, device: 'Safari on iPhone' },
];

test('the heading has the focus after a device was signed out and its button is gone', async () => {
  let sessions = SESSIONS;
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'DELETE') sessions = SESSIONS.slice(0, 1);
    return Response.json(url.endsWith('/sessions') ? sessions : []);
  });
  render(
    <main>
      <SessionsPage />
    </main>,
    { wrapper: MemoryRouter },
  );
  const button = await screen.findByRole('button', { name: /^Sign out/ }, WAIT);
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Sign out/ })).toBeNull(), WAIT);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});
