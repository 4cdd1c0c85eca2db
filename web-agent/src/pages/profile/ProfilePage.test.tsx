import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { Link } from '../../components/Link.tsx';
import ProfilePage from './ProfilePage.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('a link to a section opens it while the page is shown', async () => {
  localStorage.setItem('UserId', '7');
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ id: 7, emailAddress: 'agent@agency.example' })));
  render(
    <MemoryRouter initialEntries={['/agent/profile']}>
      <Link to="/agent/profile#password">Payout blocker</Link>
      <ProfilePage />
    </MemoryRouter>,
  );
  const title = await screen.findByText('Change Password', {}, { timeout: 30_000 });
  const section = title.closest('details');
  expect(section).not.toHaveAttribute('open');
  expect(screen.queryByLabelText('Old Password')).toBeNull();
  fireEvent.click(screen.getByText('Payout blocker'));
  expect(screen.getByLabelText('Old Password')).toBeVisible();
  expect(section).toHaveAttribute('open');
  fireEvent.click(title);
  await waitFor(() => expect(screen.queryByLabelText('Old Password')).toBeNull(), { timeout: 60_000 });
  expect(section).not.toHaveAttribute('open');
});
