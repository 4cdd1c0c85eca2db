import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ReconciliationAlert } from './ReconciliationAlert.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Renders the alert of the home page with the given last reconciliation. */
async function show(latest: object | null) {
  const asked = vi.fn(async () => Response.json(latest));
  vi.stubGlobal('fetch', asked);
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ReconciliationAlert />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitFor(() =>
    expect(client.getQueryState(['read', 'reconciliations/latest', undefined, null])?.status).toBe('success'),
  );
  // Waits until the response is rendered.
  await act(async () => undefined);
  return asked;
}

test('shows the differences of the last reconciliation with their date and a link', async () => {
  const asked = await show({ status: 'different', differences: 2, finishedAt: '2026-11-17T00:10:00.000Z' });
  expect(asked).toHaveBeenCalledOnce();
  expect(screen.getByRole('alert')).toHaveTextContent(/found 2 differences \(17 Nov 2026/);
  expect(screen.getByRole('link', { name: 'View differences' })).toHaveAttribute('href', '/reconciliations');
});

test('shows nothing without differences or without a reconciliation', async () => {
  await show({ status: 'equal', differences: 0, finishedAt: '2026-11-17T00:10:00.000Z' });
  await show(null);
  expect(screen.queryByRole('alert')).toBeNull();
});
