import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { FormDialog } from './FormDialog.tsx';
import { Field } from './inputs.tsx';

function Page({ send }: { send: () => Promise<unknown> }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  if (pathname !== '/edit') return <p>{pathname}</p>;
  return (
    <FormDialog action="Save" onClose={() => navigate('/list')} send={send} title="Thing" values={{ name: '' }}>
      <Field label="Name" source="name" />
    </FormDialog>
  );
}

/** Opens a dialog at an address of its own, and sends it to a server that answers when the test says so. */
async function sent() {
  let answer = (): void => undefined;
  const send = vi.fn(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({});
      }),
  );
  render(
    <TestMemoryRouter initialEntries={['/edit']}>
      <AdminContext i18nProvider={i18nProvider}>
        <Link to="/other">Other</Link>
        <Page send={send} />
      </AdminContext>
    </TestMemoryRouter>,
  );
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'mine' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  return { answer: () => answer() };
}

test('stays open without a question while it is being sent, and closes with the answer', async () => {
  const { answer } = await sent();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(screen.getByRole('dialog', { name: 'Thing' })).toBeVisible();
  expect(screen.queryByText('Discard your changes?')).toBeNull();
  answer();
  await screen.findByText('/list');
});

test('an answer does not lead away from a page that was opened in the meantime', async () => {
  const { answer } = await sent();
  fireEvent.click(screen.getByText('Other'));
  await screen.findByText('/other');
  answer();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByText('/other')).toBeVisible();
});
