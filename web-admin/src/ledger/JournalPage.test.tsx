import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, testDataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import JournalPage from './JournalPage.tsx';

const open = (tab: string) =>
  render(
    <MemoryRouter initialEntries={[`/ledger?tab=${tab}`]}>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <JournalPage />
      </AdminContext>
    </MemoryRouter>,
  );

const agent = { id: 7, firstName: 'Thandi', surname: 'Cele' };
const dataProvider = testDataProvider({
  getList: async () => ({ data: [agent] as never[], total: 1 }),
  getOne: async () => ({ data: agent as never }),
});

afterEach(() => vi.useRealTimers());

test.each([
  ['2026-10-05', 'September 2026'],
  ['2026-10-31', 'September 2026'],
  ['2026-01-29', 'December 2025'],
])('offers on %s the month-end pack of the month that has ended', (day, month) => {
  vi.useFakeTimers({ now: new Date(`${day}T10:00:00+02:00`), toFake: ['Date'] });
  open('month-end');
  expect(screen.getByRole('combobox', { name: 'Month' })).toHaveTextContent(month);
});

test('a statement can be downloaded once an agent is chosen', async () => {
  open('account-statement');
  expect(screen.getByRole('button', { name: 'PDF' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'CSV' })).toBeDisabled();
  fireEvent.change(screen.getByRole('combobox', { name: 'Travel agent' }), { target: { value: 'Cele' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Thandi Cele' }));
  expect(await screen.findByRole('button', { name: 'PDF' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'CSV' })).toBeEnabled();
});
