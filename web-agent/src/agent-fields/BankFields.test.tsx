import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { BankFields } from './BankFields.tsx';
import type { BankValues } from './bank-rules.ts';

const OTHER: BankValues = {
  bankName: 'OTHER',
  otherBankName: 'Ubank',
  bankAccountNumber: '123456',
  bankAccountHolderName: 'T Nkosi',
  branchCode: '',
  branchName: 'Main',
  accountType: '',
  bic: '',
};

function show(taxCountry: string): void {
  const field = (name: keyof BankValues) => ({
    id: name,
    name,
    value: OTHER[name],
    error: undefined,
    onValue: () => undefined,
    onBlur: () => undefined,
  });
  const form = { values: OTHER, field, set: () => undefined };
  render(<BankFields form={form} banks={[{ name: 'OTHER', branchCode: '' }]} taxCountry={taxCountry} />, {
    wrapper: MemoryRouter,
  });
}

test('explains an unlisted bank: no payout in South Africa, no branch code elsewhere', () => {
  show('RSA');
  expect(screen.getByText(/can’t pay into this bank yet\.$/)).toBeInTheDocument();
  show('BOT');
  expect(screen.getByText('Not needed for a bank that is not listed.')).toBeInTheDocument();
  expect(screen.getByLabelText('BIC (SWIFT code)')).toBeInTheDocument();
});
