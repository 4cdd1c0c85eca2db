import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, Notification } from 'react-admin';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { CopyButton } from './ActionButton.tsx';

test('says what to do where the browser has no clipboard', async () => {
  render(
    <AdminContext i18nProvider={i18nProvider}>
      <CopyButton done="Copied." label="Copy" text="secret" />
      <Notification />
    </AdminContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(/Select the text and copy it/)).toBeVisible();
});
