import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { AgentLogin } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { Link } from '../../components/Link.tsx';
import { Problem } from '../../components/Problem.tsx';
import { ChoiceField, METHODS, PasswordField, SubmitButton, TextField } from '../../forms/fields.tsx';
import { blank, check } from '../../forms/rules.ts';
import { useForm } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import { required } from '../../messages/first-messages.ts';
import { codeSent, justSent, NOT_REACHED, problemOf, waitText } from '../../one-time-password/code-wait.ts';
import { afterSignIn, askedFor } from '../../session/session.ts';
import { PROGRAMME } from '../../settings.ts';
import { lazyPart } from '../../shell/lazy-page.tsx';
import { reloadOnStaleChunk } from '../../shell/reload-on-stale-chunk.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { type LoginValues, looksLikeEmail, signIn } from './sign-in.ts';

const loadOtp = () => import('./LoginOtp.tsx').catch(reloadOnStaleChunk);
const LoginOtp = lazyPart(() => import('./LoginOtp.tsx'));

const INITIAL: LoginValues = { identity: '', password: '', communicationMethod: 'C' };

const validate = (values: LoginValues) =>
  check<LoginValues>({
    identity: blank(values.identity, required(t('ID number or email'))),
    password: blank(values.password, required(t('Password'))),
  });

/** A code that was sent and can still be entered, with the name it was asked for. */
interface Sent {
  readonly identity: string;
  readonly login: AgentLogin;
}

/** Why another page led here; it also offers the address of a person who has just registered. */
function useReason(state: unknown, offer: (values: Partial<LoginValues>) => void): string | null {
  // Not the initial state, because the prerendered page knows no visitor.
  const [reason, setReason] = useState<string | null>(null);
  useLayoutEffect(() => {
    const registered = (state as { registered?: string } | null)?.registered;
    if (registered) offer({ identity: registered });
    if (registered) setReason(t('You’re registered. Sign in to see your rewards.'));
    else setReason(askedFor(state) && t('Sign in to open the page you requested.'));
  }, [state, offer]);
  return reason;
}

/** Signs in, after which a code is asked for. `login`: the sign-in whose code can be entered now. */
function useLogin(state: unknown) {
  const form = useForm({ name: 'login', initial: INITIAL, validate });
  const [sent, setSent] = useState<Sent | null>(null);
  const [isAskingCode, setAskingCode] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = form.submit(
    async (values) => {
      setProblem(null);
      // Load the dialog's code first, so that no one-time password is sent that cannot be entered.
      const ready = await loadOtp().catch(() => setProblem(NOT_REACHED));
      if (!ready) return;
      try {
        const login = await signIn(values, afterSignIn(state));
        if (!login) return;
        codeSent();
        setSent({ identity: values.identity, login });
        setAskingCode(true);
      } catch (failure) {
        const wait = justSent(failure);
        if (wait !== null && sent?.identity === values.identity) {
          codeSent(wait);
          return setAskingCode(true);
        }
        setProblem(wait === null ? problemOf(failure) : justSentText(wait));
        document.getElementById('login-password')?.focus();
      }
    },
    (errors) => document.getElementById(errors.identity ? 'login-identity' : 'login-password')?.focus(),
  );
  const login = isAskingCode ? sent?.login : undefined;
  return { form, submit, problem, setProblem, login, closeCode: () => setAskingCode(false) };
}

/** The login side of the card (specification, sections 2 and 5, Login). */
export function LoginForm({ onForgot }: { readonly onForgot: () => void }) {
  const { state } = useLocation();
  const { form, submit, problem, setProblem, login, closeCode } = useLogin(state);
  const reason = useReason(state, form.offer);
  const byEmail = looksLikeEmail(form.values.identity);
  return (
    <>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        <h2>{PROGRAMME}</h2>
        {reason && !problem && (
          <p className="note" role="status">
            {reason}
          </p>
        )}
        <Problem text={problem} />
        <TextField
          {...form.field('identity')}
          label={t('ID number or email')}
          autoComplete="username webauthn"
          spellCheck={false}
        />
        <PasswordField {...form.field('password')} label={t('Password')} autoComplete="current-password" />
        {byEmail ? (
          // As tall as the choice, so that the button below does not move while the person points at it.
          <div className="field code-way">
            <strong>{t('Your code')}</strong>
            <p className="choice">{t('We send it as set in your profile.')}</p>
          </div>
        ) : (
          <ChoiceField {...form.field('communicationMethod')} label={t('Send my code by')} options={METHODS} />
        )}
        <SubmitButton label={t('LOGIN')} busyLabel={t('Signing in...')} busy={form.busy} variant="wide" />
        <PasskeyButton landsOn={afterSignIn(state)} onProblem={setProblem} />
        <p className="row spread">
          <Button label={t('Forgot Password?')} variant="link" onPress={onForgot} />
          <Link to="/registration">{t('REGISTER')}</Link>
        </p>
      </form>
      {login && <LoginOtp login={login} byEmail={byEmail} landsOn={afterSignIn(state)} onClose={closeCode} />}
    </>
  );
}

const justSentText = (seconds: number): string =>
  t('We have just sent you a code. You can ask for a new one %{wait}.', { wait: waitText(seconds) });
