import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { ApiError } from '../api/client.ts';
import { codeSent } from './code-wait.ts';
import { OtpDialog } from './OtpDialog.tsx';

beforeAll(() => {
  // jsdom does not implement modal dialogs; these tests only need the open state.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

const wrongCode = () => new ApiError(422, 'Wrong.', [], undefined, 'otp.invalid');

const CONTACT = {
  emailAddress: 'thandi@capetravel.co.za',
  cellNumber: '27821234567',
  communicationMethod: 'C',
} as const;

function opened(overrides: Partial<Parameters<typeof OtpDialog>[0]> = {}) {
  const props = {
    contact: CONTACT,
    onVerify: vi.fn(async () => undefined),
    onResend: vi.fn(async () => undefined),
    onClose: vi.fn(),
    ...overrides,
  };
  const { unmount } = render(<OtpDialog {...props} />);
  return { ...props, unmount, input: screen.getByLabelText<HTMLInputElement>('6-digit one-time password') };
}

test('a code pasted with spaces and hyphens is taken as its six digits and sent', async () => {
  const { input, onVerify } = opened();
  fireEvent.change(input, { target: { value: ' 123-4 56 ' } });
  expect(input.value).toBe('123456');
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() =>
    expect(onVerify).toHaveBeenCalledWith(
      {
        email: 'thandi@capetravel.co.za',
        phoneNumber: '27821234567',
        communicationMethod: 'C',
        otp: '123456',
      },
      'N',
    ),
  );
});

test('the device may fill the code in, and Verify waits for all six digits', () => {
  const { input } = opened();
  expect(input.autocomplete).toBe('one-time-code');
  fireEvent.change(input, { target: { value: '12345' } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Verify' }).disabled).toBe(true);
});

test('clears a refused code and calls it invalid, whatever the message of the server', async () => {
  const { input } = opened({ onVerify: () => Promise.reject(wrongCode()) });
  fireEvent.change(input, { target: { value: '000000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('Invalid OTP. Please try again.')).toBeVisible();
  expect(input.value).toBe('');
});

test('nothing is sent without an e-mail address and a phone number', async () => {
  const { input, onVerify } = opened({ contact: { ...CONTACT, cellNumber: '' } });
  fireEvent.change(input, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('Missing email or phone number.')).toBeVisible();
  expect(onVerify).not.toHaveBeenCalled();
});

test('allows another code after 30 seconds, and the next after another 30', async () => {
  vi.useFakeTimers();
  codeSent();
  const { onResend } = opened();
  const resend = screen.getByRole<HTMLButtonElement>('button', { name: 'Click here to resend' });
  expect(resend.disabled).toBe(true);
  await vi.advanceTimersByTimeAsync(31_000);
  vi.useRealTimers();
  await waitFor(() => expect(resend.disabled).toBe(false));
  fireEvent.click(resend);
  await waitFor(() => expect(screen.getByText('Otp sent successfully')).toBeVisible());
  expect(onResend).toHaveBeenCalledOnce();
  expect(resend.disabled).toBe(true);
});

test('counts the remaining seconds when it is opened again', async () => {
  vi.useFakeTimers();
  codeSent();
  const { unmount } = opened();
  expect(screen.getByText('You can ask for a new code in 30 seconds.')).toBeVisible();
  unmount();
  await vi.advanceTimersByTimeAsync(20_000);
  opened();
  expect(screen.getByText('You can ask for a new code in 10 seconds.')).toBeVisible();
  vi.useRealTimers();
});

test('an old code gets advice below the specification’s sentence', async () => {
  const { input } = opened({ onVerify: () => Promise.reject(wrongCode()) });
  fireEvent.change(input, { target: { value: '000000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('Invalid OTP. Please try again.')).toBeVisible();
  expect(screen.getByText(/expires after 10 minutes, and after five wrong tries/)).toBeVisible();
});

test.each([
  ['a lost connection', new ApiError(0, 'An unexpected error occurred!'), /could not reach the server/],
  ['a suspended account', new ApiError(403, 'This account is suspended.'), 'This account is suspended.'],
])('%s is not a wrong code: the digits stay', async (_what, failure, text) => {
  const { input } = opened({ onVerify: () => Promise.reject(failure) });
  fireEvent.change(input, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText(/Invalid OTP/)).toBeNull();
  expect(input.value).toBe('123456');
});

test('shows when the next code can be sent after the limit', async () => {
  vi.useFakeTimers();
  opened({ onResend: () => Promise.reject(new ApiError(429, 'Too many attempts.', [], 2849)) });
  await vi.advanceTimersByTimeAsync(31_000);
  vi.useRealTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Click here to resend' }));
  expect(await screen.findByText('Too many attempts. Try again in 48 minutes.')).toBeVisible();
});

test('the device is remembered only where that is offered and chosen', async () => {
  const { input, onVerify } = opened({ rememberable: true });
  fireEvent.click(screen.getByLabelText('Remember this device for 30 days'));
  fireEvent.change(input, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() => expect(onVerify).toHaveBeenCalledWith(expect.objectContaining({ otp: '123456' }), 'Y'));
});

test('a change in the profile does not offer to remember the device', () => {
  opened();
  expect(screen.queryByLabelText('Remember this device for 30 days')).toBeNull();
});
