import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { Navbar } from './Navbar.tsx';

afterEach(() => vi.unstubAllGlobals());

test('logging out does not wait for a server that does not answer', () => {
  const fetched = vi.fn((_path: string, _init: RequestInit) => new Promise<Response>(() => undefined));
  vi.stubGlobal('fetch', fetched);
  const token = `x.${btoa(JSON.stringify({ role: 'TravelAgent', emailAddress: 'a@b.example' }))}.x`;
  localStorage.setItem('token', token);
  render(<Navbar />, { wrapper: MemoryRouter });
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(localStorage.getItem('token')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ Authorization: `Bearer ${token}` });
});

test('the open menu closes when the focus leaves the header', () => {
  render(
    <MemoryRouter>
      <Navbar />
      <input aria-label="Below" />
    </MemoryRouter>,
  );
  const toggle = screen.getByRole('button', { name: 'Menu' });
  fireEvent.click(toggle);
  act(() => screen.getByRole('link', { name: 'FAQ' }).focus());
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  act(() => screen.getByLabelText('Below').focus());
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
});
