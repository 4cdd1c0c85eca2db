import { render, screen } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AsOfProvider } from '../as-of/as-of.tsx';
import { i18nProvider } from '../i18n/i18n.ts';
import ControlsPage from './ControlsPage.tsx';

const read: string[] = [];
const duties = { quarter: '2026-Q1', digest: 'd', isAttested: false, conflicts: [], attestations: [] };

beforeEach(() => {
  read.length = 0;
  vi.stubGlobal('fetch', async (address: string) => {
    read.push(address);
    return Response.json(address.includes('duties') ? duties : { days: [] });
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = (search: string) =>
  render(
    <TestMemoryRouter initialEntries={[`/controls?tab=duties${search}`]}>
      <AdminContext
        authProvider={{ getPermissions: async () => ({ 'duties:attest': 'alone' }) } as never}
        i18nProvider={i18nProvider}
      >
        <AsOfProvider>
          <ControlsPage />
        </AsOfProvider>
      </AdminContext>
    </TestMemoryRouter>,
  );

test('a part without a past is neither read nor changed at a past moment', async () => {
  open('&asOf=2026-03-31T21:59:59.999Z');
  expect(await screen.findByText(/This part always shows the present/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Attest the duties' })).toBeNull();
  expect(read.filter((address) => address.includes('duties'))).toEqual([]);
});

test('a part without a past is shown in the present', async () => {
  open('');
  expect(await screen.findByRole('button', { name: 'Attest the duties' })).toBeVisible();
});
