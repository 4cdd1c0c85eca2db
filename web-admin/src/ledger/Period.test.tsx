import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { Period } from './Period.tsx';

test('waits until the year of a date is typed', () => {
  const change = vi.fn();
  render(
    <AdminContext i18nProvider={i18nProvider}>
      <Period days={{ from: '2026-01-01', to: '2026-03-31' }} onChange={change} />
    </AdminContext>,
  );
  const from = screen.getByLabelText('From');
  for (const value of ['0002-01-01', '0020-01-01', '0202-01-01']) {
    fireEvent.change(from, { target: { value } });
    expect(from).toHaveValue(value);
  }
  expect(change).not.toHaveBeenCalled();
  fireEvent.change(from, { target: { value: '2025-01-01' } });
  expect(change).toHaveBeenCalledWith({ from: '2025-01-01', to: '2026-03-31' });
});
