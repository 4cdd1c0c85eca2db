import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, Form, SaveButton } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { Field, MaskedInput } from './inputs.tsx';

const show = (onSubmit: (values: object) => void) =>
  render(
    <AdminContext i18nProvider={i18nProvider}>
      <Form onSubmit={onSubmit} record={{ id: 1, idNumber: '•••3086' }}>
        <MaskedInput label="ID Number" source="idNumber">
          <Field isOptional label="ID Number" source="idNumber" />
        </MaskedInput>
        <SaveButton alwaysEnable />
      </Form>
    </AdminContext>,
  );

test('does not let a masked number be edited, and sends it unchanged', async () => {
  const submit = vi.fn();
  show(submit);
  expect((screen.getByLabelText('ID Number') as HTMLInputElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(submit).toHaveBeenCalled());
  expect(submit.mock.calls[0]?.[0]).toMatchObject({ idNumber: '•••3086' });
});

test('replaces the whole number, and can keep the stored one again', async () => {
  const submit = vi.fn();
  show(submit);
  fireEvent.click(screen.getByRole('button', { name: 'Replace ID Number' }));
  const field = (await screen.findByLabelText('ID Number')) as HTMLInputElement;
  expect(field.value).toBe('');
  fireEvent.change(field, { target: { value: '8001015009087' } });
  fireEvent.click(screen.getByRole('button', { name: 'Keep the stored ID Number' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(submit).toHaveBeenCalled());
  expect(submit.mock.calls[0]?.[0]).toMatchObject({ idNumber: '•••3086' });
});

const Fields = () => (
  <>
    <Field label="Agency Name" source="agencyName" />
    <Field label="Postal Code" source="postalCode" />
    <Field label="Email Address" missing="Email Address is required." source="email" />
    <SaveButton alwaysEnable />
  </>
);

test('names the field that is empty, in each of several fields', async () => {
  render(
    <AdminContext i18nProvider={i18nProvider}>
      <Form noValidate onSubmit={() => undefined}>
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
