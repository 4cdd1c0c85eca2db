import { render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { Presence } from './Presence.tsx';

afterEach(() => vi.unstubAllGlobals());

test('the other administrators stay on the page when the own editing begins', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit = {}) => {
    sent.push(JSON.parse(String(body)));
    return sent.length === 1 ? Response.json([{ name: 'Thandi', isEditing: false }]) : new Promise(() => undefined);
  });
  const shown = (isEditing: boolean) => (
    <MemoryRouter>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <Presence isEditing={isEditing} record="contact-support/3" />
      </AdminContext>
    </MemoryRouter>
  );
  const { rerender } = render(shown(false));
  const note = await screen.findByText('Thandi: also viewing this record');
  rerender(shown(true));
  await waitFor(() =>
    expect(sent).toEqual([false, true].map((isEditing) => ({ record: 'contact-support/3', isEditing }))),
  );
  expect(note).toBeVisible();
});
