import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { KEYS } from '../../state/storage.ts';
import { PasskeyButton } from './PasskeyButton.tsx';

const { signInWithPasskey } = vi.hoisted(() => ({ signInWithPasskey: vi.fn() }));
vi.mock('../../passkeys/sign-in.ts', () => ({ signInWithPasskey }));

const WAIT = { timeout: 30_000 };
const waits = () => new Promise<string>(() => undefined);
const refusedAfterChoice = async (_landsOn: string, { onChosen }: { onChosen: () => void }) => {
  onChosen();
  throw new ApiError(422, 'This passkey was not accepted.');
};

beforeEach(() => {
  localStorage.setItem(KEYS.passkey, 'yes');
  signInWithPasskey.mockReset().mockImplementation(waits);
});

const shown = () => {
  const onProblem = vi.fn();
  render(<PasskeyButton landsOn="/agent/incentives" onProblem={onProblem} />);
  return onProblem;
};

test('says that the server refused a passkey chosen in the input, and offers passkeys again', async () => {
  signInWithPasskey.mockImplementationOnce(refusedAfterChoice);
  const onProblem = shown();
  await waitFor(() => expect(onProblem).toHaveBeenCalledExactlyOnceWith('This passkey was not accepted.'), WAIT);
  expect(signInWithPasskey).toHaveBeenCalledTimes(2);
});

test('says nothing if the browser ends the offer', async () => {
  signInWithPasskey.mockRejectedValueOnce(new Error('aborted'));
  const onProblem = shown();
  await waitFor(() => expect(signInWithPasskey).toHaveBeenCalledTimes(1), WAIT);
  await Promise.resolve();
  expect(onProblem).not.toHaveBeenCalled();
});

test('offers passkeys in the input again after the button was pressed and cancelled', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const onProblem = shown();
  await waitFor(() => expect(signInWithPasskey).toHaveBeenCalledTimes(1), WAIT);
  signInWithPasskey.mockRejectedValueOnce(new Error('cancelled', { cause: 'NotAllowedError' }));
  screen.getByRole('button').focus();
  fireEvent.click(screen.getByRole('button'));
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button')).toBeEnabled();
  await waitFor(() => expect(signInWithPasskey).toHaveBeenCalledTimes(3), WAIT);
  expect(screen.getByRole('button')).toHaveFocus();
  expect(signInWithPasskey.mock.lastCall?.[1]).toMatchObject({ autofill: true });
  expect(onProblem).toHaveBeenLastCalledWith('No passkey was used. Try again, or sign in with your password.');
});
