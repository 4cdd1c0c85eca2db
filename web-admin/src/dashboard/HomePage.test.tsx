import { render, screen } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import HomePage from './HomePage.tsx';

test.each([
  ['policy:change', '/reward-policy'],
  ['promotions:change', '/promotions'],
])('shows an administrator with %s where the incentive amount can be changed: %s', async (permission, to) => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const authProvider = {
    checkAuth: async () => undefined,
    checkError: async () => undefined,
    getPermissions: async () => ({ 'reports:see': 'alone', [permission]: 'alone' }),
  };
  render(
    <MemoryRouter>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <HomePage />
      </AdminContext>
    </MemoryRouter>,
  );
  expect(await screen.findByRole('link', { name: 'ADJUST INCENTIVE AMOUNT' })).toHaveAttribute('href', to);
});
