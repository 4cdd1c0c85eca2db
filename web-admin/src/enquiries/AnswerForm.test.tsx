import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { AnswerForm } from './AnswerForm.tsx';
import type { Enquiry } from './enquiry.tsx';
import { StatusButtons } from './StatusButtons.tsx';

afterEach(() => vi.unstubAllGlobals());

const enquiry = { id: 3, status: 'pending', referenceNumber: 'FR-1', version: 1 } as Enquiry;
const shown = (element: React.ReactNode) => (
  <MemoryRouter>
    <AdminContext i18nProvider={i18nProvider}>{element}</AdminContext>
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
