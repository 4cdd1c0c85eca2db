import { KEYS, keep, keptValue } from '@fynbos/web-agent/src/session/storage.ts';
import { DialogContent } from '@mui/material';
import { PasswordInput } from 'react-admin';
import { forgetSession, leave } from '../api/session.ts';
import { resumeCalls } from '../api/session-ended.ts';
import { signIn } from '../api/sign-in.ts';
import { DialogFrame } from '../form/DialogFrame.tsx';
import { DialogForm } from '../form/FormDialog.tsx';
import { useNeeded } from '../form/use-needed.ts';
import { formErrorsOf } from '../form/use-submit.ts';
import { T } from '../i18n/T.tsx';

function end(): void {
  forgetSession();
  void leave('ended');
}

/** Asks for the password over the page after the server has ended the session, so that typed data is kept. */
export default function SessionEndedDialog() {
  const needed = useNeeded();
  const submit = async (values: object) => {
    try {
      keep(KEYS.token, await signIn(keptValue(KEYS.adminEmail) ?? '', (values as { password: string }).password));
      resumeCalls();
      return undefined;
    } catch (error) {
      return formErrorsOf(error);
    }
  };
  return (
    <DialogFrame held onClose={end} title="Your session has ended">
      <DialogContent sx={{ flex: 'none', paddingBottom: 1 }}>
        <T values={{ email: keptValue(KEYS.adminEmail) ?? '' }}>
          {'Sign in again as %{email} to continue. Your changes on this page are kept.'}
        </T>
      </DialogContent>
      <DialogForm action="Sign in" cancel="Sign out" onClose={end} onSubmit={submit}>
        <PasswordInput
          autoComplete="current-password"
          label="Password"
          source="password"
          validate={needed('Password')}
        />
      </DialogForm>
    </DialogFrame>
  );
}
