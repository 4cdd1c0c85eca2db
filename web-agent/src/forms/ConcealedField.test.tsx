import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ConcealedField } from './ConcealedField.tsx';

function Field() {
  const [value, setValue] = useState('62731939919');
  return (
    <ConcealedField
      {...{ id: 'account', name: 'account', label: 'Account', value, error: undefined }}
      stored="62731939919"
      digitsOnly
      onValue={setValue}
      onBlur={() => undefined}
    />
  );
}

test('conceals a stored number until it is shown, and shows what the person types', () => {
  render(<Field />);
  const input = screen.getByLabelText('Account');
  expect(input).toHaveClass('concealed');
  expect(screen.getByText(/Ends in 9919\./)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /^Show/ }));
  expect(input).not.toHaveClass('concealed');
  fireEvent.click(screen.getByRole('button', { name: /^Hide/ }));
  expect(input).toHaveClass('concealed');
  fireEvent.change(input, { target: { value: '123x' } });
  expect(input).toHaveValue('123');
  expect(input).not.toHaveClass('concealed');
  expect(screen.queryByRole('button')).toBeNull();
});
