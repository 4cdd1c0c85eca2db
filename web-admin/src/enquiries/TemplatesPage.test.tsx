import { QueryClient } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import TemplatesPage from './TemplatesPage.tsx';

test('sends the version that was opened, even after the list has been read again', async () => {
  let version = 1;
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit = {}) => {
    if (method === 'PUT') {
      sent.push(new Headers(headers).get('If-Match'));
      return Response.json({ message: 'Someone else has changed this record.' }, { status: 412 });
    }
    if (!url.includes('enquiry-templates')) return Response.json([]);
    const template = { id: 't1', title: `Title ${version}`, text: 'A text', version };
    return Response.json([template], { headers: { 'Content-Range': 'items 0-0/1' } });
  });
  const authProvider = {
    checkAuth: async () => undefined,
    checkError: async () => undefined,
    getPermissions: async () => ({ 'enquiries:answer': 'alone' }),
  };
  const queryClient = new QueryClient();
  render(
    <MemoryRouter>
      <AdminContext
        authProvider={authProvider as never}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
      >
        <TemplatesPage />
      </AdminContext>
    </MemoryRouter>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Title 1' }));
  fireEvent.change(await screen.findByLabelText(/^Text/), { target: { value: 'My text' } });
  version = 2;
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.getByText('Title 2')).toBeInTheDocument());
  expect(screen.getByLabelText(/^Text/)).toHaveValue('My text');
  fireEvent.click(screen.getByRole('button', { name: 'Save template' }));
  await waitFor(() => expect(sent).toEqual(['1']));
});
