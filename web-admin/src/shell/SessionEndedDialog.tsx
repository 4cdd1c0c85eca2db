import { KEYS, loadValue, saveValue } from '@fynbos/web-agent/src/state/storage.ts';
import { DialogContent } from '@mui/material';
import { HttpError } from 'react-admin';
import { forgetSession, leave, resumeCalls } from '../api/session.ts';
import { DialogForm, DialogFrame } from '../form/FormDialog.tsx';
import { PasswordField } from '../form/inputs.tsx';
import { T } from '../i18n/T.tsx';

/** Needs no one-time code; returns the token. Throws `HttpError` with the server's message. */
async function signIn(emailAddress: string, password: string): Promise<string> {
  const response = await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ emailAddress, password }),
  }).catch(() => {
    throw new HttpError('The server could not be reached. Check the connection and try again.', 0);
  });
  const answer = (await response.json().catch(() => ({}))) as { token?: string; message?: string };
  if (!response.ok || !answer.token)
    throw new HttpError(answer.message ?? 'The sign-in did not succeed. Try again.', response.status);
  return answer.token;
}

function end(): void {
  forgetSession();
  void leave('ended');
}

/** Asks for the password over the page after the server has ended the session, so that typed data is kept. */
export default function SessionEndedDialog() {
  return (
    <DialogFrame staysOpen onClose={end} title="Your session has ended">
      <DialogContent sx={{ flex: 'none', paddingBottom: 1 }}>
        <T values={{ email: loadValue(KEYS.adminEmail) ?? '' }}>
          {'Sign in again as %{email} to continue. Your changes on this page are kept.'}
        </T>
      </DialogContent>
      <DialogForm<{ password: string }>
        action="Sign in"
        cancel="Sign out"
        onDone={resumeCalls}
        send={async ({ password }) => saveValue(KEYS.token, await signIn(loadValue(KEYS.adminEmail) ?? '', password))}
      >
        <PasswordField autoComplete="current-password" label="Password" source="password" />
      </DialogForm>
    </DialogFrame>
  );
}
