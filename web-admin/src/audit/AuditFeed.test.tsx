import { QueryClient } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { AuditFeed } from './AuditFeed.tsx';

afterEach(() => vi.unstubAllGlobals());

const entry = (id: string, name: string) => ({
  id,
  type: 'PromotionCreated',
  recordedAt: '2026-05-01T08:00:00.000Z',
  actor: { kind: 'admin', id: '4', name },
  record: null,
  reason: null,
  outcome: 'done',
  approval: null,
  changes: [],
  fields: [],
  others: [],
});

test('keeps its lines where the next ones cannot be read, and reads them on request', async () => {
  let fails = true;
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('before=')) return Response.json({ entries: [entry('e1', 'Sipho')], next: 'e1' });
    if (fails) return Response.json({ message: 'Not now.' }, { status: 500 });
    return Response.json({ entries: [entry('e2', 'Naledi')], next: null });
  });
  render(
    <TestMemoryRouter>
      <AdminContext
        i18nProvider={i18nProvider}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <AuditFeed empty="" params={{}} />
      </AdminContext>
    </TestMemoryRouter>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(screen.getByText('Sipho')).toBeVisible();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Naledi')).toBeVisible();
  expect(screen.getByText('Sipho')).toBeVisible();
});
