import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import ResetForm from './ResetForm.tsx';

test('asks for the address in the words of the general messages', async () => {
  render(<ResetForm isShown onBack={vi.fn()} />);
  fireEvent.click(screen.getByRole('button', { name: 'Send Reset Password' }));
  expect(await screen.findByText('Email Address is required!')).toBeVisible();
});
