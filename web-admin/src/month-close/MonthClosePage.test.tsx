import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import MonthClosePage from './MonthClosePage.tsx';

test('a step that has an owner does not offer to have none', async () => {
  const step = { step: 'bank', title: 'Bank', page: '/payouts', state: 'ready', text: 'Ready.', figures: [], owner: 4 };
  const found = { month: '2026-04', status: 'open', from: '2026-04-01', to: '2026-04-30', waitingApprovalId: null };
  const people = [
    { id: 4, name: 'Sipho' },
    { id: 5, name: 'Lerato' },
  ];
  vi.stubGlobal('fetch', async () => Response.json({ ...found, steps: [step], people, latePostings: [] }));
  const authProvider = { getPermissions: async () => ({ 'months:close': 'alone' }) };
  render(
    <MemoryRouter initialEntries={['/month-closes/2026-04']}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <Routes>
          <Route element={<MonthClosePage />} path="/month-closes/:id" />
        </Routes>
      </AdminContext>
    </MemoryRouter>,
  );
  fireEvent.mouseDown(await screen.findByLabelText('Owner: Bank'));
  const offered = await screen.findAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Sipho', 'Lerato']);
});
