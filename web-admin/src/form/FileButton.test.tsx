import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, Form, SaveButton } from 'react-admin';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { FileField } from './FileButton.tsx';

test('names the button with its file, and ties the message to it', async () => {
  const { container } = render(
    <AdminContext i18nProvider={i18nProvider}>
      <Form>
        <FileField label="Choose the list" missing="A list is needed." source="file" />
        <SaveButton alwaysEnable />
      </Form>
    </AdminContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('A list is needed.');
  expect(screen.getByRole('button', { name: 'Choose the list' })).toHaveAccessibleDescription('A list is needed.');
  const input = container.querySelector('input[type="file"]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File([''], 'march.csv')] } });
  expect(await screen.findByRole('button', { name: 'Choose the list: march.csv' })).toHaveTextContent('march.csv');
});
