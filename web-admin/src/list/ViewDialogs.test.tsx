import type { SavedView } from '@fynbos/api/saved-views/answers.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { ManageViewsDialog } from './ViewDialogs.tsx';

test('asks before it removes a view of everyone, and removes a view of one’s own at once', async () => {
  const removed: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'DELETE') removed.push(url);
    return Response.json({});
  });
  const view = (id: string, scope: SavedView['scope']) =>
    ({ id, list: 'rewards', name: scope, scope, isOwn: true, mayRemove: true }) as SavedView;
  render(
    <MemoryRouter>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <ManageViewsDialog
          list="rewards"
          onClose={() => undefined}
          onRename={() => undefined}
          views={[view('v1', 'me'), view('v2', 'everyone')]}
        />
      </AdminContext>
    </MemoryRouter>,
  );
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
  await press('Remove me');
  await waitFor(() => expect(removed).toEqual(['/api/admin/saved-views/v1']));
  await press('Remove everyone');
  await screen.findByText('Everyone loses this view. It cannot be undone.');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByText(/^Everyone loses/)).toBeNull());
  await press('Remove everyone');
  await press('Remove');
  await waitFor(() => expect(removed).toEqual(['/api/admin/saved-views/v1', '/api/admin/saved-views/v2']));
});
