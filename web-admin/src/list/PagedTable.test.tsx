import { fireEvent, render, screen, within } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { PagedTable } from './PagedTable.tsx';

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => [`${at}`, `Agent ${at + 1}`] as const);

const show = (count: number) => (
  <TestMemoryRouter>
    <AdminContext i18nProvider={i18nProvider}>
      <PagedTable caption="Agents" columns={['Agent']} rows={rowsOf(count)} />
    </AdminContext>
  </TestMemoryRouter>
);

const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

test('shows ten rows a page, and the last page when rows disappear', async () => {
  const { rerender } = render(show(25));
  expect(names()).toEqual(rowsOf(10).map(([, name]) => name));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(names()[0]).toBe('Agent 21');
  rerender(show(12));
  expect(names()).toEqual(['Agent 11', 'Agent 12']);
});

test('needs no pages for ten rows', () => {
  render(show(10));
  expect(names()).toHaveLength(10);
  expect(screen.queryByRole('navigation')).toBeNull();
});
