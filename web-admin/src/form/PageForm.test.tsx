import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, HttpError, TestMemoryRouter } from 'react-admin';
import { Link } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { ActionButton } from '../components/ActionButton.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { i18nProvider } from '../i18n/i18n.ts';
import { FormDialog } from './FormDialog.tsx';
import { Field } from './inputs.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { PageForm } from './PageForm.tsx';

const NOTHING = { rows: [{ percent: '' }], note: 'first' };

const show = (send: (values: typeof NOTHING) => Promise<unknown>) =>
  render(
    <AdminContext i18nProvider={i18nProvider}>
      <PageForm action="Send" fieldOf={{ rate: 'percent' }} send={send} values={NOTHING}>
        <Field isOptional label="Percent" source="rows.0.percent" />
        <Field label="Note" source="note" />
      </PageForm>
    </AdminContext>,
  );

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));

test('shows errors of the server at their inputs and above them, and can be sent again', async () => {
  const errors = { root: { serverError: 'Two fields are wrong.' }, 'rows.0.rate': 'Too high.', 'line 3': 'Unknown.' };
  const send = vi.fn().mockRejectedValueOnce(new HttpError('Two fields are wrong.', 422, { errors }));
  show(send);
  press();
  await screen.findByText('Too high.');
  expect(screen.getByLabelText('Percent')).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByRole('alert')).toHaveTextContent('Two fields are wrong.Line 3: Unknown.');
  await waitFor(() => expect(screen.getByLabelText('Percent')).toHaveFocus());
  press();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('sends an emptied field as an empty text, and shows its first values after success', async () => {
  const send = vi.fn(async (_values: typeof NOTHING) => ({ message: 'Sent.' }));
  show(send);
  const [percent, note] = [screen.getByLabelText('Percent'), screen.getByLabelText(/^Note/)];
  fireEvent.change(note, { target: { value: '' } });
  press();
  await screen.findByText('Note is required!');
  expect(send).not.toHaveBeenCalled();
  fireEvent.change(note, { target: { value: 'second' } });
  fireEvent.change(percent, { target: { value: '5' } });
  fireEvent.change(percent, { target: { value: '' } });
  press();
  await waitFor(() =>
    expect(send).toHaveBeenCalledWith({ rows: [{ percent: '' }], note: 'second' }, expect.anything(), ''),
  );
  await waitFor(() => expect(note).toHaveValue('first'));
});

test('asks before the page is left, and not when an address opens or closes a dialog over it', async () => {
  const dialog = (
    <FormDialog action="Rename" send={async () => null} title="Name" values={{ name: '' }}>
      <Field label="Name" source="name" />
    </FormDialog>
  );
  render(
    <TestMemoryRouter>
      <AdminContext i18nProvider={i18nProvider}>
        <LeaveGuard />
        <PageHead actions={<ActionButton dialog={dialog} label="Change" name="change" />} title="Record" />
        <Link to="?action=change">Found</Link>
        <Link to="?tab=2">Tab</Link>
        <PageForm action="Send" send={async () => null} values={NOTHING}>
          <Field label="Note" source="note" />
        </PageForm>
      </AdminContext>
    </TestMemoryRouter>,
  );
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'typed' } });
  fireEvent.click(screen.getByText('Found'));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText(/^Note/)).toHaveValue('typed');
  fireEvent.click(screen.getByText('Tab'));
  expect(await screen.findByText('Discard your changes?')).toBeVisible();
});
