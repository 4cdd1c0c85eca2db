import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { i18nProvider } from '../i18n/i18n.ts';
import ImportPage from './ImportPage.tsx';

afterEach(() => vi.unstubAllGlobals());

test('asks before it imports, and before a running import is stopped by leaving the page', async () => {
  const abort = vi.fn();
  const send = vi.fn();
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      readonly upload = {};
      readonly open = () => undefined;
      readonly setRequestHeader = () => undefined;
      readonly send = send;
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
  expect(screen.getByRole('dialog')).toHaveTextContent('No dry run of this file yet.');
  expect(send).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Start import' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(send).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByText('Rewards'));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue importing' }));
  expect(abort).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Rewards'));
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the import' }));
  await screen.findByText('The rewards');
  expect(abort).toHaveBeenCalledOnce();
});
