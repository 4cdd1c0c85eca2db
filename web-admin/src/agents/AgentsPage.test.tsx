import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { AdminContext, type DataProvider, TestMemoryRouter } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import AgentsPage from './AgentsPage.tsx';

const agent = { id: 7, firstName: 'Thandi', surname: 'Nkosi', title: '', agencyName: 'Karoo Travel', status: 'active' };
const authProvider = {
  checkAuth: async () => undefined,
  checkError: async () => undefined,
  getPermissions: async () => ({ 'reports:see': 'alone' }),
};

test('shows no balance where the balances could not be read', async () => {
  // react-admin logs the failed read.
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const dataProvider = {
    getList: async () => ({ data: [{ ...agent, emailAddress: 't@k.example', cellNumber: '' }], total: 1 }),
    getMany: async () => Promise.reject(new Error('The balances are being rebuilt.')),
  } as unknown as DataProvider;
  render(
    <TestMemoryRouter initialEntries={['/travel-agents']}>
      <AdminContext
        authProvider={authProvider as never}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <AgentsPage />
      </AdminContext>
    </TestMemoryRouter>,
  );
  expect(await screen.findByRole('link', { name: '—' }, { timeout: 60_000 })).toBeVisible();
  expect(screen.queryByText('R0.00')).toBeNull();
  logged.mockRestore();
});

test('shows agency and address in one line, without a bar where one is blank', async () => {
  const agents = [
    { ...agent, emailAddress: 't@k.example', cellNumber: '' },
    { ...agent, id: 8, firstName: 'Anna', agencyName: '', emailAddress: 'a@k.example', cellNumber: '' },
  ];
  const dataProvider = {
    getList: async () => ({ data: agents, total: 2 }),
    getMany: async () => ({ data: [] }),
  } as unknown as DataProvider;
  render(
    <TestMemoryRouter initialEntries={['/travel-agents']}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <AgentsPage />
      </AdminContext>
    </TestMemoryRouter>,
  );
  const under = async (name: string) =>
    (await screen.findByRole('link', { name }, { timeout: 60_000 })).parentElement?.querySelector('.under');
  expect(await under('Thandi Nkosi')).toHaveTextContent(/^Karoo Travel \| t@k\.example$/);
  expect(await under('Anna Nkosi')).toHaveTextContent(/^a@k\.example$/);
});
