import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, type DataProvider, TestMemoryRouter, useGetList } from 'react-admin';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import AgentPage from './AgentPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const agent = {
  id: 7,
  firstName: 'Thandi',
  surname: 'Nkosi',
  agencyName: 'Karoo Travel',
  status: 'active',
  bank: {},
  cellNumber: '',
};
const open = { id: 'h1', status: 'open', reason: 'Court order', placedOn: '2026-03-01', placedBy: 'system' };
const authProvider = {
  checkAuth: async () => undefined,
  checkError: async () => undefined,
  getPermissions: async () => ({ 'reports:see': 'alone' }),
};

test('shows an open hold and counts the alerts, however many others were decided later', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  // The server answers the latest ten holds, by status where it is filtered by status.
  const holds: Record<string, object> = {
    open: { data: [open], total: 1 },
    flagged: { data: [], total: 12 },
  };
  const dataProvider = {
    getOne: async () => ({ data: agent }),
    getList: async (resource: string, { filter }: { filter: { status?: string } }) =>
      resource === 'holds' ? (holds[filter.status ?? ''] ?? { data: [], total: 23 }) : { data: [], total: 0 },
    command: async () => [],
  } as unknown as DataProvider;
  render(
    <TestMemoryRouter initialEntries={['/travel-agents/7']}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <Routes>
          <Route element={<AgentPage />} path="/travel-agents/:id" />
        </Routes>
      </AdminContext>
    </TestMemoryRouter>,
  );
  expect(await screen.findByText(/Payments are on hold since 1 Mar 2026/, {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.getByText('12 alerts to decide')).toBeVisible();
});

test('says nothing about bank details while only the row of a list is known', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const { bank: _bank, ...row } = agent;
  const dataProvider = {
    getOne: () => new Promise(() => undefined),
    getList: async (resource: string) =>
      resource === 'travel-agents' ? { data: [row], total: 1 } : { data: [], total: 0 },
    command: async () => [],
  } as unknown as DataProvider;
  function Listed() {
    return useGetList('travel-agents').data ? <AgentPage /> : null;
  }
  render(
    <TestMemoryRouter initialEntries={['/travel-agents/7']}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <Routes>
          <Route element={<Listed />} path="/travel-agents/:id" />
        </Routes>
      </AdminContext>
    </TestMemoryRouter>,
  );
  await waitFor(() => expect(document.querySelector('.waiting')).not.toBeNull());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.queryByText('Bank details are missing')).toBeNull();
  expect(screen.queryByText('Balance')).toBeNull();
});

test('two quick presses show the full numbers once, because each view is recorded', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const command = vi.fn((_method: string, _path: string) => new Promise(() => undefined));
  const dataProvider = {
    getOne: async () => ({ data: { ...agent, idNumber: '••• 08', emailAddress: 'a@b.example', telephoneNumber: '' } }),
    getList: async () => ({ data: [], total: 0 }),
    command,
  } as unknown as DataProvider;
  const mayShow = { ...authProvider, getPermissions: async () => ({ 'full-numbers:see': 'alone' }) };
  render(
    <TestMemoryRouter initialEntries={['/travel-agents/7']}>
      <AdminContext authProvider={mayShow as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <Routes>
          <Route element={<AgentPage />} path="/travel-agents/:id" />
        </Routes>
      </AdminContext>
    </TestMemoryRouter>,
  );
  const show = await screen.findByRole('button', { name: /^Show full ID/ });
  fireEvent.click(show);
  fireEvent.click(show);
  expect(command.mock.calls.filter(([, path]) => path.endsWith('/numbers'))).toHaveLength(1);
});
