import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { AnswerForm } from './AnswerForm.tsx';
import EnquiryPage from './EnquiryPage.tsx';
import type { Enquiry } from './enquiry.tsx';
import { StatusButtons } from './StatusButtons.tsx';

afterEach(() => vi.unstubAllGlobals());

const enquiry = { id: 3, status: 'pending', referenceNumber: 'FR-1', version: 1 } as Enquiry;
const shown = (element: React.ReactNode) => (
  <MemoryRouter>
    <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
      {element}
    </AdminContext>
  </MemoryRouter>
);

test('an answer with an unknown result is sent again with its id; a changed text gets a new id', async () => {
  const sent: { id: string; text: string }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit = {}) => {
    if (method !== 'POST') return Response.json([]);
    sent.push(JSON.parse(String(body)));
    if (sent.length < 3) throw new TypeError('network');
    return Response.json({}, { status: 201 });
  });
  render(shown(<AnswerForm enquiry={enquiry} />));
  const send = screen.getByRole('button', { name: 'Send answer' });
  const write = (value: string) => fireEvent.change(screen.getByLabelText(/^Answer \*/), { target: { value } });
  const press = async (times: number) => {
    await waitFor(() => expect(send).toBeEnabled());
    fireEvent.click(send);
    await waitFor(() => expect(sent).toHaveLength(times));
  };
  write('On Friday.');
  await press(1);
  await press(2);
  await waitFor(() => expect(send).toBeEnabled());
  write('On Saturday.');
  await press(3);
  const ids = sent.map(({ id }) => id);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('after a change of status the buttons are disabled until the page is loaded again', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  const { rerender } = render(shown(<StatusButtons enquiry={enquiry} />));
  const resolve = () => screen.getByRole('button', { name: 'Resolve FR-1' });
  fireEvent.click(screen.getByRole('button', { name: 'Activate FR-1' }));
  await waitFor(() => expect(resolve()).toBeDisabled());
  rerender(shown(<StatusButtons enquiry={{ ...enquiry, status: 'Activated', version: 2 }} />));
  await waitFor(() => expect(resolve()).toBeEnabled());
});

test('the page keeps a typed answer when reading it again fails', async () => {
  let isDown = false;
  const detail = {
    ...enquiry,
    typeOfQuery: 'Other',
    email: 'a@b.example',
    dateCreated: '2026-03-01T08:00:00.000Z',
    messages: [],
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'PUT') isDown = true;
    if (isDown && method === 'GET') return Response.json({ message: 'Not now.' }, { status: 503 });
    return Response.json(url.endsWith('contact-support/3') ? detail : []);
  });
  const authProvider = {
    checkError: async () => undefined,
    getPermissions: async () => ({ 'enquiries:answer': 'alone' }),
  };
  render(
    <MemoryRouter initialEntries={['/contact-support/3']}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <Routes>
          <Route element={<EnquiryPage />} path="/contact-support/:id" />
        </Routes>
      </AdminContext>
    </MemoryRouter>,
  );
  fireEvent.change(await screen.findByLabelText(/^Answer \*/), { target: { value: 'On Friday.' } });
  fireEvent.change(screen.getByLabelText('Reservation'), { target: { value: 'R1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Set reservation' }));
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(screen.getByLabelText(/^Answer \*/)).toHaveValue('On Friday.');
});
