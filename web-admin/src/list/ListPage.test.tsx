import { QueryClient } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, type DataProvider, Notification } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { AsOfProvider } from '../as-of/as-of.tsx';
import { i18nProvider } from '../i18n/i18n.ts';
import { ListPage } from './ListPage.tsx';

/** Answers like the server: a page beyond the last one is refused. */
const dataProvider = {
  getList: async (_resource: string, { pagination }: { pagination: { page: number } }) => {
    if (pagination.page > 1) throw new Error('There is no such page.');
    return { data: [{ id: 1, name: 'Karoo' }], total: 1 };
  },
} as unknown as DataProvider;

test('says that a page beyond the last one cannot be shown, and shows the first', async () => {
  render(
    <MemoryRouter initialEntries={['/integrators?page=999']}>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <ListPage
          columns={[{ source: 'name', label: 'Name', render: ({ name }) => name }]}
          empty=""
          resource="integrators"
          sort={{ field: 'name', order: 'ASC' }}
          title="Integrators"
        />
        <Notification />
      </AdminContext>
    </MemoryRouter>,
  );
  expect(await screen.findByText('Page 999 cannot be shown. This is page 1.', {}, { timeout: 10_000 })).toBeVisible();
  expect(await screen.findByText('Karoo')).toBeVisible();
});

test('keeps the rows where a poll fails, and says so once', async () => {
  // react-admin logs each failed read.
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let reads = 0;
  const failing = {
    getList: async () => {
      reads++;
      if (reads > 1) throw new Error('The connection failed.');
      return { data: [{ id: 1, name: 'Karoo' }], total: 1 };
    },
  } as unknown as DataProvider;
  render(
    <MemoryRouter>
      <AdminContext dataProvider={failing} i18nProvider={i18nProvider}>
        <ListPage
          columns={[{ source: 'name', label: 'Name', render: ({ name }) => name }]}
          embedded
          empty=""
          pollMs={() => 20}
          resource="integrators"
          sort={{ field: 'name', order: 'ASC' }}
          title="Integrators"
        />
        <Notification />
      </AdminContext>
    </MemoryRouter>,
  );
  await waitFor(() => expect(reads).toBeGreaterThan(3), { timeout: 30_000 });
  expect(await screen.findAllByText('The connection failed.', {}, { timeout: 30_000 })).toHaveLength(1);
  expect(screen.getByText('Karoo')).toBeVisible();
  logged.mockRestore();
});

test('keeps its links at a past moment, and leaves out its actions', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ days: [] }));
  render(
    <MemoryRouter initialEntries={['/reconciliations?asOf=2026-01-01T00:00:00.000Z']}>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <AsOfProvider>
          <ListPage
            actions={<button type="button">Run now</button>}
            columns={[]}
            empty=""
            links={<a href="/reconciliations/lists">Integrators’ lists</a>}
            resource="reconciliations"
            sort={{ field: 'askedAt', order: 'DESC' }}
            title="Reconciliation"
          />
        </AsOfProvider>
      </AdminContext>
    </MemoryRouter>,
  );
  expect(await screen.findByRole('link', { name: 'Integrators’ lists' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Run now' })).toBeNull();
  vi.unstubAllGlobals();
});

test('reads the rows again on request after a failure', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let fails = true;
  const failing = {
    getList: async () => {
      if (fails) throw new Error('The connection failed.');
      return { data: [{ id: 1, name: 'Karoo' }], total: 1 };
    },
  } as unknown as DataProvider;
  render(
    <MemoryRouter>
      <AdminContext
        dataProvider={failing}
        i18nProvider={i18nProvider}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ListPage
          columns={[{ source: 'name', label: 'Name', render: ({ name }) => name }]}
          embedded
          empty=""
          resource="integrators"
          sort={{ field: 'name', order: 'ASC' }}
          title="Integrators"
        />
      </AdminContext>
    </MemoryRouter>,
  );
  const again = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  fireEvent.click(again);
  expect(await screen.findByText('Karoo')).toBeVisible();
  logged.mockRestore();
});
