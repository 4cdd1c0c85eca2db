import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import type { Enquiry } from './enquiry.tsx';
import { Handling } from './StatusButtons.tsx';

beforeEach(() => localStorage.setItem('adminId', '4'));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('keeps the typed reservation when the enquiry is assigned', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit = {}) => {
    if (method === 'PUT') sent.push(JSON.parse(String(body)));
    return Response.json(method === 'PUT' ? {} : [{ id: 4, name: 'Sipho' }]);
  });
  const enquiry = { id: 1, version: 1, assignedTo: null, reservationNo: null } as unknown as Enquiry;
  render(
    <TestMemoryRouter>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <Handling enquiry={enquiry} />
      </AdminContext>
    </TestMemoryRouter>,
  );
  fireEvent.change(screen.getByLabelText('Reservation'), { target: { value: 'R-77' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Assign to me' }));
  await waitFor(() => expect(sent).toEqual([{ assignedTo: 4 }]));
  await waitFor(() => expect(screen.getByLabelText('Assigned to')).not.toHaveAttribute('aria-disabled', 'true'));
  expect(screen.getByLabelText('Reservation')).toHaveValue('R-77');
  expect(screen.getByRole('button', { name: 'Set reservation' })).toBeVisible();
});
