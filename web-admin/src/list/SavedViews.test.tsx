import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, Notification } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { SavedViews } from './SavedViews.tsx';

test.each([
  ['refuses to copy the link', { writeText: async () => Promise.reject(new Error('Not allowed.')) }],
  ['has no clipboard', undefined],
])('says what to do where the browser %s', async (_case, clipboard) => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  vi.stubGlobal('navigator', { clipboard });
  render(
    <MemoryRouter initialEntries={['/rewards']}>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <SavedViews />
        <Notification />
      </AdminContext>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Views' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
  expect(await screen.findByText(/The browser does not allow copying/)).toBeVisible();
});
