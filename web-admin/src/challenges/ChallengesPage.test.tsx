import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import ChallengesPage from './ChallengesPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const authProvider = {
  checkAuth: async () => undefined,
  checkError: async () => undefined,
  getPermissions: async () => ({ 'promotions:change': 'alone' }),
};

test('shows a fault of a tier at its input, and sends nothing', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit = {}) => {
    if (method === 'PUT') sent.push(address);
    return address.includes('tiers')
      ? Response.json({ tiers: [{ name: 'Bud', fromCents: 0 }], version: 1 })
      : Response.json([], { headers: { 'Content-Range': 'challenges 0-0/0' } });
  });
  render(
    <TestMemoryRouter initialEntries={['/challenges']}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <ChallengesPage />
      </AdminContext>
    </TestMemoryRouter>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Change tiers' }));
  fireEvent.change(await screen.findByLabelText('Tier 2 from, in rand'), { target: { value: '10000' } });
  fireEvent.change(screen.getByLabelText('Tier 1 from, in rand'), { target: { value: 'nothing' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save tiers' }));
  expect(await screen.findByText('Name this tier, or clear its amount.')).toBeVisible();
  expect(screen.getByLabelText('Name of tier 2')).toBeInvalid();
  expect(screen.getByLabelText('Tier 1 from, in rand')).toBeInvalid();
  expect(sent).toEqual([]);
});
