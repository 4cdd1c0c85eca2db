import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, type DataProvider, TestMemoryRouter } from 'react-admin';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { SimulationForm } from './SimulationForm.tsx';

test.each([
  [{ 'promotions:see': 'alone' }, 3],
  [{}, 2],
])('asks about a promotion only those who see the promotions: %o', async (permissions, questions) => {
  const dataProvider = { getList: async () => ({ data: [], total: 0 }) } as unknown as DataProvider;
  render(
    <TestMemoryRouter>
      <AdminContext
        authProvider={{ getPermissions: async () => permissions } as never}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
      >
        <SimulationForm />
      </AdminContext>
    </TestMemoryRouter>,
  );
  fireEvent.mouseDown(await screen.findByLabelText(/^Question/));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(questions));
});
