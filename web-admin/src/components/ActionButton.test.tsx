import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { AdminContext, Notification } from 'react-admin';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { ActionButton, CopyButton } from './ActionButton.tsx';

test('says what to do where the browser has no clipboard', async () => {
  render(
    <AdminContext i18nProvider={i18nProvider}>
      <CopyButton doneMessage="Copied." label="Copy" text="secret" />
      <Notification />
    </AdminContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(/Select the text and copy it/)).toBeVisible();
});

test('a button that disappears with its press leaves the focus to the nearest heading', async () => {
  function Row() {
    const [isOpen, setOpen] = useState(true);
    return isOpen ? <ActionButton label="Withdraw" onClick={() => setOpen(false)} /> : 'Withdrawn';
  }
  render(
    <AdminContext i18nProvider={i18nProvider}>
      <h1>Promotion</h1>
      <section>
        <h2>Changes</h2>
        <Row />
      </section>
    </AdminContext>,
  );
  const button = screen.getByRole('button', { name: 'Withdraw' });
  button.focus();
  fireEvent.click(button);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Changes' })).toHaveFocus());
});
