import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { LoginForm } from './LoginForm.tsx';

vi.mock('./LoginOtp.tsx', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

afterEach(() => vi.unstubAllGlobals());

test('sends no one-time password that could not be entered', async () => {
  sessionStorage.setItem('fynbos.reloaded-at', String(Date.now()));
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  render(<LoginForm onForgot={vi.fn()} />, { wrapper: MemoryRouter });
  fireEvent.change(screen.getByLabelText('ID number or email'), { target: { value: 'agent@agency.example' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Fynbos1!' } });
  fireEvent.click(screen.getByRole('button', { name: 'LOGIN' }));
  await screen.findByText(/could not reach the server/);
  expect(fetched).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'LOGIN' })).toBeEnabled();
});
