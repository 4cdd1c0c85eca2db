import { render, screen } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import JournalPage from './JournalPage.tsx';

test.each([
  ['2026-10-05', '2026-09'],
  ['2026-10-31', '2026-09'],
  ['2026-01-29', '2025-12'],
])('on %s, the month-end pack is of the month that has ended', (day, month) => {
  vi.useFakeTimers({ now: new Date(`${day}T10:00:00+02:00`), toFake: ['Date'] });
  render(
    <MemoryRouter initialEntries={['/ledger?tab=month-end']}>
      <AdminContext i18nProvider={i18nProvider}>
        <JournalPage />
      </AdminContext>
    </MemoryRouter>,
  );
  expect(screen.getByLabelText('Month')).toHaveValue(month);
});
