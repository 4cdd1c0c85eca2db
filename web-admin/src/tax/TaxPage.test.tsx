import type { TaxYear } from '@fynbos/api/tax/answers.ts';
import { render, screen } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import TaxPage from './TaxPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const EQUAL = {
  monthsGross: 800_00,
  monthsPaye: 200_00,
  certificatesGross: 800_00,
  certificatesPaye: 200_00,
  paidGross: 800_00,
  paidPaye: 200_00,
  linesGross: 800_00,
  linesPaye: 200_00,
};

test('shows the PAYE of an agent whose gross amounts agree', async () => {
  const year = {
    notice: '',
    months: [],
    emp201: [],
    amendments: [],
    amendmentCount: 0,
    reconciliation: {
      taxYear: 2026,
      agents: 1,
      totals: EQUAL,
      differences: 1,
      negative: [],
      rows: [{ ...EQUAL, certificatesPaye: 160_00, agentId: 7, isUncertified: true, isUnpaid: false }],
    },
    completeness: { taxYear: 2026, agents: 0, incomplete: 0, rows: [] },
  } satisfies Partial<TaxYear>;
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(new URL(url, 'http://portal.example').pathname.endsWith('/tax-years/2026') ? year : []),
  );
  const authProvider = {
    checkAuth: async () => undefined,
    checkError: async () => undefined,
    getPermissions: async () => ({}),
  };
  render(
    <MemoryRouter initialEntries={['/tax-years/2026?tab=reconciliation']}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <Routes>
          <Route element={<TaxPage />} path="/tax-years/:id" />
        </Routes>
      </AdminContext>
    </MemoryRouter>,
  );
  const table = await screen.findByRole('group', { name: 'Agents who differ' });
  const cells = [...table.querySelectorAll('td')].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  expect(cells).toEqual(['R800.00', 'R160.00', 'R800.00', 'R200.00', 'R800.00', 'R200.00', 'R800.00', 'R200.00']);
});
