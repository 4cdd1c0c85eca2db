import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, Form, SaveButton, TextInput } from 'react-admin';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { useNeeded } from './inputs.tsx';

function Fields() {
  const needed = useNeeded();
  return (
    <>
      <TextInput label="Agency Name" source="agencyName" validate={needed('Agency Name')} />
      <TextInput label="Postal Code" source="postalCode" validate={needed('Postal Code')} />
      <TextInput
        label="Email Address"
        source="email"
        validate={[needed('Email Address', 'Email Address is required.')]}
      />
      <SaveButton alwaysEnable />
    </>
  );
}

test('names the field that is empty, in each of several fields', async () => {
  render(
    <AdminContext i18nProvider={i18nProvider}>
      <Form onSubmit={() => undefined}>
        <Fields />
      </Form>
    </AdminContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Agency Name is required!');
  await screen.findByText('Postal Code is required!');
  await screen.findByText('Email Address is required.');
  expect(screen.getAllByText(/is required/)).toHaveLength(3);
});
