import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, type DataProvider, TestMemoryRouter } from 'react-admin';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { ListPage } from './ListPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const sorts: unknown[] = [];
const dataProvider = {
  getList: async (_resource: string, { sort }: { sort: unknown }) => {
    sorts.push(sort);
    return { data: [{ id: 1, name: 'Karoo' }], total: 1 };
  },
} as unknown as DataProvider;

const show = () =>
  render(
    <TestMemoryRouter>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <ListPage
          columns={[
            { source: 'name', label: 'Name', sortable: true, render: ({ name }) => name },
            { source: 'status', label: 'Status' },
          ]}
          embedded
          empty=""
          resource="integrators"
          sort={{ field: 'addedAt', order: 'DESC' }}
          title="Integrators"
        />
      </AdminContext>
    </TestMemoryRouter>,
  );

test('sorts a list that is shown as cards, without column headers', async () => {
  // jsdom has no media queries: every one matches, as on a phone.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  show();
  fireEvent.mouseDown(await screen.findByLabelText('Order'));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Usual order',
    'Name, ascending',
    'Name, descending',
  ]);
  fireEvent.click(screen.getByRole('option', { name: 'Name, descending' }));
  await waitFor(() => expect(sorts.at(-1)).toEqual({ field: 'name', order: 'DESC' }));
});

test('leaves sorting to the heads of a table', async () => {
  show();
  await screen.findByText('Karoo');
  expect(screen.queryByLabelText('Order')).toBeNull();
});
