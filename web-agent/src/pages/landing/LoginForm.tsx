import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { AgentLogin } from '../../api/types.ts';
import { ChoiceField } from '../../forms/ChoiceField.tsx';
import { METHODS } from '../../forms/options.ts';
import { PasswordField } from '../../forms/PasswordField.tsx';
import { blank, check } from '../../forms/rules.ts';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useForm } from '../../forms/use-form.ts';
import { showAlert } from '../../shell/alerts.ts';
import { reloadOnStaleChunk } from '../../shell/reload-on-stale-chunk.ts';
import { MESSAGES, required } from '../../text/messages.ts';
import { PROGRAMME } from '../../text/support.ts';
import { type LoginValues, looksLikeEmail, signIn } from './sign-in.ts';

const loadOtp = () => import('./LoginOtp.tsx').catch(reloadOnStaleChunk);
const LoginOtp = lazy(loadOtp);

const INITIAL: LoginValues = { identity: '', password: '', communicationMethod: 'C' };

const validate = (values: LoginValues) =>
  check<LoginValues>({
    identity: blank(values.identity, required('ID number or email')),
    password: blank(values.password, required('Password')),
  });

/** The login side of the card (specification, sections 2 and 5, Login). */
export function LoginForm({ onForgot }: { readonly onForgot: () => void }) {
  const form = useForm({ name: 'login', initial: INITIAL, validate });
  const [awaiting, setAwaiting] = useState<AgentLogin | null>(null);
  const send = form.submit(
    async (values) => {
      // Load the dialog's code first, so that no one-time password is sent that cannot be entered.
      const ready = await loadOtp().catch(() => showAlert('danger', MESSAGES.unexpected));
      if (ready) setAwaiting(await signIn(values));
    },
    (errors) => document.getElementById(errors.identity ? 'login-identity' : 'login-password')?.focus(),
  );
  // The field is disabled and not removed, so that the content below does not move while the person points at it.
  const byEmail = looksLikeEmail(form.values.identity);
  return (
    <>
      <form method="post" className="stack" noValidate onSubmit={send}>
        <h2>{PROGRAMME}</h2>
        <TextField {...form.field('identity')} label="ID number or email" autoComplete="username" spellCheck={false} />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <ChoiceField
          {...form.field('communicationMethod')}
          label={byEmail ? 'Code: sent as your profile says' : 'Send my one-time password by'}
          options={METHODS}
          disabled={byEmail}
        />
        <SubmitButton label="LOGIN" busyLabel="Logging in..." busy={form.busy} wide />
        <p className="row spread">
          <button type="button" className="link" onClick={onForgot}>
            Forgot Password?
          </button>
          <Link to="/registration">REGISTER</Link>
        </p>
      </form>
      {awaiting && (
        <Suspense>
          <LoginOtp login={awaiting} onClose={() => setAwaiting(null)} />
        </Suspense>
      )}
    </>
  );
}
