import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, type DataProvider, TestMemoryRouter } from 'react-admin';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { Certificates } from './Certificates.tsx';

afterEach(() => vi.unstubAllGlobals());

const certificate = { id: 'c1', agentId: 7, type: 'IRP5', taxYear: 2026, certificateNo: '77', version: 2, copies: 0 };
const version = { ...certificate, version: 1, issuedAt: '2026-03-01', grossCents: 1, payeCents: 0, withdrawnOn: null };

test('shows the versions also to those who may not fetch the documents', async () => {
  vi.stubGlobal('fetch', async () => Response.json([{ ...version, supersededBy: { version: 2, on: '2026-04-01' } }]));
  const listed = { ...certificate, withdrawnAt: null, issuedAt: '2026-04-01', grossCents: 1, payeCents: 0 };
  const dataProvider = {
    getList: async () => ({ data: [listed], total: 1 }),
    getMany: async () => ({ data: [] }),
    getOne: async () => ({ data: { id: 7 } }),
  } as unknown as DataProvider;
  render(
    <TestMemoryRouter>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <Certificates mayFetch={false} year={2026} />
      </AdminContext>
    </TestMemoryRouter>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Versions' }));
  expect(await screen.findByText(/superseded by version 2/i)).toBeVisible();
  expect(screen.queryByText(/PDF/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Duplicate' })).toBeNull();
});
