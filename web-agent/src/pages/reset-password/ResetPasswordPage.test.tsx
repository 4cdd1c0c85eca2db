import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  document.documentElement.lang = 'en-ZA';
});

async function opened(language: string, address: string) {
  localStorage.setItem('language', language);
  const { default: ResetPasswordPage } = await import('./ResetPasswordPage.tsx');
  render(
    <MemoryRouter initialEntries={[address]}>
      <ResetPasswordPage />
    </MemoryRouter>,
  );
  return vi.spyOn(window, 'alert').mockImplementation(() => undefined);
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('tells in each language that the passwords differ, also in the alert of the browser', async () => {
  const alert = await opened('af', '/reset-password');
  type('Wagwoord', 'Renoster2@');
  type('Bevestig wagwoord', 'Renoster3@');
  fireEvent.click(screen.getByRole('button', { name: 'Werk wagwoord by' }));
  expect(alert).toHaveBeenCalledWith('Wagwoorde stem nie ooreen nie.');
  expect(screen.getAllByText('Wagwoorde stem nie ooreen nie.').length).toBeGreaterThan(1);
});

test('a link that the server refuses leads to a new one', async () => {
  const problem = { type: 'https://rewards.example/problems:agent.link-dead', message: 'Invalid or missing token.' };
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit) =>
    method === 'POST' ? Response.json(problem, { status: 422 }) : Response.json({ isValid: true, how: 'reset' }),
  );
  await opened('en', '/reset-password?token=used');
  type('Password', 'Renoster2@');
  type('Confirm Password', 'Renoster2@');
  fireEvent.click(screen.getByRole('button', { name: 'Update Password' }));
  expect(await screen.findByRole('link', { name: 'Send me a new link' }, { timeout: 30_000 })).toBeVisible();
});
