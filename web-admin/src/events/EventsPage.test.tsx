import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import EventsPage from './EventsPage.tsx';

afterEach(() => vi.unstubAllGlobals());

function Back() {
  const navigate = useNavigate();
  return (
    <button onClick={() => navigate(-1)} type="button">
      Back
    </button>
  );
}

test('the filter by stream follows the address', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('event-types') ? [] : { events: [], newer: null, older: null }),
  );
  render(
    <TestMemoryRouter initialEntries={['/events']}>
      <AdminContext i18nProvider={i18nProvider}>
        <EventsPage />
        <Back />
      </AdminContext>
    </TestMemoryRouter>,
  );
  const input = await screen.findByLabelText('Stream begins with');
  fireEvent.change(input, { target: { value: 'agent-7' } });
  fireEvent.blur(input);
  await waitFor(() => expect(input).toHaveValue('agent-7'));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.getByLabelText('Stream begins with')).toHaveValue(''));
});
