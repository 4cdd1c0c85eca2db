import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
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

test('opened filters stay open after a choice on a phone', async () => {
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

test('a search finds a record of any kind, and prefers the one of exactly that name', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('audit-feed/counts')) return Response.json(counts(2));
    if (address.includes('audit-feed')) return Response.json({ entries: [], next: null });
    if (address.includes('/challenges/')) return Response.json({ id: 'c1', title: 'Winter' });
    if (address.includes('/travel-agents?')) return Response.json([{ id: 7, firstName: 'Winter', surname: 'Nkosi' }]);
    const rows = address.includes('/challenges?') ? [{ id: 'c1', title: 'Winter' }] : [];
    return Response.json(rows, { headers: { 'Content-Range': `rows 0-1/${rows.length}` } });
  });
  const authProvider = { getPermissions: async () => new Proxy({}, { get: () => 'alone' }) };
  render(
    <TestMemoryRouter initialEntries={['/audit-log?search=winter']}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <AuditLogPage />
      </AdminContext>
    </TestMemoryRouter>,
  );
  await screen.findByText('Record: Winter');
});
