import type { DashboardSummary } from '@fynbos/api/dashboard/answers.ts';
import { WIRE_TYPES } from '@fynbos/domain/rental/events.ts';
import { render, screen } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import Charts from './Charts.tsx';

const DATA = {
  months: [],
  promotions: [],
  refusals: [],
  registrations: [],
  enquiryAges: [],
  ingest: [{ day: '2026-11-24', events: 110 }],
  toDate: { nettCents: 0 },
  before: { nettCents: 0 },
} as unknown as DashboardSummary;

test('links the rental events of a day to the audit log with the same events', () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  render(
    <MemoryRouter>
      <AdminContext i18nProvider={i18nProvider}>
        <Charts data={DATA} />
      </AdminContext>
    </MemoryRouter>,
  );
  const { pathname, searchParams } = new URL(screen.getByText('110').getAttribute('href') ?? '', 'http://localhost');
  expect(pathname).toBe('/audit-log');
  expect(Object.fromEntries(searchParams)).toEqual({
    automatic: 'true',
    types: Object.keys(WIRE_TYPES).join(','),
    from: '2026-11-24',
    to: '2026-11-24',
  });
});
