import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, HttpError, TestMemoryRouter, testDataProvider } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { EditDialog } from './EditDialog.tsx';
import { Field } from './inputs.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';

const QUESTION = 'Discard your changes?';
const record = { id: 1, version: 1, name: 'first' };

function Page() {
  const navigate = useNavigate();
  if (useLocation().pathname === '/list') return <p>The list</p>;
  return (
    <EditDialog
      action="Update"
      fields={['name']}
      id={1}
      onClose={() => navigate('/list')}
      resource="things"
      title={() => 'Edit thing'}
      valuesOf={(thing) => thing}
    >
      {() => <Field label="Name" source="name" />}
    </EditDialog>
  );
}

/** Opens the dialog, which has its own address, and changes its field. */
async function edit(update = vi.fn()) {
  render(
    <TestMemoryRouter initialEntries={['/edit']}>
      <AdminContext
        dataProvider={testDataProvider({ getOne: async () => ({ data: record as never }), update })}
        i18nProvider={i18nProvider}
      >
        <LeaveGuard />
        <Page />
      </AdminContext>
    </TestMemoryRouter>,
  );
  fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'mine' } });
}

/** Waits until the list has replaced the dialog, without a question. */
async function closed() {
  await waitFor(() => expect(screen.queryByText('The list') ?? screen.queryByText(QUESTION)).not.toBeNull());
  expect(screen.queryByText(QUESTION)).toBeNull();
}

test('closes without a question after the chosen values of a conflict were saved', async () => {
  const current = { ...record, version: 2, name: 'theirs' };
  const update = vi
    .fn()
    .mockRejectedValueOnce(new HttpError('Someone else has changed this record.', 412, { current }))
    .mockResolvedValue({ data: { ...current, name: 'mine' } });
  await edit(update);
  fireEvent.click(screen.getByRole('button', { name: 'Update' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save selected values' }));
  await closed();
  expect(update).toHaveBeenCalledTimes(2);
  expect(update.mock.calls[1]?.[1]).toMatchObject({ data: { name: 'mine', version: 2 } });
});

test('Cancel closes without a question', async () => {
  await edit();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await closed();
});

test('Escape asks once before it closes over unsent input', async () => {
  await edit();
  fireEvent.keyDown(screen.getByLabelText(/^Name/), { key: 'Escape' });
  const discard = await screen.findByRole('button', { name: 'Discard changes' });
  expect(screen.queryByText('The list')).toBeNull();
  fireEvent.click(discard);
  await screen.findByText('The list');
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
});

test('can be closed where the record cannot be read, or read again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let fails = true;
  const getOne = async () => (fails ? Promise.reject(new HttpError('Not now.', 403)) : { data: record as never });
  render(
    <TestMemoryRouter initialEntries={['/edit']}>
      <AdminContext dataProvider={testDataProvider({ getOne })} i18nProvider={i18nProvider}>
        <Page />
      </AdminContext>
    </TestMemoryRouter>,
  );
  await screen.findByText('Not now.', {}, { timeout: 20_000 });
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText(/^Name/)).toHaveValue('first');
  logged.mockRestore();
});
