import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AgentLogin } from '../../api/types.ts';
import LoginOtp from './LoginOtp.tsx';

test('a sign-in that is cancelled while its code is checked stays signed out', async () => {
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
  let answer = (_response: Response): void => undefined;
  const fetched = vi.fn(
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  );
  vi.stubGlobal('fetch', fetched);
  const login = { emailAddress: 'a@b.example', cellNumber: '27821234567', communicationMethod: 'E' } as AgentLogin;
  const { unmount } = render(<LoginOtp byEmail landsOn="/agent/home" login={login} onClose={() => undefined} />);
  fireEvent.change(screen.getByLabelText('6-digit one-time password'), { target: { value: '123456' } });
  fireEvent.click(screen.getByText('Verify'));
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  unmount();
  await act(async () => answer(Response.json({ token: 'x', travelAgent: { id: 7 } })));
  expect(localStorage.getItem('token')).toBeNull();
});
