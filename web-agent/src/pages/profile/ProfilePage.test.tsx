import { fireEvent, render, screen } from '@testing-library/react';
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
  const section = await screen.findByRole('button', { name: 'Change Password' }, { timeout: 30_000 });
  expect(section).toHaveAttribute('aria-expanded', 'false');
  fireEvent.click(screen.getByText('Payout blocker'));
  expect(section).toHaveAttribute('aria-expanded', 'true');
});
