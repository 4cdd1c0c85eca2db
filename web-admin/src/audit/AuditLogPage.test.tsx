import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import AuditLogPage from './AuditLogPage.tsx';

afterEach(() => vi.unstubAllGlobals());

/** The filter, in contrast to the chip of its choice. */
const PROMOTIONS = /^Promotion ?2$/;

const counts = (total: number) => ({
  total,
  actors: [],
  aggregates: [
    { value: 'agent', count: 40 },
    { value: 'promotion', count: 2 },
  ],
  types: [],
  days: [],
});

test('on a phone, opened filters stay open after a choice', async () => {
  // jsdom has no media queries: every one matches, as on a phone.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('audit-feed/counts')) return Response.json(counts(address.includes('promotion') ? 2 : 42));
    return Response.json(address.includes('audit-feed') ? { entries: [], next: null } : []);
  });
  render(
    <TestMemoryRouter initialEntries={['/audit-log']}>
      <AdminContext i18nProvider={i18nProvider}>
        <AuditLogPage />
      </AdminContext>
    </TestMemoryRouter>,
  );
  const filters = await screen.findByRole('button', { name: 'Filters' });
  expect(screen.queryByRole('button', { name: PROMOTIONS })).toBeNull();
  fireEvent.click(filters);
  fireEvent.click(screen.getByRole('button', { name: PROMOTIONS }));
  await screen.findByText('2 entries');
  await waitFor(() => expect(screen.getByRole('button', { name: PROMOTIONS })).toBePressed());
  expect(screen.getByRole('button', { name: 'Filters' })).toHaveAttribute('aria-expanded', 'true');
});
