import type { SavedView } from '@fynbos/api/saved-views/answers.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { SavedViews } from './SavedViews.tsx';

test('changes a view against the version that its list showed', async () => {
  const sent: [string, string | null, unknown][] = [];
  const view = { id: 'v1', list: 'rewards', name: 'Earned', scope: 'me', search: '', isOwn: true, version: 7 };
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit = {}) => {
    if (method === 'PUT') sent.push([url, new Headers(headers).get('If-Match'), JSON.parse(String(body))]);
    return Response.json(method === 'PUT' ? view : [view as SavedView]);
  });
  render(
    <MemoryRouter initialEntries={['/rewards']}>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <SavedViews />
      </AdminContext>
    </MemoryRouter>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Views/ }));
  fireEvent.click(await screen.findByText('Manage views…'));
  fireEvent.click(await screen.findByRole('button', { name: 'Change Earned' }));
  fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Paid' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([['/api/admin/saved-views/v1', '7', { name: 'Paid', scope: 'me' }]]));
});
