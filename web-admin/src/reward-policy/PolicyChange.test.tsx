import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, type AuthProvider } from 'react-admin';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { PolicyChange } from './PolicyChange.tsx';

const authProvider = { getPermissions: async () => ({ 'policy:change': 'second' }) } as unknown as AuthProvider;
const terms = {
  minimumRewardCents: 5_000,
  payoutMinimumCents: 10_000,
  expiryMonths: 36,
  coolingHours: 72,
  holdReleaseLimitCents: 0,
};

test.each([
  [0.28, '28'],
  [0.255, '25.5'],
  [0.07, '7'],
])('a rate of %d is shown in the form as the percentage that was typed', async (payeRate, typed) => {
  render(
    <AdminContext authProvider={authProvider} i18nProvider={i18nProvider}>
      <PolicyChange terms={{ ...terms, payeRate }} />
    </AdminContext>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Change the policy' }));
  expect(screen.getByLabelText(/^PAYE %/)).toHaveValue(typed);
});
