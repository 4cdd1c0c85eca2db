import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import EnquiriesPage from './EnquiriesPage.tsx';

const enquiry = (id: number) => ({
  id,
  version: 1,
  referenceNumber: `QST-${id}`,
  status: 'pending',
  typeOfQuery: 'other',
  email: 'a@b.example',
  dateCreated: '2026-05-01T08:00:00.000Z',
  assignedTo: null,
});

test('assigns the enquiries that were selected on every page', async () => {
  const assigned: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://portal.example');
    const path = pathname.replace('/api/admin/', '');
    if (method === 'PUT') assigned.push(path);
    if (path === 'enquiry-people') return Response.json([{ id: 4, name: 'Sipho' }]);
    if (path !== 'contact-support') return Response.json(method === 'PUT' ? {} : []);
    const { id } = JSON.parse(searchParams.get('filter') ?? '{}');
    const [first] = JSON.parse(searchParams.get('range') ?? '[0]');
    // One enquiry on each page of the list.
    const found = (id as number[] | undefined) ?? [first === 0 ? 1 : 2];
    return Response.json(found.map(enquiry), { headers: { 'Content-Range': 'items 0-9/60' } });
  });
  const authProvider = {
    checkAuth: async () => undefined,
    checkError: async () => undefined,
    getPermissions: async () => ({ 'enquiries:answer': 'alone' }),
  };
  render(
    <MemoryRouter initialEntries={['/contact-support']}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <EnquiriesPage />
      </AdminContext>
    </MemoryRouter>,
  );
  fireEvent.click(await screen.findByLabelText('Select QST-1'));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.click(await screen.findByLabelText('Select QST-2'));
  await screen.findByText('2 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Assign' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.mouseDown(await screen.findByLabelText(/^Assign to/));
  fireEvent.click(await screen.findByRole('option', { name: 'Sipho' }));
  const send = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Assign');
  fireEvent.click(send as HTMLElement);
  await waitFor(() => expect(assigned.sort()).toEqual(['contact-support/1', 'contact-support/2']));
});
