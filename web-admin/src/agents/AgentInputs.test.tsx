import { render, screen } from '@testing-library/react';
import { AdminContext, Form } from 'react-admin';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { AgencyInputs } from './AgentInputs.tsx';

test.each([
  ['RSA', true],
  ['BOT', false],
])('the postal code of an agent in %s is required: %s', (taxCountry, isRequired) => {
  render(
    <AdminContext i18nProvider={i18nProvider}>
      <Form defaultValues={{ taxCountry }}>
        <AgencyInputs />
      </Form>
    </AdminContext>,
  );
  const field = screen.getByRole('textbox', { name: /^Postal Code/ });
  if (isRequired) expect(field).toBeRequired();
  else expect(field).not.toBeRequired();
});
