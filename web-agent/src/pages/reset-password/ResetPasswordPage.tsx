import { PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { call, messageOr, QUIET } from '../../api/client.ts';
import type { ResetLink } from '../../api/types.ts';
import { Link } from '../../components/Link.tsx';
import { useLoaded } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { SubmitButton } from '../../forms/fields.tsx';
import { NewPasswordFields } from '../../forms/NewPasswordFields.tsx';
import { blank, check } from '../../forms/rules.ts';
import { FormMessage, type Outcome } from '../../forms/saved-form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { T, t } from '../../i18n/t.tsx';
import { TIMES } from '../../messages/first-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import '../../styles/forms.css';

interface Values {
  password: string;
  confirmPassword: string;
}

const validate = ({ password, confirmPassword }: Values) =>
  check<Values>({
    password: [blank(password, MESSAGES.resetPasswordRequired), passwordProblem(password)],
    confirmPassword: [
      blank(confirmPassword, MESSAGES.resetPasswordRequired),
      confirmPassword !== password && PASSWORDS_DIFFER,
    ],
  });

/** Sets a new password with the link from the e-mail (specification, sections 2, 5 and 8, Reset password). */
export default function ResetPasswordPage() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [done, setDone] = useState(false);
  const [refused, setRefused] = useState(false);
  // The check only helps; the server decides when the password is sent.
  const { data: link } = useLoaded(
    async () => (token ? call('GET', 'auth/reset-password', { query: { token }, ...QUIET }) : null),
    token,
  );
  const navigate = useNavigate();
  const form = useForm<Values>({ name: 'reset', initial: { password: '', confirmPassword: '' }, validate });

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => navigate('/'), TIMES.resetRedirect);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const send = form.submit(
    async (values) => {
      if (!token) {
        setRefused(true);
        return refuse(MESSAGES.resetToken);
      }
      try {
        const { message } = await call('POST', 'auth/reset-password', { body: values, query: { token } });
        setOutcome({ kind: 'success', text: message ?? t('Your password was updated.') });
        setDone(true);
      } catch (error) {
        setOutcome({ kind: 'danger', text: messageOr(error, t('An error occurred.')) });
        if ((error as Error).message === MESSAGES.resetToken) setRefused(true);
        throw error;
      }
    },
    (errors) => {
      if (errors.confirmPassword === PASSWORDS_DIFFER) refuse(PASSWORDS_DIFFER);
      document.getElementById(errors.password ? 'reset-password' : 'reset-confirmPassword')?.focus();
    },
  );

  /** The specification also requires the browser's own alert for these two errors. */
  function refuse(text: string): void {
    setOutcome({ kind: 'danger', text });
    window.alert(text);
  }

  return (
    <Page title={t('Choose a new password')} intro={validity(link?.how ?? null)}>
      <div className="stack">
        {(refused || link?.isValid === false) && <DeadLink />}
        <form method="post" className="form" noValidate onSubmit={send}>
          <NewPasswordFields password={form.field('password')} confirmPassword={form.field('confirmPassword')} />
          <div>
            <SubmitButton label={t('Update Password')} busyLabel={t('Updating...')} busy={form.busy} disabled={done} />
          </div>
          <FormMessage outcome={outcome} onGone={stay} />
          <p>
            <Link to="/">{t('Go to Login')}</Link>
          </p>
        </form>
      </div>
    </Page>
  );
}

/** Keeps the page's message until the redirect three seconds later. */
const stay = (): void => undefined;

function validity(how: ResetLink['how']): string {
  if (how === null) return t('The link in your email can be used once.');
  return how === 'set'
    ? t('The link in your email can be used once and is valid for seven days.')
    : t('The link in your email can be used once and is valid for one hour.');
}

/** A link that was used, replaced or has expired leads to a new one. */
const DeadLink = () => (
  <div className="note note-warning" role="alert">
    <p>
      <T
        text="%{used} It was used already, it has expired, or a newer one was sent."
        used={<strong>{t('This link can no longer be used.')}</strong>}
      />
    </p>
    <p>
      <Link to="/" state={{ forgot: true }}>
        {t('Send me a new link')}
      </Link>
    </p>
  </div>
);
