import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { Link, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { i18nProvider } from '../i18n/i18n.ts';
import ImportPage from './ImportPage.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Opens the page and chooses a file. */
function opened() {
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
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

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
  opened();
  press('Import');
  expect(screen.getByRole('dialog')).toHaveTextContent('No complete dry run of this file yet.');
  expect(send).not.toHaveBeenCalled();
  press('Start import');
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

test('names the result of the last complete dry run before an import', async () => {
  const requests: FakeRequest[] = [];
  class FakeRequest {
    status = 200;
    responseText = '';
    onload = () => undefined;
    onerror = () => undefined;
    onabort = () => undefined;
    readonly upload = {};
    readonly open = () => undefined;
    readonly setRequestHeader = () => undefined;
    readonly send = () => requests.push(this);
    readonly abort = () => this.onabort();
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const line = '{"index":0,"type":"agent","result":"recorded"}\n';
  const asked = async () => {
    press('Import');
    const { textContent } = await screen.findByRole('dialog');
    return textContent;
  };
  const cancelled = async () => {
    press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  opened();
  press('Dry run');
  Object.assign(requests[0] ?? {}, { responseText: line });
  press('Stop');
  await screen.findByText(/The import was stopped\./);
  expect(await asked()).toContain('No complete dry run of this file yet.');
  await cancelled();
  press('Dry run');
  Object.assign(requests[1] ?? {}, { responseText: `${line}{"summary":{}}\n` });
  await act(async () => requests[1]?.onload());
  expect(await asked()).toContain('Dry run: 0 of 1 line would be rejected.');
  press('Start import');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => requests[2]?.onerror());
  await screen.findByText(/The import could not be sent/);
  expect(await asked()).toContain('Dry run: 0 of 1 line would be rejected.');
});
