import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { i18nProvider } from '../i18n/i18n.ts';
import ImportPage from './ImportPage.tsx';

afterEach(() => vi.unstubAllGlobals());

test('leaving the page asks before it stops a running import', async () => {
  const abort = vi.fn();
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      readonly upload = {};
      readonly open = () => undefined;
      readonly setRequestHeader = () => undefined;
      readonly send = () => undefined;
      readonly abort = abort;
    },
  );
  render(
    <TestMemoryRouter initialEntries={['/import']}>
      <AdminContext i18nProvider={i18nProvider}>
        <LeaveGuard />
        <Link to="/rewards">Rewards</Link>
        <Routes>
          <Route element={<ImportPage />} path="/import" />
          <Route element={<p>The rewards</p>} path="/rewards" />
        </Routes>
      </AdminContext>
    </TestMemoryRouter>,
  );
  const file = new File(['{}'], 'agents.ndjson');
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } });
  fireEvent.click(screen.getByRole('button', { name: 'Import' }));
  fireEvent.click(screen.getByText('Rewards'));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue importing' }));
  expect(abort).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Rewards'));
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the import' }));
  await screen.findByText('The rewards');
  expect(abort).toHaveBeenCalledOnce();
});
