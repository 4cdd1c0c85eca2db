import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, type AuthProvider, type DataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import ComparisonsPage from './ComparisonsPage.tsx';

const command = vi.fn();
const dataProvider = { getList: async () => ({ data: [], total: 0 }), command } as unknown as DataProvider;
const authProvider = {
  checkAuth: async () => undefined,
  checkError: async () => undefined,
  getPermissions: async () => ({ 'reconciliation:run': 'yes' }),
} as unknown as AuthProvider;

test('asks for the reason of a comparison before it is sent', async () => {
  render(
    <MemoryRouter initialEntries={['/comparisons']}>
      <AdminContext authProvider={authProvider} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <ComparisonsPage />
      </AdminContext>
    </MemoryRouter>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Compare' }));
  expect((await screen.findAllByText('Reason is required!'))[0]).toBeVisible();
  expect(command).not.toHaveBeenCalled();
});
